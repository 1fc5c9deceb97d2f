"""What was undone: wholly or in part, and whether anybody looked afterwards."""

from sessionlens.model.facts import Change, Reversion, Verification
from sessionlens.model.frozen import Record
from sessionlens.reports.context.common import base_name, codes, command_of, first_line, undone_name
from sessionlens.reports.lines import Code, Line, Piece, Strong, listed, say
from sessionlens.reports.scope import Scope
from sessionlens.text.regex import regex

_CHECKS = frozenset(("tests", "build", "lint", "equal", "presence", "check", "database"))
"""Checks that can tell whether something is gone; a tree's state tells it of files only."""


_COMMAND = regex(r"[a-z][\w./-]*\s+[^=\s]")
"""How a line of a script begins that a shell runs, and not the program inside it."""


_BACK = regex(
    r"\b(?:git (?:-C \S+ )?(?:checkout|restore|stash|reset|revert|apply|show|clean|worktree remove)|sed|perl|cp|mv|rm|rsync|patch)\b"
)
_SCRIPT = regex(r"\s*(?:(?:&&|;|\|\|)\s*)?[\w./-]+(?: -)?\s*<<.*$")


class Row(Record):
    """One undoing: `of` are the names of the changes that it undid, made in the messages `of_msgs`. `whole` says that nothing of them is
    left; `verified` that it was looked at or checked afterwards."""

    id: str
    msg: int
    of: tuple[str, ...]
    of_msgs: tuple[int, ...]
    whole: bool
    verified: bool
    files: tuple[str, ...]
    command: str
    line: Line


class Reversions(Record):
    """`partial` counts those that undid only a part, `unverified` those that nobody looked at afterwards."""

    rows: tuple[Row, ...]
    partial: int
    unverified: int


def build(scope: Scope) -> Reversions | None:
    found = scope.view.reversions
    if not found:
        return None
    groups: dict[tuple[int, str, bool, bool], list[Reversion]] = {}
    for r in found:
        command = scope.clip(_telling(command_of(scope, r), r), 100)
        groups.setdefault((r.msg, command, r.partial, r.verified), []).append(r)
    rows = tuple(_row(scope, key[1], group) for key, group in groups.items())
    return Reversions(rows, sum(r.partial for r in found), sum(not (r.verified or r.restored) for r in found))


def _row(scope: Scope, command: str, group: list[Reversion]) -> Row:
    """One undoing, of all the changes that it undid."""
    first = group[0]
    targets = [t for r in group if r.of and r.of in scope.whole.graph.nodes and isinstance(t := scope.whole.fact(r.of), Change)]
    names = tuple(dict.fromkeys(undone_name(scope, t) if t.names or t.files else f"the change of message {t.msg}" for t in targets))
    files = tuple(dict.fromkeys(base_name(f) for r in group for f in r.files))
    pieces: list[Piece] = [Strong(listed(names[:4]) if names else "a change")]
    were = "were" if len(names) > 1 or " and " in "".join(names) else "was"
    pieces.append(f"{f' and {len(names) - 4} more' if len(names) > 4 else ''} {were} undone ")
    pieces.append("in part" if first.partial else "wholly")
    if files and files != names:
        pieces += [" in ", *codes(files, 3)]
    if command:
        pieces += [" by ", Code(command)]
    pieces.append("" if targets else "; what was undone was not made in sight")
    if all(r.restored for r in group):
        pieces.append(" for a trial, and put back in the same message.")
    elif again := max((r.again or 0 for r in group if not scope.view.lasts(r)), default=0):
        pieces.append(f"; it was put back in message {again}.")
    else:
        pieces.append(_after(scope, first))
    made = tuple(sorted({t.msg for t in targets}))
    line = say(*pieces, cites=[first.msg, *made])
    return Row(first.id, first.msg, names, made, not first.partial, first.verified, files, command, line)


def _telling(command: str, r: Reversion) -> str:
    """The line of a command that took something back and names what, without a script that begins in it; else a line that names it, or
    the first, unless that only begins a script."""
    names = [base_name(f) for f in r.files]
    lines = [_SCRIPT.sub("", line) for line in command.split("\n") if _COMMAND.match(line)]
    named = [line for line in lines if any(n in line for n in names)]
    back = [line for line in named if _BACK.search(line)] or [line for line in lines if _BACK.search(line)]
    first = first_line(command)
    return next(iter(back or named), "" if "<<" in first else first)


def _after(scope: Scope, r: Reversion) -> str:
    """What was done afterwards to see whether it is gone."""
    if not r.verified:
        return "; nothing that was run afterwards is known to confirm it."
    passed = any(v.result == "pass" and v.topic in _CHECKS and (r.msg, r.part) <= (v.msg, v.part) for v in _near(scope, r.msg))
    return "; a check with it or after it passed." if passed else "; what is left was looked at afterwards."


def _near(scope: Scope, msg: int) -> list[Verification]:
    return [v for v in scope.view.verifications if msg <= v.msg <= msg + 1]
