"""What the machine has: hardware counters, cores, a program. Asked of the tools that look, whenever in the session that was.

`perf stat` that printed "<not supported>" bears out "no hardware counters here"; `nproc` that printed 2 "this box has two cores".
"""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

WORDS = word_set("counters counter cores core cpus pmu no missing")
_NO = regex(r"\b(?:no|not|cannot|without|missing|unavailable|unsupported)\b|n['’]t\b")
_CORES = regex(rf"\b(?P<n>\d{{1,3}}|one|{'|'.join(COUNTS)}) (?:cpu |physical |virtual |logical )?(?:cores?|cpus)\b(?! (?:each|per))")
_HAS = regex(r"\b(?:have|has|with|there (?:is|are)|box|machine|vm|host|runner|here|only)\b")
_LACKS = regex(
    r"\bno (?P<what>[a-z][\w+.-]{1,20})(?: (?:installed|here|available|either)"
    r"| (?:on|in) (?:this|the) (?:machine|box|vm|host|image|path|system|container))"
)
_UNFOUND = regex(r"(?i)\b(?:cannot find|not found|no such file|not installed|unable to find|command not found|missing)\b|^no \S+ in \(")
_ALONE = regex(r"(?m)^\s*(\d{1,3})\s*$|^CPU\(s\):\s*(\d{1,3})")
_LATELY = 4


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest call that asked for it; None where none did, or the clause is of something else."""
    if claim.cell or claim.words.isdisjoint(WORDS):
        return None
    if not claim.words.isdisjoint(("counters", "counter", "pmu")) and ("hardware" in claim.words or "perf" in claim.words):
        return _counters(claim, evidence)
    if (said := _CORES.search(claim.low)) is not None and _HAS.search(claim.low):
        return _cores(said["n"], claim, evidence)
    if (lacks := _LACKS.search(claim.low)) is not None:
        return _lacks(lacks["what"], claim, evidence)
    return None


def _counters(claim: Claim, evidence: Evidence) -> Judgement | None:
    absent = _NO.search(claim.low) is not None
    for at, run in evidence.runs_before(claim.msg):
        if "perf stat" not in (run.call.command or "") or "cycles" not in run.call.output + (run.call.command or ""):
            continue
        if "<not supported>" in run.call.output:
            return Judgement("supported" if absent else "contradicted", (), f"msg {at} prints <not supported>", (at,))
        return None
    return None


def _cores(word: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    n = int(word) if word.isdigit() else COUNTS.get(word, 1)
    for at, run in evidence.runs_of(claim.msg, ("nproc", "lscpu")):
        printed = {int(a or b) for a, b in _ALONE.findall(run.call.output)}
        if n in printed:
            return Judgement("supported", (), f"msg {at} prints {n}", (at,))
    return None


def _lacks(what: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """A program that one of the last calls named, and that it did not find."""
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _LATELY:
            return None
        if what not in (run.call.command or "").lower() and what not in evidence.lowered(run):
            continue
        lines = [x for x in run.call.output.split("\n") if _UNFOUND.search(x)]
        own = [x for x in lines if what in x.lower()]
        if own or (len(lines) == 1 and what in (run.call.command or "").lower()):
            return Judgement("supported", (), f"msg {at}: {' '.join((own or lines)[0].split())[:80]}", (at,))
    return None
