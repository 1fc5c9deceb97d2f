"""What was undone: wholly or in part, and whether anybody looked afterwards."""

from sessionlens.model.facts import Change, Reversion
from sessionlens.model.frozen import Record
from sessionlens.reports.context.common import base_name, change_name, codes, command_of, first_line
from sessionlens.reports.lines import Code, Line, Piece, Strong, listed, say
from sessionlens.reports.scope import Scope


class Row(Record):
    """One undoing: `of` are the names of the changes that it undid, made in the messages `of_msgs`. `whole` says that nothing of them is
    left; `verified` that a look afterwards confirmed it."""

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
        command = scope.clip(first_line(command_of(scope, r)), 100)
        groups.setdefault((r.msg, command, r.partial, r.verified), []).append(r)
    rows = tuple(_row(scope, key[1], group) for key, group in groups.items())
    return Reversions(rows, sum(r.partial for r in found), sum(not (r.verified or r.restored) for r in found))


def _row(scope: Scope, command: str, group: list[Reversion]) -> Row:
    """One undoing, of all the changes that it undid."""
    first = group[0]
    targets = [t for r in group if r.of and r.of in scope.whole.graph.nodes and isinstance(t := scope.whole.fact(r.of), Change)]
    names = tuple(dict.fromkeys(change_name(t) for t in targets))
    files = tuple(dict.fromkeys(base_name(f) for r in group for f in r.files))
    pieces: list[Piece] = [Strong(listed(names[:4]) if names else "A change")]
    pieces.append(f"{f' and {len(names) - 4} more' if len(names) > 4 else ''} {'were' if len(names) > 1 else 'was'} undone ")
    pieces.append("in part" if first.partial else "wholly")
    if files and files != names:
        pieces += [" in ", *codes(files, 3)]
    if command:
        pieces += [" by ", Code(command)]
    pieces.append("" if targets else "; what was undone was not made in sight")
    if all(r.restored for r in group):
        pieces.append(" for a trial, and put back in the same message.")
    else:
        pieces.append(
            "; a look afterwards confirmed it." if first.verified else "; nothing that was run afterwards is known to confirm it."
        )
    made = tuple(sorted({t.msg for t in targets}))
    line = say(*pieces, cites=[first.msg, *made])
    return Row(first.id, first.msg, names, made, not first.partial, first.verified, files, command, line)
