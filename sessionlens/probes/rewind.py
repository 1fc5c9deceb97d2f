"""The project's files as they were at a message: the session's own later edits, undone.

An edit that the transcript records by its old and new text can be undone in today's file if the new text stands there exactly once.
The results are laid over the files inside the sandbox; the project itself is not touched. What cannot be undone (a shell command's
edit, a whole file written anew, a text that is gone or stands there twice) leaves the file as it is today, and that is told.
"""

import os
import posixpath
from collections.abc import Sequence
from dataclasses import dataclass

from sessionlens.graph.view import View
from sessionlens.model.facts import Change, Reversion
from sessionlens.model.session import FileEdit
from sessionlens.probes.project import Project
from sessionlens.probes.secrets import is_secret


@dataclass(frozen=True, slots=True)
class Step:
    """One recorded edit of a file: where, of which file (absolute, as the session saw it), and the texts if they are known."""

    msg: int
    part: int
    path: str
    edit: FileEdit | None


@dataclass(frozen=True, slots=True)
class Past:
    """Files of the project as of a message. `files` are contents to lay over today's (path inside, bytes), `undone` counts edits,
    `lost` are the files that could not be brought back (path, the message that changed it)."""

    files: tuple[tuple[str, bytes], ...] = ()
    undone: int = 0
    lost: tuple[tuple[str, int], ...] = ()


def history(view: View) -> tuple[Step, ...]:
    """Every edit of a file that the session made, oldest first."""
    top = view.session.cwd or ""
    steps: list[Step] = []
    for msg, run in view.runs():
        call = run.call
        if call.edits and call.status != "error":
            steps += [Step(msg, run.part, _absolute(e.path, call.cwd or top), e) for e in call.edits]
    made: tuple[Change | Reversion, ...] = (*view.changes, *view.reversions)
    for change in made:
        written = {s.path for s in steps if s.msg == change.msg}
        for name in change.files:
            path = _absolute(name, top)
            if path not in written and not any(w.endswith("/" + name) for w in written):
                steps.append(Step(change.msg, change.part, path, None))
    return tuple(sorted(steps, key=lambda s: (s.msg, s.part)))


def _absolute(path: str, top: str) -> str:
    return posixpath.normpath(posixpath.join(top, path))


def past(steps: Sequence[Step], msg: int, part: int, project: Project) -> Past:
    """The files that the session changed after a tool call, as they were then."""
    later: dict[str, list[Step]] = {}
    for step in steps:
        if (step.msg, step.part) > (msg, part):
            later.setdefault(step.path, []).append(step)
    files: list[tuple[str, bytes]] = []
    lost: list[tuple[str, int]] = []
    undone = 0
    for path, changes in sorted(later.items()):
        inside = _inside(path, project)
        place = project.host(inside) if inside else None
        if inside is None or place is None or any(map(is_secret, inside.split("/"))):
            continue
        before = _before(place.read_bytes(), changes) if place.is_file() and os.access(place, os.R_OK) else None
        if before is None:
            lost.append((inside, changes[0].msg))
        else:
            undone += len(changes)
            files.append((inside, before))
    return Past(tuple(files), undone, tuple(lost))


def _inside(path: str, project: Project) -> str | None:
    """The path inside of a file that the session knew; None for one outside the project."""
    top = project.recorded
    if top and (path == top or path.startswith(top.rstrip("/") + "/")):
        return project.seen + path[len(top.rstrip("/")) :]
    return path if path.startswith(project.seen + "/") else None


def _before(content: bytes, changes: Sequence[Step]) -> bytes | None:
    for step in reversed(changes):
        edit = step.edit
        if edit is None or edit.op != "update" or edit.old is None or not edit.new:
            return None
        old, new = edit.old.encode(errors="surrogatepass"), edit.new.encode(errors="surrogatepass")
        if content.count(new) != 1:
            return None
        content = content.replace(new, old)
    return content
