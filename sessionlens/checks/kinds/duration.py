"""Duration: "took 2m17s from start to end". From the log's own times: the last stamp minus the first on lines that name the thing."""

import re
from datetime import datetime
from fractions import Fraction

from sessionlens.checks.binding.levels import judge_level
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, content, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import Interval, claimed
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.printouts import Point, plain
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

KIND: ClaimKind = "duration"
NUMERIC = True
_CUES = word_set("took takes lasted ran elapsed finished lasts")
_STAMP = regex(r"(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:[.,](\d{1,9}))?|(?<![\d:.])(\d{2}:\d{2}:\d{2})(?:[.,](\d{1,9}))?(?![\d:])")
_START = regex(r"\b(?:start\w*|begin\w*|began|launch\w*|enter\w*|queued)\b", re.I)
_END = regex(r"\b(?:end|ended|finish\w*|done|ready|listening|complet\w*|stop\w*|exit\w*|success\w*|succeeded|failed)\b", re.I)
_NEAR = 3
"""Messages back that a statement of how long a tool took may be upon."""
_TIME = r"(?P<time>(?:\d+(?:\.\d+)? ?(?:ms|h|m|s|hours?|min(?:ute)?s?|sec(?:ond)?s?)(?![a-z]) ?,? ?)+|\d+:\d\d(?::\d\d)?(?: min)?)"
_TOTAL = regex(
    r"(?m)^(?:\[INFO\] )?\s*(?:(?:BUILD SUCCESSFUL|BUILD FAILED|Build complete!|✓ built|webpack [\d.]+ compiled successfully) (?:in |\()"
    r"|Total (?:Test )?[Tt]ime(?: \(real\))?\s*[:=]\s+|Time Elapsed |Elapsed time: |Finished `?[\w-]+`? .*target\(s\) in "
    rf"|(?P<what>[\w.\[\]\"-]+): Creation complete after |(?P<module>\S+) \.{{3,}} (?:SUCCESS|FAILURE) \[ *){_TIME}"
)
_TOTALS = ("BUILD ", "Build complete", "built in", "compiled successfully in", "otal", "Elapsed", "Creation complete", "Finished ")
_CLOCK = regex(r"\d+:\d\d(?::\d\d)?")
_PIECE = regex(r"(\d+(?:\.\d+)?) ?(ms|h|m|s)")
_GENERIC = word_set("start end took job run time second minute hour begin finish whole from until between")


def recognise(claim: Claim) -> float:
    if not claim.quantities or claim.cell or claim.quantities[0].dimension != "time":
        return 0.0
    return 0.5 if claim.words & _CUES or "from start to" in claim.low else 0.0


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    quantity = claim.quantities[0]
    found = from_log(claim, evidence)
    level = judge_level(claim, quantity, evidence)
    if found is None and level.verdict == "unsupported" and not level.caveats and (own := _by_the_tool(claim, evidence)) is not None:
        return own
    if found is None or level.verdict == "supported":
        return _with_the_rest(claim, level, evidence)
    elapsed, at, text = found
    result = number(quantity, elapsed)
    want = claimed(quantity)
    line = (
        f"{text} = {show(elapsed.point)} [{show(elapsed.lo)}, {show(elapsed.hi)}], claimed {quantity.raw} "
        f"[{show(want.lo)}, {show(want.hi)}]: {result.verdict}"
    )
    return Judgement(result.verdict, result.caveats, line, (at,))


def _by_the_tool(claim: Claim, evidence: Evidence) -> Judgement | None:
    """What the tool says that all of it took, of the newest call that says so and that the claim is upon: by a word of its command or
    of the thing on its line. None where several lines answer to it."""
    quantity, subject = claim.quantities[0], content(claim.text) - STOP - _GENERIC
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _NEAR:
            return None
        output = run.call.output
        totals = list(_TOTAL.finditer(output)) if any(map(output.__contains__, _TOTALS)) else []
        asked = content(run.call.command or "") if totals else frozenset()
        told = [m for m in totals if subject & (asked | content(_thing(m)))]
        most = max((len(subject & content(_thing(m))) for m in told), default=0)
        named = [m for m in told if len(subject & content(_thing(m))) == most and (most or not _thing(m))]
        if len(named) != 1:
            if named:
                return None
            continue
        value, ulp = _spoken(named[0]["time"])
        found = number(quantity, Interval(value, value - ulp / 2, value + ulp / 2))
        text = f"msg {at}: {named[0][0].strip()[:80]}; claimed {quantity.raw}: {found.verdict}"
        return Judgement(found.verdict, found.caveats, text, (at,))
    return None


def _thing(match: re.Match[str]) -> str:
    """The module or resource that a total is of; "" where it is the whole call's."""
    return match["what"] or match["module"] or ""


def _spoken(text: str) -> tuple[Fraction, Fraction]:
    """A time as tools say it, in seconds, and the place value of its last digit: "2m 31s", "02:31 min", "9.408 s"."""
    if (clock := _CLOCK.search(text)) is not None:
        return sum((Fraction(p) * 60**i for i, p in enumerate(reversed(clock[0].split(":")))), Fraction(0)), Fraction(1)
    total, ulp = Fraction(0), Fraction(1)
    for m in _PIECE.finditer(text):
        per = Fraction(1, 1000) if m[2].startswith("ms") else Fraction({"h": 3600, "m": 60, "s": 1}[m[2][0]])
        total += Fraction(m[1]) * per
        ulp = per / 10 ** len(m[1].partition(".")[2])
    return total, ulp


def _with_the_rest(claim: Claim, level: Judgement, evidence: Evidence) -> Judgement:
    """A duration that holds, unless the size or rate that the clause gives with it ("3 s for 40 GB") is not the one on its line."""
    if level.verdict != "supported" or not (level.nodes and level.nodes[0]):
        return level
    for other in claim.quantities[1:]:
        if other.dimension in ("size", "rate") and not other.hedge:
            on_line = _on_the_line(level.nodes[0], other.dimension, evidence)
            if len(on_line) != 1:
                continue
            found = number(other, on_line[0].value, wide=on_line[0].wide)
            if found.verdict == "contradicted":
                shown = plain(on_line[0].value.point / Fraction(other.si), "")
                text = f"{on_line[0].fact.raw} {on_line[0].fact.unit} = {shown} {other.unit} beside it, claimed {other.raw}: contradicted"
                return Judgement("contradicted", found.caveats, text, level.evidence, (on_line[0].fact.id,))
    return level


def _on_the_line(node: str, kind: str, evidence: Evidence) -> list[Point]:
    """The values of a dimension that were printed on the line of a measurement."""
    fact = evidence.view.fact(node)
    run = next((r for at, r in evidence.runs_before(fact.msg + 1) if at == fact.msg and r.part == fact.span.part), None)
    if run is None:
        return []
    output = run.call.output
    first, last = output.rfind("\n", 0, fact.span.start) + 1, output.find("\n", fact.span.start)
    last = len(output) if last < 0 else last
    batches = (b for i in evidence.together[fact.msg, kind] for b in evidence.series[i].batches if (b.msg, b.part) == (fact.msg, run.part))
    return [p for b in batches for p in b.points if first <= p.fact.span.start < last]


def from_log(claim: Claim, evidence: Evidence) -> tuple[Interval, int, str] | None:
    """Start and end of what the claim names, in the newest output that stamps both."""
    subject = content(claim.text) - STOP - _GENERIC
    for at, run in evidence.runs_before(claim.msg):
        output = run.call.output
        if output.count(":") < 4:
            continue
        stamped = [(line, m) for line in output.splitlines()[:400] if (m := _STAMP.search(line)) is not None]
        named = [(line, m) for line, m in stamped if subject & content(line[: m.start()] + line[m.end() :])] if subject else []
        lines = named if len(named) >= 2 else []
        starts = [(line, m) for line, m in lines if _START.search(line)]
        ends = [(line, m) for line, m in lines if _END.search(line)]
        if len(starts) == 1 and len(ends) == 1:
            first, last = seconds(starts[0][1]), seconds(ends[0][1])
            if first is None or last is None or last[0] < first[0]:
                return None
            spread = max(first[1], last[1])
            between = last[0] - first[0]
            return Interval(between, between - spread, between + spread), at, f"{ends[0][1][0]} - {starts[0][1][0]}"
    return None


def seconds(match: re.Match[str]) -> tuple[Fraction, Fraction] | None:
    """A time stamp in seconds, and the place value of its last digit."""
    day, clock = match[1], match[2] or match[4]
    decimals = match[3] or match[5] or ""
    try:
        moment = datetime.fromisoformat(f"{day or '2000-01-01'}T{clock}")
    except ValueError:
        return None
    whole = Fraction(int((moment - datetime(1970, 1, 1)).total_seconds()))
    ulp = Fraction(1, 10 ** len(decimals))
    return whole + (Fraction(int(decimals)) * ulp if decimals else 0), ulp


def show(value: Fraction) -> str:
    """Seconds as minutes and seconds: 282 is 4m42s."""
    whole = int(value)
    rest = float(value) - whole
    tail = f"{rest:.3f}".lstrip("0").rstrip("0").rstrip(".") if rest else ""
    if whole >= 3600:
        return f"{whole // 3600}h{whole % 3600 // 60:02d}m{whole % 60:02d}s"
    return f"{whole // 60}m{whole % 60}{tail}s" if whole >= 60 else f"{whole}{tail}s"
