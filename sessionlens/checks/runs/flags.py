"""One flag varied alone: `./walk --dedup=on`, then `./walk --dedup=off`, all else the same. An experiment on the thing that it names."""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import FASTER, SECONDARY, SLOWER, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.values.judge import Judgement
from sessionlens.checks.values.series import Batch

_OFF = word_set("no off 0 false none disabled disable without skip never n")
_SLOWS = SLOWER | word_set("slowness culprit bottleneck blame slowdown cost costs expensive overhead latency")
_FASTENS = FASTER | word_set("win gain gains")
_FEW = 40
"""Runs of one metric beyond which pairs are not looked at."""


def varied(blamed: frozenset[str], claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where two runs whose commands differ in the one argument that names what is blamed printed values that differ the claimed
    way. None where there are no such runs, where the code changed between them, or where they differ the other way."""
    slow, fast = not claim.words.isdisjoint(_SLOWS), not claim.words.isdisjoint(_FASTENS)
    if slow == fast:
        return None
    for (_, dimension), places in evidence.by_metric.items():
        if dimension not in ("time", "rate") or len(places) > _FEW or not evidence.series[places[0]].measures.isdisjoint(SECONDARY):
            continue
        runs = [
            b for i in places for b in evidence.series[i].before(claim.msg) if evidence.series[i].begun(claim.msg) and b.facts[0].command
        ]
        if all(blamed.isdisjoint(tokens(b.facts[0].command or "")) for b in runs):
            continue
        runs.sort(key=lambda b: b.msg, reverse=True)
        for i, new in enumerate(runs[:_FEW]):
            for old in runs[i + 1 : _FEW]:
                if (found := _between(old, new, blamed, slow, evidence)) is not None:
                    return found
    return None


def _between(old: Batch, new: Batch, blamed: frozenset[str], slow: bool, evidence: Evidence) -> Judgement | None:
    """By two runs, where what is blamed is said to make things `slow`, or else fast."""
    was, now = (old.facts[0].command or "").split(), (new.facts[0].command or "").split()
    if old.msg == new.msg or abs(len(was) - len(now)) > 1:
        return None
    gone, come = [w for w in was if w not in now], [w for w in now if w not in was]
    if len(gone) > 1 or len(come) > 1 or not (gone or come):
        return None
    if not any(tokens(w) & blamed for w in gone + come) or overtaken(evidence, old.msg, new.msg) is not None:
        return None
    sides = [old.sides[0], new.sides[0]]
    if sides[0].value.touches(sides[1].value):
        return None
    first_has_it = _on(gone, come, blamed)
    if first_has_it is None:
        return None
    with_it, base = (sides[0], sides[1]) if first_has_it else (sides[1], sides[0])
    slower = (with_it.value.lo > base.value.hi) != (with_it.dimension == "rate" or with_it.direction == "higher")
    if slower != slow:
        return None
    told = " ".join((gone if first_has_it else come) or ["it"])
    text = f"with {told} {with_it.show()}, and {' '.join((come if first_has_it else gone) or ['without'])} alone changed {base.show()}"
    return Judgement("supported", (), text, tuple(sorted({old.msg, new.msg})), with_it.nodes + base.nodes)


def _on(gone: list[str], come: list[str], blamed: frozenset[str]) -> bool | None:
    """Whether the older command is the one with the blamed thing: its argument names it and the other's does not, or the other's switches
    it off. None where neither can be told."""
    if not (gone and come):
        return bool(gone) != (not tokens((gone or come)[0]).isdisjoint(_OFF))
    was, now = tokens(gone[0]), tokens(come[0])
    if was & blamed != now & blamed:
        return len(was & blamed) > len(now & blamed)
    return None if was.isdisjoint(_OFF) == now.isdisjoint(_OFF) else was.isdisjoint(_OFF)
