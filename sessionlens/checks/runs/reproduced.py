""" "Reproduced.": what a person complained of was seen in the call just made.

A complaint of a failure is seen in a call that fails; one of slowness or growth in two configurations of one metric that lie apart by more
than their readings could.
"""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import FASTER, LESS, MORE, SLOWER, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("reproduced reproduces reproducible")
_SAID = regex(
    r"^(?:\W*(?:good|ok|okay|right|yes|so|and|it|that|the (?:bug|issue|problem|failure|slowdown|regression)|is|can be|indeed),? )*"
    r"reproduce(?:d|s)(?: (?:it|here|locally|now|again|the (?:bug|issue|problem|failure|slowdown|regression)))*(?:, .*)?$"
)
_WORSE = (
    SLOWER | MORE | FASTER | LESS | word_set("slow slowly speed time memory leak leaks grow growing size latency doubled doubles takes")
)
_NEAR = 2
_APART = 1.1
"""How many times one config must have of what the other has."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the calls since two messages, newest first; None where they show no such thing."""
    if claim.negated and "not" in claim.low.partition(",")[0].split():
        return None
    if claim.quantities or not _SAID.match(claim.low.rstrip(" .!")):
        return None
    asked = max((n for n in evidence.view.of_people() if n < claim.msg), default=0)
    turn = evidence.view.turns.get(asked)
    slow = turn is not None and not tokens(turn.message.text).isdisjoint(_WORSE)
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _NEAR:
            return None
        if slow and (shown := _apart(at, evidence)):
            return Judgement("supported", ("no-spread",), f"msg {at}: {shown}", (at,))
        if _failed(run):
            return Judgement("supported", (), f"msg {at}: `{' '.join((run.call.command or run.call.name).split())[:60]}` failed", (at,))
    return None


def _failed(run: Run) -> bool:
    return run.call.kind == "shell" and (run.call.exit_code not in (0, None) or any(o.result == "fail" for o in run.outcomes))


def _apart(msg: int, evidence: Evidence) -> str:
    """Two configs of one metric of a message, each of whose values of the one lie beyond those of the other."""
    for places in evidence.by_metric.values():
        held = [
            (evidence.series[i].config, batch)
            for i in places
            for batch in evidence.series[i].batches
            if batch.msg == msg and evidence.series[i].dimension in ("time", "size", "rate", "number")
        ]
        for one, a in held:
            for other, b in held:
                low, high = [p.value for p in a.singles], [p.value for p in b.singles]
                most, least = max(v.hi for v in low), min(v.lo for v in high)
                if one != other and most > 0 and least > most and float(least / most) >= _APART:
                    return f"{other} {b.facts[0].raw} against {one} {a.facts[0].raw}"
    return ""
