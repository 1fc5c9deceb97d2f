"""Hypotheses: prediction, tests, result, status, and the messages that decided."""

from dataclasses import dataclass

from sessionlens.model.facts import Hypothesis, Measurement, Verification
from sessionlens.reports.context.common import change_name, name_of, status_at
from sessionlens.reports.lines import Line, Quote, counted, listed, say
from sessionlens.reports.scope import Scope


@dataclass(frozen=True, slots=True)
class Row:
    """One hypothesis. `lines` say what was predicted, done, and found; `status` is as of the report's message."""

    id: str
    name: str
    aliases: tuple[str, ...]
    quote: str
    msg: int
    by: str
    prediction: str
    status: str
    decided_by: tuple[int, ...]
    person: bool
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Hypotheses:
    rows: tuple[Row, ...]
    untested: int


def build(scope: Scope) -> Hypotheses | None:
    chosen = [h for h in scope.hypotheses if scope.sees_message(h.msg)]
    rows = tuple(_row(scope, h) for h in chosen)
    return Hypotheses(rows, sum(not _tests(scope, h) for h in chosen)) if rows else None


def _tests(scope: Scope, h: Hypothesis) -> list[Measurement | Verification]:
    found = []
    for i in scope.whole.sources(h.id, "tests"):
        fact = scope.whole.fact(i)
        if isinstance(fact, Measurement | Verification) and scope.sees_message(fact.msg):
            found.append(fact)
    return sorted(found, key=lambda f: (f.msg, f.id))


def _row(scope: Scope, h: Hypothesis) -> Row:
    status, decided = status_at(scope, h)
    lines: list[Line] = []
    if h.prediction:
        lines.append(say("Predicted: ", Quote(scope.clip(h.prediction, 200)), cites=(h.msg,)))
    changes = [c for c in scope.view.changes if c.hypothesis == h.id or c.id in scope.whole.targets(h.id, "motivates")]
    if changes:
        names = list(dict.fromkeys(change_name(c) for c in changes))
        shown = listed(names[:5]) if len(names) <= 5 else f"{', '.join(names[:5])} and {len(names) - 5} more"
        lines.append(say(f"Put to work by {counted(len(changes), 'change')} ({shown}).", cites=(c.msg for c in changes)))
    lines += _tested(scope, h)
    if decided:
        unlinked = "" if _tests(scope, h) or status == "open" else " by what was said there; no run is linked to it"
        lines.append(say(f"{_DECIDED[status].rstrip('.')}{unlinked}.", cites=decided))
    elif not _tests(scope, h):
        lines.append(say("No run is linked to it.", cites=(h.msg,)))
    elif status != "open":
        lines.append(say(f"Called {status}; no message that decided it was found.", cites=(h.msg,)))
    return Row(
        h.id, name_of(h), h.aliases[1:6], scope.clip(h.quote or h.text, 300), h.msg, h.by, scope.clip(h.prediction or "", 200), status,
        decided,
        h.by not in ("assistant", "agent", ""), tuple(lines),
    )  # fmt: skip


_DECIDED = {
    "confirmed": "Confirmed.", "refuted": "Refuted.", "abandoned": "Abandoned without a decision.", "open": "Spoken of, but not decided.",
}  # fmt: skip


def _tested(scope: Scope, h: Hypothesis) -> list[Line]:
    tests = _tests(scope, h)
    measured = [t for t in tests if isinstance(t, Measurement)]
    verified = [t for t in tests if isinstance(t, Verification)]
    lines = []
    if measured:
        metrics = list(dict.fromkeys(m.metric for m in measured if m.metric))
        what = f" of {listed(metrics[:3])}" if metrics else ""
        more = " and other metrics" if len(metrics) > 3 else ""
        lines.append(say(f"Tested by {counted(len(measured), 'measurement')}{what}{more}.", cites=(m.msg for m in measured)))
    if verified:
        results = [v.result for v in verified]
        parts = [f"{results.count(r)} {r}" for r in ("pass", "fail", "inconclusive") if r in results]
        lines.append(say(f"Checked by {counted(len(verified), 'verification')} ({listed(parts)}).", cites=(v.msg for v in verified)))
    return lines
