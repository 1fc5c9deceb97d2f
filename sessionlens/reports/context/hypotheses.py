"""Hypotheses: prediction, tests, result, status, and the messages that decided."""

from collections import Counter

from sessionlens.model.facts import Hypothesis, Measurement, Verification
from sessionlens.model.frozen import Record
from sessionlens.model.words import Status
from sessionlens.reports import deciding
from sessionlens.reports.context.common import (
    change_name,
    judged,
    judged_words,
    name_of,
    plain_quote,
    shortened,
    status_at,
    suite_metric,
)
from sessionlens.reports.lines import Cite, Line, Quote, counted, listed, say
from sessionlens.reports.scope import Scope

ALL_IN_FULL, ROWS_AT_MOST = 8, 60
TITLE_AT_MOST, METRICS_SHOWN = 60, 3
_NAMELESS = frozenset(("value", "result", "count"))
"""Names that a parser gives where a tool printed none."""


class Row(Record):
    """One hypothesis. `lines` say what was predicted, done, and found; `status` is as of the report's message. `person` says that a
    person said it first; `worded` is what was judged where a later message put it in other words than `quote`, else ""."""

    id: str
    name: str
    aliases: tuple[str, ...]
    quote: str
    worded: str
    msg: int
    by: str
    prediction: str
    status: str
    decided_by: tuple[int, ...]
    person: bool
    lines: tuple[Line, ...]


class Hypotheses(Record):
    """`rows` are told in full; `idle` ones, open and with no run linked to them, in one line each where there are many. Of very many
    those that came to a decision are told first."""

    rows: tuple[Row, ...]
    idle: tuple[Line, ...]
    more: int


def build(scope: Scope) -> Hypotheses | None:
    chosen = [h for h in scope.hypotheses if scope.sees_message(h.msg)]
    if not chosen:
        return None
    names = Counter(name_of(h) for h in chosen)
    tests = {h.id: _tests(scope, h) for h in chosen}
    idle = [h for h in chosen if status_at(scope, h)[0] == "open" and not tests[h.id] and not scope.changes_of(h)]
    if len(chosen) <= ALL_IN_FULL:
        idle = []
    resting = {h.id for h in idle}
    told = [h for h in chosen if h.id not in resting]
    if len(told) > ROWS_AT_MOST:
        first = {h.id for h in sorted(told, key=lambda h: status_at(scope, h)[0] == "open")[:ROWS_AT_MOST]}
        told = [h for h in told if h.id in first]
    lines = tuple(say(judged(scope, h, 200), cites=(h.msg,)) for h in idle[:ROWS_AT_MOST])
    return Hypotheses(tuple(_row(scope, h, names, tests[h.id]) for h in told), lines, len(chosen) - len(told) - len(lines))


def _title(h: Hypothesis, names: Counter[str]) -> str:
    """Its name; where others bear the name, too, what was said of it follows."""
    name = name_of(h)
    return name if names[name] == 1 else f"{name}: {shortened(plain_quote(judged_words(h)), TITLE_AT_MOST)}"


def _tests(scope: Scope, h: Hypothesis) -> list[Measurement | Verification]:
    found = []
    for i in scope.whole.sources(h.id, "tests"):
        fact = scope.whole.fact(i)
        if isinstance(fact, (Measurement, Verification)) and scope.sees_message(fact.msg):
            found.append(fact)
    return sorted(found, key=lambda f: (f.msg, f.id))


def _row(scope: Scope, h: Hypothesis, names: Counter[str], tests: list[Measurement | Verification]) -> Row:
    status, decided = status_at(scope, h)
    lines: list[Line] = []
    if h.prediction:
        lines.append(say("Predicted: ", Quote(scope.clip(h.prediction, 200)), cites=(h.msg,)))
    changes = [c for c in scope.changes_of(h) if c.msg >= h.msg]  # what was made before it was said did not put it to work
    if changes:
        called = list(dict.fromkeys(change_name(c) for c in changes))
        shown = listed(called[:5]) if len(called) <= 5 else f"{', '.join(called[:5])} and {len(called) - 5} more"
        lines.append(say(f"Put to work by {counted(len(changes), 'change')} ({shown}).", cites=(c.msg for c in changes)))
    before = [t for t in tests if status == "open" or not decided or t.msg < decided[-1]]  # what a verdict's message ran came after it
    lines += _tested(before)
    if decided:
        lines.append(_decided(scope, h, status, decided))
        if status != "open" and not tests:
            lines.append(say("No run was found for it: it was decided by what was said.", cites=decided))
    elif not tests:
        lines.append(say("No run was found for it.", cites=(h.msg,)))
    elif status != "open":
        lines.append(say(f"Called {status}; no message that decided it was found.", cites=(h.msg,)))
    return Row(
        id=h.id,
        name=_title(h, names),
        aliases=h.aliases[1:6],
        quote=scope.clip(plain_quote(h.quote or h.text), 300),
        worded=scope.clip(plain_quote(h.text), 300) if h.worded else "",
        msg=h.msg,
        by=h.by,
        prediction=scope.clip(h.prediction or "", 200),
        status=status,
        decided_by=decided,
        person=h.by not in ("assistant", "agent", ""),
        lines=tuple(lines),
    )


def _decided(scope: Scope, h: Hypothesis, status: Status, decided: tuple[int, ...]) -> Line:
    """What became of it, in the words that decided it where they are found."""
    told = deciding.said(scope, h)
    if told is None:
        return say(_DECIDED[status], cites=decided)
    again = tuple(n for n in decided if n != told.msg)
    line = say(f"{_DECIDED[status].rstrip('.')}: ", Quote(scope.clip(told.quote, 220)), cites=(told.msg,))
    return (*line, "; also judged in ", Cite(again)) if again else line


_DECIDED = {
    "confirmed": "Confirmed.", "refuted": "Refuted.", "abandoned": "Given up undecided.", "open": "Spoken of, but not decided.",
}  # fmt: skip


def _tested(tests: list[Measurement | Verification]) -> list[Line]:
    measured = [t for t in tests if isinstance(t, Measurement) and (t.unit or t.direction != "unknown") and not suite_metric(t)]
    verified = [t for t in tests if isinstance(t, Verification)]
    lines = []
    if measured:
        metrics = [name for name, _ in Counter(m.metric for m in measured if m.metric and m.metric not in _NAMELESS).most_common()]
        more = [f"{len(metrics) - METRICS_SHOWN} more"] if len(metrics) > METRICS_SHOWN else []
        what = f" of {listed([*metrics[:METRICS_SHOWN], *more])}" if metrics else ""
        lines.append(say(f"Runs linked to it printed {counted(len(measured), 'value')}{what}.", cites=(m.msg for m in measured)))
    if verified:
        results = [v.result for v in verified]
        parts = [f"{results.count(r)} {r}" for r in ("pass", "fail", "inconclusive") if r in results]
        lines.append(say(f"Checked by {counted(len(verified), 'verification')} ({listed(parts)}).", cites=(v.msg for v in verified)))
    return lines
