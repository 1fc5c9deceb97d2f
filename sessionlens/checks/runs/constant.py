"""One setting in every run: "everything so far was n=50000", "all runs used threads=8", "each measurement was with -O2 level=3".

The runs are the calls that printed measurements; the setting is looked for in their commands and in what they printed, by its name. One run
with another value contradicts, for the whole session is in view. Runs that show no value leave the domain open.

Example: after `bench --size 400` and `bench --size 90`, "every run so far had size=400" is contradicted by the second.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("everything all every each")
CUE = regex(
    r"\b(?:everything|(?:all|each|every)(?: of)?(?: the| my| our| these)? (?:[a-z]+ )?(?:runs?|measurements?|numbers?|benchmarks?|results?"
    r"|timings?|figures?|samples?))(?: (?:so far|until now|up to now|above|before this|to date|in this session))?"
    r" (?:was|were|is|are|has|have|had|used?|uses|ran)\b"
)
_SETTING = regex(r"(?<![\w-])-{0,2}([a-z][\w-]*)\s?=\s?(\d[\d,]*)\b(?!\.\d)")


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By every run with measurements before the statement; None where the clause is of no setting with its value."""
    said = CUE.search(claim.low)
    setting = _SETTING.search(claim.low, said.end()) if said else None
    if said is None or setting is None or claim.negated:
        return None
    name, value = setting[1], setting[2].replace(",", "")
    shown = re.compile(rf"(?<![\w-])-{{0,2}}{re.escape(name)}(?:\s?[=:]\s?|\s)(\d+)\b(?!\.\d)", re.I)
    runs = list(_measured(claim, evidence))
    if not runs:
        return None
    with_it: list[int] = []
    for at, run in runs:
        values = set(shown.findall(f"{run.call.command or ''}\n{run.call.output}"))
        if values - {value}:
            other = min(values - {value}, key=int)
            return Judgement("contradicted", (), f"msg {at} ran with {name}={other}, not {value}", (at,))
        if values:
            with_it.append(at)
    if not with_it:
        return Judgement("unsupported", (), f"no run before msg {claim.msg} shows {name}")
    evidence_at = tuple(sorted(set(with_it)))
    if len(with_it) < len(runs):
        text = f"{name}={value} in {len(with_it)} of {len(runs)} runs; the others do not show it"
        return Judgement("unsupported", ("partial-domain",), text, evidence_at)
    return Judgement("supported", (), f"{name}={value} in all {len(runs)} runs with measurements", evidence_at)


def _measured(claim: Claim, evidence: Evidence) -> list[tuple[int, Run]]:
    """The runs that printed measurements before the statement, in order."""
    found = [(at, run) for at, run in evidence.runs_before(claim.msg) if run.readings]
    return sorted(found, key=lambda pair: pair[0])
