"""The negative control of a presence check: does the string appear without the change, too?

`strings app | grep name` that finds something shows that the name is in the binary, not that the change put it there. Where the project
holds a second build of the same program (another profile, a baseline's folder), the same search of that one tells.
"""

import os
import posixpath
from dataclasses import replace
from pathlib import Path

from sessionlens import commands
from sessionlens.model.probe import Probe
from sessionlens.probes.project import Project

_INSPECTORS = frozenset({"strings", "nm", "objdump", "readelf", "ldd", "otool"})
_SEARCHES = frozenset({"grep", "egrep", "fgrep", "rg"})
_MOST = 20000


def suggestion(probe: Probe, output: str, project: Project) -> Probe | None:
    """The control for a probe that searched a built file and found something, if there is a second build of that file; else None."""
    if not output.strip() or probe.suggested:
        return None
    found = commands.actions(probe.command)
    tools = {a.command.tool for a in found}
    named = [w for a in found if a.command.tool in _INSPECTORS for w in a.command.argv[1:] if w[:1] != "-"]
    if not tools & _INSPECTORS or not tools & _SEARCHES or len(named) != 1:
        return None
    folder = probe.cwd or project.seen
    built = project.host(posixpath.normpath(posixpath.join(folder, named[0])))
    other = _second(built, project.real) if built is not None and built.is_file() else None
    if built is None or other is None:
        return None
    name = posixpath.relpath(project.inside(str(other)), folder)
    return replace(
        probe,
        id=f"{probe.id}n",
        command=probe.command.replace(named[0], name, 1),
        why=f"negative control of {probe.id}: a hit in {name} as well would mean that the string does not come from the change",
        suggested=True,
        paths=(name,),
    )


def _second(built: Path, top: Path) -> Path | None:
    """Another executable file of the same name, or of the same name with `base`, `baseline`, `old`, `main` or `before` added."""
    names = {built.name} | {
        f"{built.stem}{joint}{word}{built.suffix}" for joint in "-_." for word in ("base", "baseline", "old", "main", "before", "orig")
    }
    seen = 0
    for base, folders, files in os.walk(top):
        folders[:] = sorted(f for f in folders if f not in (".git", "node_modules", "deps", "incremental"))
        for name in sorted(files):
            path = Path(base, name)
            if name in names and path != built and os.access(path, os.X_OK) and not path.is_symlink():
                return path
        seen += len(files)
        if seen > _MOST:
            return None
    return None
