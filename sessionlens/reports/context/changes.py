"""Changes with what is left of each: applied, partly reverted, reverted."""

from dataclasses import dataclass

from sessionlens.model.facts import Change
from sessionlens.reports.context.common import STATE_WORD, base_name, change_name, name_of
from sessionlens.reports.lines import Line, counted, listed, say
from sessionlens.reports.scope import Scope

ROWS_AT_MOST = 60


@dataclass(frozen=True, slots=True)
class Row:
    """One change: `state` is applied, partial or reverted, as far as the report sees; `kept` says it in a word."""

    id: str
    msg: int
    name: str
    files: tuple[str, ...]
    hypothesis: str
    state: str
    kept: str
    undone_at: tuple[int, ...]
    commit: str


@dataclass(frozen=True, slots=True)
class File:
    """All changes of one file: how many stand, and the messages of them."""

    path: str
    messages: tuple[int, ...]
    standing: int
    reverted: int


@dataclass(frozen=True, slots=True)
class Changes:
    """`rows` are the changes that carry a name or a hypothesis, or that were undone; `files` sum up all of them by file; `lines` say
    what stands. `rows` is empty where no change is told from the others; then `files` are what there is to show."""

    rows: tuple[Row, ...]
    files: tuple[File, ...]
    lines: tuple[Line, ...]
    more: int


def build(scope: Scope) -> Changes | None:
    changes = scope.view.changes
    if not changes:
        return None
    rows = [_row(scope, c) for c in changes]
    telling = [r for r in rows if r.hypothesis or r.state != "applied"] if len(rows) > ROWS_AT_MOST // 2 else rows
    return Changes(tuple(telling[:ROWS_AT_MOST]), _files(changes, rows), _lines(scope, changes, rows), max(0, len(telling) - ROWS_AT_MOST))


def _row(scope: Scope, c: Change) -> Row:
    state = scope.view.state(c.id)
    undone = tuple(r.msg for r in scope.view.reversions if r.of == c.id)
    owners = [c.hypothesis] if c.hypothesis else list(scope.whole.sources(c.id, "motivates"))
    known = {h.id: name_of(h) for h in scope.whole.hypotheses}
    named = listed(known[o] for o in owners[:2] if o in known)
    return Row(c.id, c.msg, change_name(c), tuple(c.files), named, state, STATE_WORD[state], undone, (c.commit or "")[:10])


def _files(changes: tuple[Change, ...], rows: list[Row]) -> tuple[File, ...]:
    by_file: dict[str, list[Row]] = {}
    for change, row in zip(changes, rows, strict=True):
        for path in change.files:
            by_file.setdefault(path, []).append(row)
    files = [
        File(p, tuple(r.msg for r in rs), sum(r.state != "reverted" for r in rs), sum(r.state == "reverted" for r in rs))
        for p, rs in by_file.items()
    ]
    return tuple(sorted(files, key=lambda f: (-len(f.messages), f.path)))


def _lines(scope: Scope, changes: tuple[Change, ...], rows: list[Row]) -> tuple[Line, ...]:
    states = [r.state for r in rows]
    files = {base_name(f) for c in changes for f in c.files}
    reverted = [r for r in rows if r.state == "reverted"]
    partial = [r for r in rows if r.state == "partial"]
    what = counted(len(rows), "change") + (f" of {counted(len(files), 'file')}" if files else "")
    standing = states.count("applied")
    fates = [("stands" if standing == 1 else "stand", standing), ("partly reverted", len(partial)), ("reverted", len(reverted))]
    when = " as of this message" if scope.message is not None else ""
    return (say(f"{what}: {listed(f'{n} {word}' for word, n in fates if n)}{when}.", cites=[r.msg for r in rows]),)
