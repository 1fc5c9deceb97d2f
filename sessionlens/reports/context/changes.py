"""Changes with what is left of each: applied, partly reverted, reverted."""

from dataclasses import dataclass

from sessionlens.model.facts import Change
from sessionlens.reports.context.common import STATE_WORD, base_name, name_of, short_path
from sessionlens.reports.lines import Line, counted, listed, say
from sessionlens.reports.scope import Scope

ROWS_AT_MOST, ALL_AT_MOST = 40, 12
FILES_AT_MOST = 60


@dataclass(frozen=True, slots=True)
class Row:
    """One change: `state` is applied, partial or reverted, as far as the report sees; `kept` says it in a word. `name` is what it goes
    by ("B1"), "" for most; `what` is the agent's word on it. `undone_at` are the messages that undid it."""

    id: str
    msg: int
    name: str
    what: str
    files: tuple[str, ...]
    hypothesis: str
    state: str
    kept: str
    undone_at: tuple[int, ...]
    commit: str


@dataclass(frozen=True, slots=True)
class File:
    """All changes of one file: how many stand, and the messages of them. `path` is the file, shortened. `standing` counts the edits that
    stand. `reverted` counts those that were undone."""

    path: str
    messages: tuple[int, ...]
    standing: int
    reverted: int


@dataclass(frozen=True, slots=True)
class Changes:
    """`rows` are the changes that carry a name or a hypothesis, or that were undone, `folded` the others; `files` sum up all of them by
    file; `lines` say what stands. Of few changes all are rows."""

    rows: tuple[Row, ...]
    folded: tuple[Row, ...]
    files: tuple[File, ...]
    lines: tuple[Line, ...]
    more: int


def build(scope: Scope) -> Changes | None:
    """All changes but those that only took back what the session had made: they stand among the reversions."""
    cleared = {(r.msg, path) for r in scope.whole.reversions for path in r.files}
    changes = tuple(c for c in scope.view.changes if not c.files or not all((c.msg, path) in cleared for path in c.files))
    if not changes:
        return None
    rows = [_row(scope, c) for c in changes]
    telling = [r for r in rows if r.name or r.hypothesis or r.state != "applied"] if len(rows) > ALL_AT_MOST else rows
    shown = telling[:ROWS_AT_MOST]
    known = {r.id for r in shown}
    rest = [r for r in rows if r.id not in known]
    return Changes(
        tuple(shown), tuple(rest[:ROWS_AT_MOST]), _files(changes, rows), _lines(scope, changes, rows), max(0, len(rest) - ROWS_AT_MOST)
    )


def _row(scope: Scope, c: Change) -> Row:
    state = scope.view.state(c.id)
    undone = tuple(scope.undone_at(c.id))
    owners = [c.hypothesis] if c.hypothesis else list(scope.whole.sources(c.id, "motivates"))
    named = listed([name_of(h) for o in owners[:2] for h in scope.whole.hypotheses if h.id == o])
    return Row(
        c.id,
        c.msg,
        ", ".join(c.names[:2]),
        _what(scope, c),
        tuple(map(short_path, c.files)),
        named,
        state,
        STATE_WORD[state],
        undone,
        (c.commit or "")[:10],
    )


def _what(scope: Scope, c: Change) -> str:
    """What the agent said of it: a change's text begins with its files."""
    _, colon, said = c.text.partition(": ")
    return scope.clip(said if colon else "", 110)


def _files(changes: tuple[Change, ...], rows: list[Row]) -> tuple[File, ...]:
    by_file: dict[str, list[Row]] = {}
    for change, row in zip(changes, rows, strict=True):
        for path in change.files:
            by_file.setdefault(path, []).append(row)
    files = [
        File(short_path(p), tuple(r.msg for r in rs), sum(r.state != "reverted" for r in rs), sum(r.state == "reverted" for r in rs))
        for p, rs in by_file.items()
    ]
    return tuple(sorted(files, key=lambda f: (-len(f.messages), f.path))[:FILES_AT_MOST])


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
