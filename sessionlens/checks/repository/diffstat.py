"""Lines that went in and out, by the summary of a diff: "+88 −23 lines", "3 lines in and 3 out" below "3 insertions(+), 3 deletions(-)"."""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_SAID = regex(
    r"(?<![\w.])\+(?P<a>\d[\d,]*) ?[,/]? ?[−–-](?P<b>\d[\d,]*) lines?\b"
    r"|(?<![\w.])(?P<c>\d[\d,]*) (?:lines? )?(?:insertions?|in|added)(?:,| and| /)+ ?(?P<d>\d[\d,]*)"
    r" (?:lines? )?(?:deletions?|out|removed|gone)\b"
)
_SUM = regex(r"\d+ files? changed(?:, (\d+) insertions?\(\+\))?(?:, (\d+) deletions?\(-\))?")
_NEAR = 3


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest summary of the last messages; None where the clause gives no such pair, or nothing summed a diff up."""
    if claim.cell or ("line" not in claim.low and "insertion" not in claim.low) or (match := _SAID.search(claim.low)) is None:
        return None
    said = tuple(int((match[a] or match[b]).replace(",", "")) for a, b in (("a", "c"), ("b", "d")))
    for at, run in evidence.runs_of(claim.msg, ("git", "diff", "diffstat"), 10):
        if claim.msg - at > _NEAR:
            return None
        sums = [(int(a or 0), int(b or 0)) for a, b in _SUM.findall(run.call.output)]
        if sums:
            text = f"msg {at}: {sums[-1][0]} in, {sums[-1][1]} out"
            return Judgement("supported" if said in sums else "unsupported", (), text, (at,))
    return None
