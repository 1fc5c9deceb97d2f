"""What was undone: wholly or in part, and whether anybody looked afterwards."""

from dataclasses import dataclass

from sessionlens.model.facts import Change
from sessionlens.reports.context.common import base_name, change_name, codes, command_of, first_line
from sessionlens.reports.lines import Code, Line, Piece, Strong, say
from sessionlens.reports.scope import Scope


@dataclass(frozen=True, slots=True)
class Row:
    id: str
    msg: int
    of: str
    of_msg: int | None
    whole: bool
    verified: bool
    files: tuple[str, ...]
    command: str
    line: Line


@dataclass(frozen=True, slots=True)
class Reversions:
    rows: tuple[Row, ...]
    partial: int
    unverified: int


def build(scope: Scope) -> Reversions | None:
    rows = []
    for r in scope.view.reversions:
        command = scope.clip(first_line(command_of(scope, r)), 100)
        target = scope.whole.fact(r.of) if r.of and r.of in scope.whole.graph.nodes else None
        name = change_name(target) if isinstance(target, Change) else ""
        extent = "in part" if r.partial else "wholly"
        pieces: list[Piece] = [Strong(name or "A change"), f" was undone {extent}"]
        if r.files:
            pieces += [" in ", *codes((base_name(f) for f in r.files), 3)]
        if command:
            pieces += [" by ", Code(command)]
        if not name:
            pieces.append("; what was undone was not made in sight" if r.of is None else "")
        pieces.append("; a look afterwards confirmed it." if r.verified else "; nothing that was run afterwards is known to confirm it.")
        cites = [r.msg, *([r.of_msg] if r.of_msg else [])]
        rows.append(Row(r.id, r.msg, name, r.of_msg, not r.partial, r.verified, r.files, command, say(*pieces, cites=cites)))
    if not rows:
        return None
    return Reversions(tuple(rows), sum(not r.whole for r in rows), sum(not r.verified for r in rows))
