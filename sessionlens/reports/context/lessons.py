"""What went well, what went poorly, where there was luck: each line from a rule over the facts, each with its messages.

Well is what a careful investigator does and this one did: repeats, controls, predictions before results, a look after an undoing.
Poorly is what the rules of method found and what the tools contradicted. Luck is what was said or relied on before it was shown, and
turned out to be so.
"""

from functools import cache

from sessionlens.model.facts import Conclusion, Verification
from sessionlens.model.frozen import Record
from sessionlens.model.words import ISSUES
from sessionlens.reports.context import verifications
from sessionlens.reports.lines import Line, Quote, counted, say
from sessionlens.reports.scope import Scope

SHOWN = 6
LOOKED_AT = 100
"""How many checks of a kind are looked at for one that carried less far than it seemed, and a whole one after it."""
REPEATS = 3
TELLING = 4


class Lessons(Record):
    """`well`, `poorly` and `lucky` are sentences, each with its messages."""

    well: tuple[Line, ...]
    poorly: tuple[Line, ...]
    lucky: tuple[Line, ...]


def build(scope: Scope) -> Lessons | None:
    well, poorly, lucky = _well(scope), _poorly(scope), _lucky(scope)
    return Lessons(tuple(well[:SHOWN]), tuple(poorly[:SHOWN]), tuple(lucky[:SHOWN])) if well or poorly or lucky else None


def _well(scope: Scope) -> list[Line]:
    view = scope.view
    lines = []
    predicted = [h for h in view.hypotheses if h.prediction and h.decided_at is not None and h.decided_at > h.msg]
    if predicted:
        cites = [m for h in predicted for m in (h.msg, h.decided_at or h.msg)]
        lines.append(say(f"A prediction stood before the result in {counted(len(predicted), 'case')}.", cites=cites))
    repeated = sorted({m.msg for m in view.measurements if (m.n or 0) >= REPEATS or len(m.samples) >= REPEATS} | _series(scope))
    if repeated:
        lines.append(say(f"Values were measured {REPEATS} times or more before they were compared.", cites=repeated))
    controls = [v.msg for v in view.verifications if v.topic == "control"]
    if controls:
        lines.append(say("A control was run.", cites=controls))
    looked = [r for r in view.reversions if r.verified]
    if looked:
        lines.append(say(f"{counted(len(looked), 'undoing was', 'undoings were')} looked at afterwards.", cites=[r.msg for r in looked]))
    caught = _caught(scope)
    if caught:
        lines.append(say("A failing check was followed by another change and a check that passed.", cites=caught))
    owned = [(c, later) for c, v in scope.judged() if v.overturned_by and (later := _corrected(scope, c, v.overturned_by))]
    lines += [say("The agent corrected itself: ", Quote(scope.clip(c.quote, 120)), cites=(c.msg, *later)) for c, later in owned[:2]]
    return lines


def _series(scope: Scope) -> set[int]:
    """Messages that printed at least `REPEATS` values of one metric under one label."""
    counts: dict[tuple[int, str, str], int] = {}
    for m in scope.view.measurements:
        if m.unit and m.direction != "unknown":
            counts[(m.msg, m.metric, m.config)] = counts.get((m.msg, m.metric, m.config), 0) + 1
    return {msg for (msg, _, _), n in counts.items() if n >= REPEATS}


def _caught(scope: Scope) -> list[int]:
    """The first test run that failed, with the next that passed after a change in between."""
    tests = [v for v in scope.view.verifications if v.topic == "tests"]
    edits = [c.msg for c in (*scope.view.changes, *scope.view.reversions)]
    for bad in (v for v in tests if v.result == "fail"):
        good = next((v for v in tests if v.msg > bad.msg and v.result == "pass"), None)
        if good is not None and any(bad.msg < m <= good.msg for m in edits):
            return [bad.msg, good.msg]
    return []


def _corrected(scope: Scope, c: Conclusion, later: tuple[int, ...]) -> list[int]:
    return [m for m in later if m > c.msg and scope.sees_message(m)]


def _poorly(scope: Scope) -> list[Line]:
    lines = []
    wrong = [(c, v) for c, v in scope.judged() if v.verdict == "contradicted"]
    if wrong:
        lines.append(
            say(
                f"{counted(len(wrong), 'statement is', 'statements are')} contradicted by what the tools had printed.",
                cites=[c.msg for c, _ in wrong],
            )
        )
    rank = {"high": 0, "medium": 1, "low": 2}
    groups = [[f for f in scope.findings() if f.issue == issue and issue != "wrong-arithmetic"] for issue in ISSUES]
    groups = sorted((g for g in groups if g), key=lambda g: (min(rank[f.confidence] for f in g), -len(g), g[0].issue))
    for group in groups:
        lines.append(say(f"{group[0].issue.replace('-', ' ').capitalize()}, {counted(len(group), 'place')}.", cites=[f.msg for f in group]))
    return lines


def _lucky(scope: Scope) -> list[Line]:
    lines: list[Line] = []
    shown = {_said(c): c.msg for c, v in scope.judged() if v.verdict == "supported"}
    for c, v in scope.judged():
        if len(lines) == SHOWN:
            break
        if c.statement.kind == "cell" or len(c.quote.split()) < TELLING:
            continue
        if v.verdict in ("unsupported", "undecidable") and (later := shown.get(_said(c), 0)) > c.msg:
            told = say("Said before anything showed it, and shown later: ", Quote(scope.clip(c.quote, 120)), cites=(c.msg, later))
            lines.append(told)
    return [*lines, *_passed_anyway(scope)]


def _said(c: Conclusion) -> str:
    return " ".join(c.quote.lower().split())


def _passed_anyway(scope: Scope) -> list[Line]:
    """A check that carried less far than it looked, and the first whole one of its kind after it, which passed."""
    lines = []
    checks = [v for v in scope.view.verifications if v.topic in ("tests", "build") and v.result == "pass"]
    look = verifications.look_of(scope)
    limits = cache(lambda i: look(scope, checks[i]).limits)
    for topic in ("tests", "build"):
        these = [i for i, v in enumerate(checks) if v.topic == topic][:LOOKED_AT]
        first = next((i for i in these if limits(i)), None)
        weak = None if first is None else checks[first]
        sound = next((checks[i] for i in these if weak and checks[i].msg > weak.msg and not limits(i)), None)
        if weak is not None and sound is not None and not _failed_between(scope, weak, sound):
            what = (
                f"The {'tests' if topic == 'tests' else 'build'} passed when {'they were' if topic == 'tests' else 'it was'} seen whole; "
            )
            lines.append(say(what + f"before that, {limits(checks.index(weak))[0]}.", cites=(weak.msg, sound.msg)))
    return lines


def _failed_between(scope: Scope, first: Verification, last: Verification) -> bool:
    return any(v.topic == first.topic and v.result == "fail" and first.msg < v.msg < last.msg for v in scope.view.verifications)
