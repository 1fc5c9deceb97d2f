"""How many things fall into a span of clock time: "9 files in 6 minutes (10:02-10:08)". Counted on the stamped lines of a listing."""

from datetime import datetime

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import stem
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_SPAN = regex(r"\b([01]?\d|2[0-3]):([0-5]\d)\s*(?:-|–|—|to|until)\s*([01]?\d|2[0-3]):([0-5]\d)\b(?!:)")
_SAID = regex(r"(?<![\d.:])(\d{1,4}) ([a-z][a-z-]+s)\b")
_RATE = regex(r"(?<![\d.,])(\d{1,6}) (?:[a-z-]+ ){1,3}in (\d{1,3}) (second|minute|hour|day)s?\b")
_BOUND = regex(r"--(since|until|after|before|from|to|start|end)[= ][\"']?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?)")
_CLOCK = regex(r"(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?::\d\d)?(?![\d:])")
_DAY = regex(
    r"\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (\d{1,2})\b"
    r"|\b(\d{1,2}) (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b"
)
_ISO = regex(r"\b\d{4}-(\d\d)-(\d\d)\b")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def counted(claim: Claim, evidence: Evidence, limit: int = 8) -> Judgement | None:
    """Supported or contradicted by the newest listing that stamps such things; None where the claim gives no span or none was listed.

    Each counted line must name the thing; a listing that the agent's program cut decides nothing.
    """
    span = _SPAN.search(claim.whole) if ":" in claim.whole else None
    said = _SAID.search(claim.low) if span is not None else None
    if span is None or said is None:
        return None
    first, last = int(span[1]) * 60 + int(span[2]), int(span[3]) * 60 + int(span[4])
    noun = stem(said[2])
    day = _day(claim.whole.lower())
    for at, run in evidence.runs_before(claim.msg):
        limit -= 1
        if limit < 0:
            return None
        lines = [line for line in run.call.output.lower().splitlines() if _CLOCK.search(line)]
        if len(lines) < 3 or run.call.cut:
            continue
        if day is not None:
            lines = [line for line in lines if _day(line) == day]
        inside = [line for line in lines if first <= _minutes(line) <= last]
        n = int(said[1])
        text = f"msg {at} lists {len(inside)} from {span[1]}:{span[2]} to {span[3]}:{span[4]}, claimed {n}"
        if not inside or not all(noun in line for line in inside):
            continue
        return Judgement("supported" if len(inside) == n else "contradicted", (), text, (at,))
    return None


def by_filter(claim: Claim, evidence: Evidence, limit: int = 8) -> Judgement | None:
    """ "180 requests in 5 minutes": undecidable where the count comes of a command whose own bounds span another time.

    It cannot be refuted so: all of them may fall into five of the twenty minutes asked for. Only where both bounds stand in the
    command, nothing else in the call counts, and the spans differ by a quarter or more.
    """
    match = _RATE.search(claim.low) if " in " in claim.low else None
    if match is None:
        return None
    said = int(match[2]) * {"minute": 60, "hour": 3600, "second": 1, "day": 86400}[match[3]]
    for at, run in evidence.runs_before(claim.msg):
        limit -= 1
        if limit < 0:
            return None
        bounds = _BOUND.findall(run.call.command or "")
        if len(bounds) != 2 or run.call.output.strip() != match[1]:
            continue
        try:
            ends = sorted(datetime.fromisoformat(b.replace(" ", "T")) for _, b in bounds)
        except ValueError:
            return None
        span = int((ends[1] - ends[0]).total_seconds())
        if span and abs(span - said) * 4 >= span:
            text = f"msg {at} counts {match[1]} from {bounds[0][1]} to {bounds[1][1]}, {span // 60} minutes, claimed {match[2]} {match[3]}s"
            return Judgement("undecidable", (), f"{text}: how many fall into that time was not counted", (at,))
        return None
    return None


def _minutes(line: str) -> int:
    match = _CLOCK.search(line)
    return int(match[1]) * 60 + int(match[2]) if match else -1


def _day(text: str) -> tuple[int, int] | None:
    match = _DAY.search(text)
    if match is not None:
        month, day = (match[1], match[2]) if match[1] else (match[4], match[3])
        return _MONTHS.index(month) + 1, int(day)
    iso = _ISO.search(text)
    return (int(iso[1]), int(iso[2])) if iso else None
