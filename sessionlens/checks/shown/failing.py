"""What failed, where that is not what a clause says: another count, a name that was not printed, a package that passed.

Example: below "FAIL app/store" and "ok app/cache", with one failure, neither "the cache tests fail" nor "two tests fail" is borne out.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS, STOP, content, word_set
from sessionlens.checks.runs.suites import Suite
from sessionlens.checks.shown import lacking
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_FAILING_COUNT = regex(
    rf"\b(\d{{1,4}}|one|{'|'.join(COUNTS)}) (?:of (?:the )?\d+ )?(?:[a-z]+ )?(?:tests?|specs?|cases?|checks?) (?:still |now )?fail"
)
_LINE = regex(r"\bline (\d+)\b")
_WELL_LINE = regex(r"\s*(?:ok\b|--- PASS|PASS\b|\u2713|\u2714|\u221a|test .* \.\.\. ok$|\S+ PASSED\b)")
_PALE = STOP | word_set("test tests suite suites specs spec check checks unittest unittests green fail fails failed failing red broken")


def _told(s: Suite) -> str:
    return f"{s.passed} passed, {s.failed} failed"


def otherwise(claim: Claim, runs: list[Suite]) -> Judgement | None:
    """Why what failed is not what the clause says: another count, a name that was not printed, a package that passed."""
    last = next((s for s in runs[:6] if s.result == "fail"), runs[0])
    if last.result != "fail" or last.cut or claim.negated:
        return None
    output = last.run.call.output
    if lacking.names(claim, last.run) and not any(not lacking.names(claim, s.run) for s in runs[1:4]):
        return Judgement("unsupported", (), f"msg {last.msg}: {_told(last)}, and not all of these names", (last.msg,))
    told = _FAILING_COUNT.search(claim.low)
    if told is not None and last.failed:
        count = COUNTS.get(told[1], 0) or (1 if told[1] == "one" else int(told[1]))
        if count not in {s.failed for s in runs[:6]} and count != last.failed + last.passed:
            return Judgement("unsupported", (), f"msg {last.msg}: {_told(last)}, claimed {count} failed", (last.msg,))
    if any(int(n) and not re.search(rf"(?:\b|:){n}\b", output) for n in _LINE.findall(claim.low)):
        return Judgement("unsupported", (), f"msg {last.msg}: {_told(last)}, of no such line", (last.msg,))
    lines = output.splitlines()
    well = "\n".join([x for x in lines if _WELL_LINE.match(x)]).lower()
    ill = "\n".join([x for x in lines if not _WELL_LINE.match(x)]).lower()
    if well and (passed := [w for w in content(claim.text) - _PALE if len(w) > 2 and w in well and w not in ill]):
        return Judgement("unsupported", (), f"msg {last.msg}: {passed[0]} is among what passed", (last.msg,))
    return None
