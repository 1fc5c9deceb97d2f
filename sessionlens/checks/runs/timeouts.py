"""Runs that were stopped: "timed out after 5 minutes". By the limit that the command or the agent's program set."""

import re
from fractions import Fraction

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

_SAID = regex(r"\b(?:timed out|time-?out|timeout|killed after|cut off after)\b")
_SET = regex(r"\btimeout\s+(?:-\S+\s+(?:\S+\s+)?)*?(\d+(?:\.\d+)?)([smhd]?)\s")
_TOLD = regex(r"timed out after (\d+(?:\.\d+)?)\s*(ms|milliseconds|seconds|secs?|s|minutes|mins?|m|hours?|h)\b", re.I)
_SHORTER = regex(r"\b(?:under|below|less than|within|shorter than|faster than)\s+(?:the\s+)?[~≈]?$")
"""A run that was stopped took its limit or more."""
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
KILLED = (124, 137, 143)
"""Exit statuses of a run that its time limit ended: of `timeout`, and of the signals it sends."""


def judge(claim: Claim, quantity: Quantity, evidence: Evidence, limit: int = 40) -> Judgement | None:
    """Supported where a run of the last ones was stopped at that limit; None where the claim is of no such thing."""
    if quantity.dimension != "time" or not _SAID.search(claim.low):
        return None
    want = Fraction(quantity.value) * Fraction(quantity.si)
    for at, run in evidence.runs_before(claim.msg):
        limit -= 1
        if limit < 0:
            return None
        for seconds in stopped_at(run):
            if seconds == want and _SHORTER.search(claim.low[: quantity.start]) is None:
                return Judgement("supported", (), f"msg {at}: stopped at its limit of {float(seconds):g} s", (at,))
    return None


def stopped_at(run: Run) -> list[Fraction]:
    """The limits, in seconds, at which parts of a call were stopped."""
    out = []
    told = _TOLD.search(run.call.output)
    if told:
        milli = told[2].lower().startswith(("ms", "milli"))
        out.append(Fraction(told[1]) / 1000 if milli else Fraction(told[1]) * _SECONDS[told[2][0].lower()])
    if "timeout" in (run.call.command or "") and (
        run.call.exit_code in KILLED or any(re.search(rf"\b{code}\b", run.call.output) for code in KILLED)
    ):
        out += [Fraction(n) * _SECONDS[unit] for n, unit in _SET.findall(f"{run.call.command} ")]
    return out
