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
from sessionlens.text.regex import regex

_INSPECTORS = frozenset({"strings", "nm", "objdump", "readelf", "ldd", "otool"})
_SEARCHES = frozenset({"grep", "egrep", "fgrep", "rg"})
_BASE = regex(
    r"(?i)(?:^|[/_.-])(?:base(?:line)?|old|orig(?:inal)?|main|master|before|prev(?:ious)?|without|no|ref(?:erence)?|control|stock|plain)(?=[/_.-]|$)"
)
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
        why=f"negative control of {probe.id}: if {name} was built without the change, a hit there means that the string shows nothing",
        suggested=True,
        paths=(name,),
    )


def _second(built: Path, top: Path) -> Path | None:
    """Another executable of the same name in another folder, or of that name with something added in the same one (`server-base`); one
    whose path says that it is a base first."""
    found: list[Path] = []
    seen = 0
    for base, folders, files in os.walk(top):
        folders[:] = sorted(f for f in folders if f not in (".git", "node_modules", "deps", "incremental"))
        beside = Path(base) == built.parent
        for name in sorted(files):
            path = Path(base, name)
            like = name == built.name or (beside and name.startswith(built.stem) and name[len(built.stem) :][:1] in ("-", "_", "."))
            if like and path != built and os.access(path, os.X_OK) and not path.is_symlink():
                found.append(path)
        seen += len(files)
        if seen > _MOST:
            break
    return min(found, key=lambda p: (_BASE.search(str(p.relative_to(top))) is None, len(p.parts)), default=None)
