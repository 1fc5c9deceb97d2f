"""What the probes say today of each conclusion that rests on one.

It stands beside the verdict, which is as of the conclusion's message and does not change. Only a difference in a comparable
environment, in what is cited, counts against a conclusion.
"""

from collections import Counter
from collections.abc import Sequence

from sessionlens.model.probe import Confirmation, ForOne, Probe, ProbeResult, Standing
from sessionlens.probes.rerun import OTHER_MACHINE, UNKNOWN

_STANDING: dict[str, Standing] = {
    "exact": "confirmed",
    "normalised-equal": "confirmed",
    "numeric-within-noise": "confirmed",
    "contains-evidence": "weaker",
    "differs": "differs",
}
SAID: dict[Standing, str] = {
    "confirmed": "evidence confirmed today",
    "weaker": "evidence in part confirmed today",
    "differs": "evidence not confirmed today",
    "unknown": "evidence not confirmed today, which says nothing against it",
}
_ORDER: tuple[Standing, ...] = ("differs", "unknown", "weaker", "confirmed")


def confirmations(results: Sequence[ProbeResult], probes: Sequence[Probe]) -> tuple[Confirmation, ...]:
    """One line for each conclusion that rests on a probe that was run; the least sure of its probes decides, and where some of them
    (`probes` are all of the session) were not run, it is confirmed in part at most."""
    resting = Counter(c for p in probes if not p.suggested for c in p.conclusions)
    by: dict[str, list[ProbeResult]] = {}
    for result in results:
        if not result.probe.suggested:
            for conclusion in result.probe.conclusions:
                by.setdefault(conclusion, []).append(result)
    return tuple(_one(conclusion, found, resting[conclusion]) for conclusion, found in by.items())


def standing(result: ProbeResult, conclusion: str) -> tuple[Standing, ForOne]:
    """What one result comes to for a conclusion that rests on it, with the rung for what that conclusion cites."""
    one = next((e for e in result.each if e.conclusion == conclusion), ForOne(conclusion, result.likeness))
    found = _STANDING.get(one.likeness, "unknown")
    if found == "differs" and UNKNOWN in result.notes:
        found = "unknown"
    elif found == "confirmed" and (one.remark or (one.likeness == "numeric-within-noise" and OTHER_MACHINE in result.notes)):
        found = "weaker"
    return found, one


def _one(conclusion: str, results: Sequence[ProbeResult], all_of_them: int) -> Confirmation:
    worst = min(results, key=lambda r: _ORDER.index(standing(r, conclusion)[0]))
    found, one = standing(worst, conclusion)
    if found == "confirmed" and len(results) < all_of_them:
        found = "weaker"
    rung = worst.outcome if one.likeness == worst.likeness else one.likeness
    why = f"{SAID[found]}: {worst.probe.id} {rung}" + (f"; {one.remark}" if one.remark else "")
    if len(results) < all_of_them:
        why += f"; {len(results)} of the {all_of_them} commands that it rests on were run"
    return Confirmation(conclusion, found, why, tuple(r.probe.id for r in results))
