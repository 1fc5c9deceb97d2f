"""What a diff that was just shown adds or takes away: "the change adds a clock", "the commit drops the retry loop".

All words for the thing stand on lines of the one sign, and not as often on lines of the other.

Example: of "-c := New(n)" and "+c := New(n, realClock{})" it bears out "the patch adds a real clock", not "the patch removes the clock".
"""

import re

from sessionlens.checks.claims.claim import CODE, Claim
from sessionlens.checks.claims.words import STOP, content, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

WORDS = word_set("adds added introduces introduced removes removed drops dropped deletes deleted")
_ADDS = word_set("adds added introduces introduced")
_SAID = regex(
    r"^(?:so |and |also )?(?:the |this |that |your |his |her |their )?(?:\w+ )?(?:change|commit|diff|patch|pr|edit|merge|branch|it)"
    rf" (?:also |now |only )?(?P<verb>{'|'.join(sorted(WORDS))}) (?:an? |the |some |all )?(?P<what>[^,;]+)$"
)
_DIFF = regex(r"^(?:diff --git |@@ -\d)", re.M)
_PURPOSE = regex(r" (?:to|so|for|which|that|when|because|since|as|instead|where|while|after|before|if|from|in)\b.*$")
_PALE = word_set(
    "new old one line lines function method field parameter argument call check test tests file code import option flag helper variable"
    " class type constant whole extra small second"
)
_LATELY, _LONG = 2, 60_000


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest diff of the last messages; None where none was shown, or the clause names nothing in it."""
    if claim.cell or claim.negated or claim.quantities:
        return None
    match = _SAID.match(claim.low.rstrip(" .!"))
    if match is None:
        return None
    what = _PURPOSE.sub("", match["what"])
    said = [ROOTS[w].decode() for w in content(CODE.sub(r"\1", what)) - STOP - _PALE]
    if not said:
        return None
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _LATELY:
            return None
        output = run.call.output
        if run.call.kind in ("edit", "write", "patch") or len(output) > _LONG or not _DIFF.search(output):
            continue
        lines = evidence.lowered(run).splitlines()
        plus = "\n".join([x[1:] for x in lines if x.startswith("+") and not x.startswith("+++")])
        minus = "\n".join([x[1:] for x in lines if x.startswith("-") and not x.startswith("---")])
        mine, other = (plus, minus) if match["verb"] in _ADDS else (minus, plus)
        if all(root in mine for root in said) and any(mine.count(root) > other.count(root) for root in said):
            sign = "+" if match["verb"] in _ADDS else "-"
            line = next(x for x in lines if x.startswith(sign) and said[0] in x)
            return Judgement("supported", (), f"msg {at}: {' '.join(line.split())[:90]}", (at,))
        return None
    return None
