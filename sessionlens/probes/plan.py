"""Which commands of a session can be run again, and which conclusions rest on each."""

import glob
import posixpath
from collections.abc import Sequence
from dataclasses import replace

from sessionlens.graph.view import View
from sessionlens.model.probe import Probe, Reason, Rest
from sessionlens.model.session import ToolCall
from sessionlens.probes import vocabulary as of
from sessionlens.probes.classify import label
from sessionlens.probes.control import suggestion
from sessionlens.probes.evidence import cited, resting
from sessionlens.probes.project import Project
from sessionlens.probes.state import State, missing, through
from sessionlens.probes.toolchains import where

_ELSEWHERE = ("~", "/tmp/", "/dev/", "/proc/", "/sys/", "/usr/", "/etc/", "/bin/")
"""Beginnings of paths that the sandbox has of its own."""
_NOT_THERE = ("No such file", "cannot access", "not found", "cannot find", "does not exist")


def plan(view: View, project: Project | None = None) -> tuple[Probe, ...]:
    """Every command of the session as a probe, oldest first, those that cannot be run again with their reason.

    With a project, files and programs that are not there are told before anything runs, and negative controls are suggested.
    """
    rest = resting(view)
    probes: list[Probe] = []
    for msg, part, call, state in through(view):
        found = _probe(msg, part, call, state, project)
        concluded = rest.get((msg, part), [])
        rests = {c.id: Rest(c.id, cited(view, msg, part, call.output, c, v)) for c, v in concluded}
        probe = replace(found, rests=tuple(rests.values()))
        probes.append(probe)
        if project is not None and probe.reason is None:
            control = suggestion(probe, call.output, project)
            if control is not None:
                probes.append(control)
    return tuple(probes)


def _probe(msg: int, part: int, call: ToolCall, state: State, project: Project | None) -> Probe:
    text = (call.command or "").strip()
    found = label(text, state.cwd)
    cwd = _inside(state.cwd, project)
    reason, why = found.reason, found.why
    if reason is None:
        unmet = _unmet(call, state, text)
        if unmet is None and project is not None:
            unmet = _absent(found.tools, found.paths, cwd, call, project)
        if unmet is not None:
            reason, why = unmet
    tools = tuple(dict.fromkeys((*found.tools, *found.asked)))
    return Probe(
        id=f"p{msg}.{part}", msg=msg, part=part, command=text, kind=found.kind, mode=found.mode, cwd=cwd,
        exports=tuple(state.exports.values()), reason=reason, why=why, tools=tools, paths=found.paths, sensitive=found.sensitive,
    )  # fmt: skip


def _unmet(call: ToolCall, state: State, text: str) -> tuple[Reason, str] | None:
    if call.background:
        return "needs-state", "it ran in the background"
    if call.status == "interrupted":
        return "needs-state", "it was interrupted, so that there is nothing to compare with"
    absent = missing(text, state)
    if absent is not None:
        return "needs-state", absent
    if state.sourced is not None and state.sourced not in text and any(w in text for w in ("python", "pip", "pytest", "conda")):
        return "needs-state", f"{state.sourced} had been sourced before"
    return None


def _inside(cwd: str | None, project: Project | None) -> str | None:
    """The recorded folder as the sandbox has it."""
    if project is None or cwd is None:
        return cwd if project is None else project.seen
    if not cwd.startswith("/"):
        return posixpath.normpath(posixpath.join(project.seen, cwd))
    if project.recorded is None:
        return cwd
    top = project.recorded.rstrip("/")
    return project.seen + cwd[len(top) :] if cwd == top or cwd.startswith(top + "/") else cwd


def _absent(tools: Sequence[str], paths: Sequence[str], cwd: str | None, call: ToolCall, project: Project) -> tuple[Reason, str] | None:
    """Programs and files that are not here, unless the recorded output says that they were not there either."""
    folder = cwd or project.seen
    home = project.host(folder)
    if home is None:
        return "missing-file", f"it ran in {folder}, which is outside the project"
    if not home.is_dir():
        return "missing-file", f"there is no folder {folder} in the project"
    if any(said in call.output for said in _NOT_THERE):
        return None
    for tool in tools:
        if "/" in tool:
            continue
        if where(tool) is None and tool not in of.BUILTINS:
            return "missing-tool", f"{tool} is not installed here"
    for path in paths:
        if path.startswith(_ELSEWHERE) or any(c in path for c in "{=$"):
            continue
        place = project.host(posixpath.normpath(posixpath.join(folder, path)))
        if place is None:
            if path.startswith("/"):
                return "missing-file", f"{path} is outside the project"
        elif not (glob.glob(str(place)) if any(c in path for c in "*?[") else place.exists()):  # noqa: PTH207 - the path is absolute
            return "missing-file", f"{path} is not in the project"
    return None
