"""Counts by size as a distribution: which share of all cases has one entry, none, or at most so many.

Rows named by a number ("len 0: 312", "depth 1: 250") whose counts add up to a total that was printed beside them.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import content, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import Interval, exact
from sessionlens.checks.values.judge import Judgement, number
from sessionlens.checks.values.series import Side
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

_ROW = regex(r"(?:^|[ =:_-])(\d{1,6})$")
_UP_TO = word_set("cover covers covered covering fit fits hold holds suffice suffices enough within most")
_NUMBERS = {"empty": 0, "zero": 0, "no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
_EXACT = regex(
    r"\b(?:has|have|had|having|with|of (?:length|size|depth)|are|is|exactly)\s+(?:just |only |exactly )?"
    r"(empty|zero|no|one|two|three|four|five|six|seven|eight|\d{1,4})\b"
)
_NAMED = regex(r"\b[a-z]+ (\d{1,4})\b")
_HALF = regex(r"\bhalf (?:of )?(?:all |the |these |those )*\w+")


@dataclass(frozen=True, slots=True)
class Histogram:
    """The rows of one call by their number, and the printed total."""

    rows: dict[int, Side]
    total: Side
    msg: int

    def counts(self, claim: Claim) -> bool:
        """Whether the rows or the total are named after what the claim speaks of."""
        names = frozenset().union(*(tokens(s.name) for s in (*self.rows.values(), self.total)))
        return bool(content(" ".join(names)) & claim.tokens)

    def share(self, at: int, *, up_to: bool) -> tuple[Interval, str]:
        """Percentage of the total, and its sum written out."""
        chosen = [side for n, side in sorted(self.rows.items()) if n == at or (up_to and n < at)]
        count = sum((s.value.point for s in chosen), Fraction(0))
        parts = " + ".join(s.show() for s in chosen[:4]) + (" + ..." if len(chosen) > 4 else "")
        text = f"({parts})" if len(chosen) > 1 else parts or "0"
        return exact(count * 100 / self.total.value.point), f"{text} / {self.total.show()}"


def judge(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """A share of the cases, with the number that the clause or the one before it gives; None where nothing was counted by size."""
    wanted = asked(claim, quantity)
    if not wanted or (found := newest(claim, evidence)) is None:
        return None
    results = [_share(found, at, up_to, quantity) for at, up_to, _ in wanted]
    best = next((r for r in results if r.verdict == "supported"), results[0])
    return best if best.verdict == "supported" or (len(wanted) == 1 and wanted[0][2] and found.counts(claim)) else None


def _share(found: Histogram, at: int, up_to: bool, quantity: Quantity) -> Judgement:
    value, text = found.share(at, up_to=up_to)
    result = number(quantity, value)
    line = f"{text} = {float(value.point):.2f} %, claimed {quantity.raw}: {result.verdict}"
    if result.verdict == "contradicted":
        fits = [n for n in found.rows if number(quantity, found.share(n, up_to=up_to)[0]).verdict == "supported"]
        line += f"; probably the row of {fits[0]}" if len(fits) == 1 else ""
    nodes = tuple(n for k, s in sorted(found.rows.items()) if k == at or (up_to and k < at) for n in s.nodes) + found.total.nodes
    return Judgement(result.verdict, result.caveats, line, (found.msg,), nodes)


def half(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "Half of them are empty": within a tenth of a half."""
    if "half" not in claim.words or not _HALF.search(claim.low) or (match := _EXACT.search(claim.low)) is None:
        return None
    if (found := newest(claim, evidence)) is None:
        return None
    value, text = found.share(_number(match[1]), up_to=False)
    off = abs(value.point - 50)
    if off > 5 and not found.counts(claim):
        return None
    verdict = "supported" if off <= 5 else "contradicted" if off > 15 else "undecidable"
    return Judgement(verdict, (), f"{text} = {float(value.point):.2f} %, claimed half: {verdict}", (found.msg,))  # type: ignore[arg-type]


def asked(claim: Claim, quantity: Quantity) -> list[tuple[int, bool, bool]]:
    """The numbers whose share may be meant, whether all below count too, and whether the clause itself names the number."""
    after = _EXACT.search(claim.low, quantity.end)
    if after is not None:
        return [(_number(after[1]), False, True)]
    if not claim.words & _UP_TO:
        return []
    bare = [q for q in claim.quantities if not q.unit and q.dimension in ("number", "count") and q.exact]
    if not bare:
        back = _NAMED.findall(f"{claim.conclusion.before} {claim.whole}".lower())
        return [(int(n), True, False) for n in dict.fromkeys(reversed(back))]
    return [(int(bare[0].value), True, True)] if len(bare) == 1 else []


def _number(word: str) -> int:
    return _NUMBERS[word] if word in _NUMBERS else int(word)


def newest(claim: Claim, evidence: Evidence) -> Histogram | None:
    """The last call before the claim that printed three rows or more by number and their sum."""
    key = ("histogram", claim.msg)
    if key not in evidence.memo:
        evidence.memo[key] = _newest(claim, evidence)
    kept = evidence.memo[key]
    return kept if isinstance(kept, Histogram) else None


def _newest(claim: Claim, evidence: Evidence) -> Histogram | None:
    calls: dict[tuple[int, int], list[Side]] = defaultdict(list)
    for series in evidence.series:
        if series.dimension in ("count", "number") and series.begun(claim.msg):
            for batch in series.before(claim.msg)[-1:]:
                if len(batch.facts) == 1:
                    side = batch.sides[0]
                    label = series.metric if _ROW.search(series.metric) or not _ROW.search(series.config) else series.config
                    calls[batch.msg, batch.part].append(_named(side, label))
    for (msg, part), sides in sorted(calls.items(), reverse=True):
        rows = {int(m[1]): s for s in sides if (m := _ROW.search(s.name))}
        stems = {_ROW.sub("", s.name).strip() for s in sides if _ROW.search(s.name)}
        if len(rows) < 3 or len(stems) != 1:
            continue
        added = sum((s.value.point for s in rows.values()), Fraction(0))
        totals = [s for s in sides if not _ROW.search(s.name) and s.value.point == added]
        if len(totals) == 1 and added > 0:
            return Histogram(rows, totals[0], msg)
        line = next((t for at, run in evidence.runs if at == msg and run.part == part for t in [_prints(run.call.output, added)] if t), "")
        if added > 0 and line:
            total = replace(next(iter(rows.values())), name=line, value=exact(added), doubt=exact(added), nodes=())
            return Histogram(rows, total, msg)
    return None


def _prints(output: str, total: Fraction) -> str:
    """The line that has the total; empty where none has."""
    match = re.search(rf"^.*(?<![\d.,]){int(total)}(?![\d.,]\d|\d).*$", output, re.M)
    return match[0] if match else ""


def _named(side: Side, label: str) -> Side:
    return Side(
        label, side.value, side.doubt, side.how, side.n, None, side.msg, side.nodes, side.dimension, side.direction, side.unit
    )  # fmt: skip
