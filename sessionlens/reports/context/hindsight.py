"""Hindsight: what came after the message and bears on it. The only section that may look ahead, and it says so."""

from sessionlens.checks.claims.words import SECONDARY, tokens
from sessionlens.graph.names import key, keys
from sessionlens.model.frozen import Record
from sessionlens.reports import numbers
from sessionlens.reports.context import estimates, measurements
from sessionlens.reports.context.common import called, change_name
from sessionlens.reports.lines import Line, Quote, Word, say
from sessionlens.reports.scope import Scope

SHOWN = 12
SOON = 30
"""How many messages ahead a plan's step is looked for."""


class Hindsight(Record):
    lines: tuple[Line, ...]
    more: int


def build(scope: Scope) -> Hindsight | None:
    number = scope.message
    if number is None:
        return None
    lines = [
        *_claims(scope, number),
        *_fates(scope, number),
        *_reversions(scope, number),
        *_estimates(scope),
        *_measured(scope, number),
        *_next(scope, number),
    ]
    return Hindsight(tuple(lines[:SHOWN]), max(0, len(lines) - SHOWN)) if lines else None


_LEANS = {"supported": "borne out", "contradicted": "contradicted"}


def _claims(scope: Scope, number: int) -> list[Line]:
    """Conclusions of this message, or that rest on it, that later messages refuted."""
    out = []
    for c in scope.whole.conclusions:
        v = scope.whole.verdict(c.id)
        if v is None:
            continue
        if c.msg == number and (later := [m for m in v.overturned_by if m > number]):
            out.append(say(Quote(scope.clip(c.quote, 140)), " was refuted later", cites=later))
        elif c.msg > number and number in v.evidence and v.verdict in _LEANS:
            out.append(say("It became evidence: ", Quote(scope.clip(c.quote, 140)), f" is {_LEANS[v.verdict]} by it", cites=(c.msg,)))
    return out[:5]


def _fates(scope: Scope, number: int) -> list[Line]:
    """Hypotheses that stood at the message and were decided afterwards; those that the message names first."""
    message = scope.whole.message(number)
    named = keys(" ".join([message.text[:4000], *(c.command or "" for c in message.calls), *(c.output[:2000] for c in message.calls)]))
    out = []
    for h in scope.whole.hypotheses:
        if h.msg > number or h.decided_at is None or h.decided_at <= number:
            continue
        about = any(key(a) in named for a in h.aliases if key(a))
        out.append(
            (
                not about,
                h.decided_at,
                say(
                    *called(scope, h, 100), " was later ", Word(h.status), cites=[m for m in h.decided_by if m > number] or (h.decided_at,)
                ),
            )
        )
    return [line for _, _, line in sorted(out, key=lambda x: x[:2])[:5]]


def _reversions(scope: Scope, number: int) -> list[Line]:
    """Changes that stood at the message and were undone afterwards."""
    standing = {c.id: c for c in scope.view.changes if scope.view.state(c.id) != "reverted"}
    out = []
    for r in scope.whole.reversions:
        if r.msg > number and r.of in standing:
            extent = "partly " if r.partial else ""
            out.append(say(f"{change_name(standing[r.of])}, which stood here, was {extent}reverted", cites=(r.msg,)))
    return list(dict.fromkeys(out))[:5]


def _estimates(scope: Scope) -> list[Line]:
    found = estimates.build(scope)
    return [e.line for e in found.rows if e.later_msg > (scope.message or 0)] if found else []


def _measured(scope: Scope, number: int) -> list[Line]:
    """The next value of what was last measured before the message: the same metric, workload and label only."""
    out = []
    for group in measurements.groups_of(scope, scope.whole.measurements):
        if tokens(group.metric) & SECONDARY or not group.unit:
            continue
        for i, row in enumerate(group.rows):
            old = next(
                (r for r in reversed(group.rows[:i]) if r.config == row.config and not r.lost and r.measured[-1].msg <= number), None
            )
            if row.lost or old is None or row.measured[0].msg <= number:
                continue
            a, b = numbers.value_of(old.measured), numbers.value_of(row.measured)
            d = numbers.delta(a, b)
            if d is not None and d.sign and d.apart is not False:
                what = f"{group.metric}{f' of {row.config}' if row.config else ''}"
                was, now = (f"{numbers.number(x.mean, x.places)} {x.unit}".strip() for x in (a, b))
                said = f"{what} was {was} and was measured again as {now}"
                out.append((row.measured[0].msg, say(f"{said} ({d.percent})", cites=[m.msg for m in (*old.measured, *row.measured)])))
            break
    return [line for _, line in sorted(out, key=lambda x: x[0])[:3]]


def _next(scope: Scope, number: int) -> list[Line]:
    """What the agent ran next of the kind that it announced: the first benchmark, test, or profile within reach."""
    ahead = [m for m in range(number + 1, number + SOON + 1) if m in scope.whole.turns]
    for n, run in ((m, r) for m in ahead for r in scope.whole.turns[m].runs):
        found = next((a for a in run.actions if a.intent in ("benchmark", "test", "profile")), None)
        if found is not None:
            kind = {"benchmark": "benchmark", "test": "test run", "profile": "profile"}[found.intent]
            return [say(f"The next {kind} was {scope.clip(found.command.text, 100)}", cites=(n,))]
    return []
