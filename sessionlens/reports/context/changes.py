"""Changes with what is left of each: applied, partly reverted, reverted."""

from collections import Counter
from collections.abc import Mapping, Sequence

from sessionlens.model.facts import Change
from sessionlens.model.frozen import Record
from sessionlens.reports.context.common import STATE_WORD, base_name, name_of, short_path
from sessionlens.reports.lines import Line, counted, listed, say
from sessionlens.reports.scope import Scope

ROWS_AT_MOST, ALL_AT_MOST = 40, 12
FILES_AT_MOST = 60


class Row(Record):
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


class File(Record):
    """All changes of one file: how many stand, and the messages of them. `path` is the file, shortened. `standing` counts the edits that
    stand. `reverted` counts those that were undone."""

    path: str
    messages: tuple[int, ...]
    standing: int
    reverted: int


class Changes(Record):
    """`rows` are the changes that carry a name or a hypothesis, or that were undone, `folded` the others; `files` sum up all of them by
    file; `lines` say what stands. Of few changes all are rows."""

    rows: tuple[Row, ...]
    folded: tuple[Row, ...]
    files: tuple[File, ...]
    lines: tuple[Line, ...]
    more: int


def build(scope: Scope) -> Changes | None:
    """All changes but those that only took back what the session had made: they stand among the reversions."""
    changes = tuple(c for c in scope.view.changes if not scope.clears(c))
    if not changes:
        return None
    states = {c.id: scope.view.state(c.id) for c in changes}
    owned = {c.id for h in scope.whole.hypotheses for c in scope.changes_of(h)}
    telling = [c for c in changes if c.names or c.id in owned or states[c.id] != "applied"] if len(changes) > ALL_AT_MOST else changes
    shown = telling[:ROWS_AT_MOST]
    known = {c.id for c in shown}
    rest = [c for c in changes if c.id not in known]
    return Changes(
        tuple(_row(scope, c) for c in shown),
        tuple(_row(scope, c) for c in rest[:ROWS_AT_MOST]),
        _files(changes, states),
        _lines(scope, changes, states),
        max(0, len(rest) - ROWS_AT_MOST),
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


def _files(changes: Sequence[Change], states: Mapping[str, str]) -> tuple[File, ...]:
    by_file: dict[str, list[Change]] = {}
    for change in changes:
        for path in change.files:
            by_file.setdefault(path, []).append(change)
    files = []
    for path, made in by_file.items():
        undone = sum(states[c.id] == "reverted" for c in made)
        files.append(File(short_path(path), tuple(c.msg for c in made), len(made) - undone, undone))
    return tuple(sorted(files, key=lambda f: (-len(f.messages), f.path))[:FILES_AT_MOST])


def _lines(scope: Scope, changes: Sequence[Change], states: Mapping[str, str]) -> tuple[Line, ...]:
    files = {base_name(f) for c in changes for f in c.files}
    what = counted(len(changes), "change") + (f" of {counted(len(files), 'file')}" if files else "")
    often = Counter(states.values())
    standing = often["applied"]
    fates = [("stands" if standing == 1 else "stand", standing), ("partly reverted", often["partial"]), ("reverted", often["reverted"])]
    when = " as of this message" if scope.message is not None else ""
    return (say(f"{what}: {listed(f'{n} {word}' for word, n in fates if n)}{when}.", cites=[c.msg for c in changes]),)
