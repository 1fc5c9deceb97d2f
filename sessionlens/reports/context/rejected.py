"""Tried and rejected: hypotheses that were refuted or dropped and changes that were undone, each with what spoke against it."""

import re

from sessionlens.facts.aliases import content
from sessionlens.model.facts import Change, Conclusion, Hypothesis
from sessionlens.model.frozen import Record
from sessionlens.reports import deciding
from sessionlens.reports.context.common import judged_words, name_of, own_name, status_at, undone_name
from sessionlens.reports.lines import Line, Quote, Word, say
from sessionlens.reports.scope import Scope
from sessionlens.text.regex import regex

SHOWN = 20
_TAKEN_OUT = regex(r"\b(?:revert\w*|undone|put back|restored|removed|out again)\b", re.I)
_TEMPORARY = regex(r"(?:^|[\\/_.-])(?:te?mp|scratch)(?=[\\/_.-]|$)", re.I)
AGAINST_AT_MOST = 2
WEIGHTY = ("percent", "delta", "ratio", "range", "ranking", "level", "tests", "state", "causal")


class Row(Record):
    """One thing tried: `against` are the statements that decided it with their verdicts, `undone` the messages that took it back. `what`
    is it in the agent's words; `fate` is refuted, abandoned or undone; `tried` are the messages that tried it."""

    name: str
    what: str
    fate: str
    tried: tuple[int, ...]
    against: tuple[Line, ...]
    undone: tuple[int, ...]

    @property
    def told(self) -> Line:
        """What it was, in the agent's words."""
        return (Quote(self.what),)


class Rejected(Record):
    rows: tuple[Row, ...]
    more: int


def build(scope: Scope) -> Rejected | None:
    rows: list[Row] = []
    owned: set[str] = set()
    for h in scope.hypotheses:
        if not scope.sees_message(h.msg):
            continue
        status, decided = status_at(scope, h)
        if status in ("refuted", "abandoned"):
            changes = scope.changes_of(h)
            owned |= {c.id for c in changes}
            rows.append(_belief(scope, h, status, decided, changes))
    rows += _undone(scope, owned)
    return Rejected(tuple(rows[:SHOWN]), max(0, len(rows) - SHOWN)) if rows else None


def _belief(scope: Scope, h: Hypothesis, status: str, decided: tuple[int, ...], changes: list[Change]) -> Row:
    what = scope.clip(judged_words(h), 140) if own_name(h) else ""
    told = deciding.said(scope, h)
    if told is not None:
        against: tuple[Line, ...] = (say(Quote(scope.clip(told.quote, 200)), cites=(told.msg,)),)
    else:
        against = tuple(say(Quote(scope.clip(c.quote, 140)), *_verdict(scope, c), cites=(c.msg,)) for c in _against(scope, h))
    undone = sorted({m for c in changes for m in scope.undone_at(c.id)})
    return Row(name_of(h), what, status, tuple(sorted({h.msg, *(c.msg for c in changes), *decided})), against, tuple(undone))


def _against(scope: Scope, h: Hypothesis) -> list[Conclusion]:
    """The statements about it that oppose it and stand on evidence, those with numbers first."""
    facts = [scope.whole.fact(i) for i in scope.whole.sources(h.id, "opposes")]
    topic = content(judged_words(h)) | {a.lower() for a in h.aliases}
    found = [f for f in facts if isinstance(f, Conclusion) and scope.sees_message(f.msg) and _speaks(f)]
    found = [f for f in found if topic & (content(f.quote) | set(f.quote.lower().split()))]

    def rank(c: Conclusion) -> tuple[bool, bool, int, str]:
        v = scope.view.verdict(c.id)
        return v is None or v.verdict != "supported", v is None or v.claim not in WEIGHTY or c.statement.kind == "cell", -c.msg, c.id

    return sorted(found, key=rank)[:AGAINST_AT_MOST]


def _speaks(c: Conclusion) -> bool:
    """Whether a statement says by itself what spoke against something: no cell, no scrap, and not just that it was taken out."""
    return c.statement.kind != "cell" and len(c.quote.split()) > 3 and not _TAKEN_OUT.search(c.quote)


def _verdict(scope: Scope, c: Conclusion) -> tuple[str | Word, ...]:
    v = scope.view.verdict(c.id)
    return (" ", Word(v.verdict)) if v else ()


def _scratch(c: Change) -> bool:
    """Whether a change only made something to work with, which was cleared away: a test for once, a second worktree."""
    if c.names or c.hypothesis:
        return False
    named = bool(c.files) and all(_TEMPORARY.search(f) for f in c.files)
    return named or (all(e.op == "add" for e in c.edits) if c.edits else "git worktree add" in (c.command or ""))


def _counter_test(scope: Scope, c: Change) -> bool:
    """Whether a message broke something only to see a test fail, and put it right again: that is no option that was turned down."""
    if c.names or c.hypothesis or c.msg not in scope.undone_at(c.id) or c.msg not in scope.whole.turns:
        return False
    ran = {a.intent for run in scope.whole.turns[c.msg].runs for a in run.actions}
    return "test" in ran and ran.isdisjoint(("benchmark", "profile", "run"))


def _undone(scope: Scope, owned: set[str]) -> list[Row]:
    """Changes that were undone and belong to no rejected hypothesis, those of one name together; one that was made again is none, nor
    is scratch work."""
    groups: dict[str, list[Change]] = {}
    stands = {(e.path, e.new) for c in scope.view.changes if scope.view.state(c.id) == "applied" for e in c.edits if e.new}
    for c in scope.view.changes:
        if _scratch(c) or _counter_test(scope, c) or (c.edits and all((e.path, e.new) in stands for e in c.edits if e.new)):
            continue
        if c.id not in owned and scope.view.state(c.id) == "reverted":
            groups.setdefault(undone_name(scope, c), []).append(c)
    rows = []
    for name, group in groups.items():
        _, colon, said = group[0].text.partition(": ")
        undone = sorted({m for c in group for m in scope.undone_at(c.id)})
        rows.append(Row(name, scope.clip(said if colon else "", 140), "undone", tuple(c.msg for c in group), (), tuple(undone)))
    return rows
