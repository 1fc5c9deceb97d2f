"""Causes that a tool printed itself: a reason behind its key, a column of who blocks whom, the first bad commit, a part of a total.

Such a line is the measurement of the mechanism. `Reason: OOMKilled` under a call that was asked about a pod shows why it restarted; in a
list of phases a part that took a hundredth of the whole did not make the whole slow.

Example: with "parse 0.2 s", "render 7.9 s" and "total 8.2 s" the statement "the 8.2 s come from parsing" is contradicted.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import GENERAL_METRIC, SLOWER, STOP, content, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS
from sessionlens.checks.values.intervals import claimed
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.model.words import VerdictWord
from sessionlens.text.regex import regex

WORDS = word_set("because due caused cause bad broke broken introduced culprit thanks owing blocks blocked comes come spent dominated")
_BECAUSE = regex(
    r"^(?:so |and |but |that's why )*(?P<what>.{3,90}?)[,;]? (?:because(?: of)?|due to|owing to|thanks to|caused by) (?P<why>.+)$"
)
_BROKE = regex(
    r"\bfirst bad\b|\b(?:that|which|what|is the one that) (?:broke|introduced|caused)\b|\b(?:broke|introduced) the\b|\bculprit\b"
)
_BAD = regex(r"\b([0-9a-f]{7,40}) is the first bad commit\b")
_HASH = regex(r"(?<![\w/])(?=[a-f]*\d)[0-9a-f]{7,40}(?![\w-])")
_REASON = regex(
    r"(?im)^[ \t│|*-]*[\"']?(?:(?:last|exit|termination|failure|stop|shutdown|error|root|wait)[ _-]?)?"
    r"(?:reason|cause|caused by|message|status|error|why|event)[\"']?\s*[:=]\s*(.{3,120})$"
)
_ID = regex(r"\b\d{2,}\b|`[^`]+`")
_PART = regex(
    r"\b(?:caused by|because of|due to|(?:comes?|came|stems?) from|(?:is|are|was|were)(?: \w+)? spent (?:in|on)|goes? (?:in)?to"
    r"|went (?:in)?to"
    r"|dominated by|taken by) (?:the |a |an )?(?:slow |long |expensive )?(?P<why>[a-z][\w -]{2,40})"
)
_ROW = regex(r"^[ \t]*([A-Za-z][\w .()/-]{0,40}?)[ \t]*[:=]?[ \t]+(\d+(?:\.\d+)?)[ \t]*([a-zµ]{0,3})[ \t]*$", re.M)
_TOTAL = word_set("total sum overall all elapsed whole wall real")
_VAGUE = word_set("slow long thing time step part phase resolution work call stage it this that one")
_LATELY = 8
_MOST = 16
_LITTLE, _MUCH = Fraction(1, 10), Fraction(1, 2)


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None where the clause names no cause, or no tool printed one for what it names."""
    if claim.cell or claim.negated:
        return None
    if _BROKE.search(claim.low) and (hashes := set(_HASH.findall(claim.low))):
        return _bisected(hashes, claim, evidence)
    match = _BECAUSE.match(claim.low)
    return (_given(match, claim, evidence) or _blocking(match, claim, evidence)) if match is not None else None


def _last(claim: Claim, evidence: Evidence) -> Iterator[tuple[int, Run]]:
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if claim.msg - at > _LATELY or place > _MOST:
            return
        if run.call.kind == "shell" and run.call.output and len(run.call.output) < 40_000:
            yield at, run


def _bisected(hashes: set[str], claim: Claim, evidence: Evidence) -> Judgement | None:
    for at, run in _last(claim, evidence):
        if "first bad commit" not in run.call.output:
            continue
        found = set(_BAD.findall(run.call.output))
        if len(found) != 1 or len(hashes) != 1:
            return None
        printed, named = next(iter(found)), next(iter(hashes))
        same = printed.startswith(named) or named.startswith(printed)
        if not same and re.search(rf"\b{named[:7]}", run.call.output) is None and "first bad" not in claim.low:
            return None  # perhaps of another search
        return Judgement("supported" if same else "contradicted", (), f"msg {at}: {printed[:10]} is the first bad commit", (at,))
    return None


def _given(match: re.Match[str], claim: Claim, evidence: Evidence) -> Judgement | None:
    """A reason that was printed behind its key, by a call that was asked about the thing."""
    names = {w for w in tokens(match["what"]) - STOP if len(w) > 3}
    why = [w for w in re.split(r"[^\w-]+", match["why"]) if len(w) > 3]
    joined = {w.replace("-", "").replace("_", "") for w in why if "-" in w or "_" in w}
    roots = [ROOTS[w].decode() for w in content(match["why"]) - STOP - names]
    for at, run in _last(claim, evidence):
        asked = tokens(run.call.command or "")
        if not names & asked:
            continue
        for m in _REASON.finditer(run.call.output):
            flat = re.sub(r"[^a-z0-9]", "", m[1].lower())
            if any(len(w) > 5 and w in flat for w in joined) or (len(roots) > 1 and all(r in flat for r in roots)):
                return Judgement("supported", (), f"msg {at} prints {' '.join(m[0].split())[:90]}", (at,))
    return None


def _blocking(match: re.Match[str], claim: Claim, evidence: Evidence) -> Judgement | None:
    """A column named after what is done ("blocked_by"), with who does it in the row of the thing that it is done to."""
    ids = {w.strip("`") for w in _ID.findall(match["why"])}
    verbs = {ROOTS[w].decode() for w in content(match["why"]) - STOP if len(w) > 4}
    what = {w for w in tokens(match["what"]) - STOP if len(w) > 3}
    if len(ids) != 1 or not verbs:
        return None
    one = next(iter(ids))
    for at, run in _last(claim, evidence):
        lines = [line for line in run.call.output.splitlines() if "|" in line or "\t" in line]
        if len(lines) < 2:
            continue
        head = [h.strip().lower() for h in re.split(r"[|\t]", lines[0])]
        columns = [i for i, h in enumerate(head) if any(v in h for v in verbs) and re.search(r"_?by\b|holder|blocker|owner", h)]
        if len(columns) != 1:
            continue
        rows = [[c.strip() for c in re.split(r"[|\t]", line)] for line in lines[1:]]
        mine = [r for r in rows if len(r) == len(head) and what & tokens(" ".join(c for i, c in enumerate(r) if i != columns[0]))]
        waiting = [r for r in mine if re.search(r"\w", r[columns[0]])]
        if len(waiting) == 1:
            cell = waiting[0][columns[0]]
            verdict: VerdictWord = "supported" if one in re.findall(r"[\w.-]+", cell) else "contradicted"
            return Judgement(
                verdict, (), f"msg {at}: {head[columns[0]]} {cell} in the row {' '.join(' '.join(waiting[0]).split())[:80]}", (at,)
            )
    return None


def part_of(claim: Claim, evidence: Evidence) -> Judgement | None:
    """A time that is put down to one part, by a list that has the part and the whole: little of it cannot be the cause, most of it is."""
    match = _PART.search(claim.low)
    times = [q for q in claim.quantities if q.dimension == "time"]
    if match is None or claim.negated or len(times) != 1 or times[0].start > match.start():
        return None
    blamed = content(match["why"]) - STOP - _VAGUE - SLOWER - GENERAL_METRIC
    want = claimed(times[0])
    for at, run in _last(claim, evidence):
        rows = [(tokens(label), Fraction(value), unit, label) for label, value, unit in _ROW.findall(run.call.output)]
        mine = [r for r in rows if r[0] & blamed]
        if len(rows) < 3 or len(mine) != 1 or len({r[2] for r in rows}) != 1:
            continue
        scale = {"ms": Fraction(1, 1000), "us": Fraction(1, 10**6), "µs": Fraction(1, 10**6)}.get(rows[0][2], Fraction(1))
        total = next((r for r in rows if r[0] & _TOTAL), max(rows, key=lambda r: r[1]))
        if total is mine[0] or not total[1] or not want.lo <= total[1] * scale <= want.hi:
            continue
        share = mine[0][1] / total[1]
        verdict: VerdictWord = "contradicted" if share < _LITTLE else "supported" if share >= _MUCH else "undecidable"
        text = f"msg {at}: {mine[0][3].strip()} {float(mine[0][1]):g} of {float(total[1]):g}, {float(share) * 100:.2g} % of it"
        return Judgement(verdict, (), text, (at,), counted=True)
    return None
