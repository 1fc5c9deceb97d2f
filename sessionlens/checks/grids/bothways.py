"""Two values said to go opposite ways: "M wins on the mean and loses on the median", and which value is the steadiest of its rows.

Example: after "ring mean 9.1 ms median 8.0 ms" and "list mean 9.0 ms median 8.3 ms" the ring loses on the mean and wins on the median.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import AGGREGATE, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import called, rows
from sessionlens.checks.grids.rows import Block, Name
from sessionlens.checks.values.intervals import Interval
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

WORDS = word_set("wins win won leads ahead better faster quicker steadiest stablest steady stable")
_BOTH = regex(
    r"\b(?:wins|won|leads|is ahead|better|faster|quicker) (?:on|in|by) (?:the )?(?P<won>[\w ]{2,20}?)"
    r"(?:,| and| but|;)+ (?:but |and |it )?(?:is )?(?:loses|lost|trails|behind|worse|slower) (?:on|in|by) (?:the )?(?P<lost>[\w ]{2,20}?)$"
)
_STEADY = regex(
    r"\b(?:steadiest|stablest|most (?:stable|steady)) (?:of|among) (?:all |the |these )*"
    r"(?:columns|metrics|values|measures|figures|numbers)\b"
)
_CALLS = 4
_TIMED = regex(r"\b(?:hyperfine|/usr/bin/time|timeit)\b")
_SURE = Fraction(1, 2)
"""What share of a value's relative range another one's may have at most to be surely steadier."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Contradicted by the newest call that has the things and the values; None where none has."""
    low = claim.low.rstrip(" .!")
    if claim.cell or claim.negated or claim.quantities:
        return None
    both, steady = _BOTH.search(low), _STEADY.search(low)
    for block, command in _blocks(claim, evidence) if both or steady else ():
        found = _opposed(claim, both, block, command, evidence) if both else _steadiest(claim, block)
        if found is not None:
            return found if found.verdict == "contradicted" else None
    return None


def _blocks(claim: Claim, evidence: Evidence) -> Iterator[tuple[Block, str]]:
    for at, run in rows.lately(claim.msg, _CALLS, evidence):
        for block in rows.of_output(at, run, evidence):
            if len(block.things) > 1 and block.rounds:
                yield block, run.call.command or ""


def _opposed(claim: Claim, both: re.Match[str], block: Block, command: str, evidence: Evidence) -> Judgement | None:
    named = called.things(claim, block, evidence)
    won, lost = _value(both["won"], block), _value(both["lost"], block)
    if len(named) != 1 or len(block.things) != 2 or won is None or lost is None or won == lost or block.rounds != 1:
        return None
    (thing,), (other,) = named, [t for t in block.things if t not in named]
    first = block.things[thing][0]
    if not (all(first[i].kind == "time" for i in (won, lost)) or _TIMED.search(command)):
        return None
    for i, sign in ((won, 1), (lost, -1)):
        mine, its = block.things[thing][0][i], block.things[other][0][i]
        if mine.value.minus(its.value).times(Fraction(sign)).lo > 0:
            text = f"{' '.join(block.names[i])}: {mine.raw} against {its.raw}"
            return Judgement("contradicted", ("direction",), text, (block.msg,))
    return Judgement("supported", (), "", (block.msg,))


def _value(text: str, block: Block) -> int | None:
    said: Name = frozenset(AGGREGATE.get(w, w) for w in tokens(text))
    common = frozenset.intersection(*map(tokens, block.things))
    found = [i for i, name in enumerate(block.names) if name & said and name <= said | common]
    return found[0] if len(found) == 1 else None


def _steadiest(claim: Claim, block: Block) -> Judgement | None:
    """The range of a value over the rounds, as a part of it; where another's is surely less for every thing, it is not the steadiest."""
    metrics = called.metrics(claim, block)
    if len(metrics) != 1 or block.rounds < 3:
        return None
    own = [_range([line[metrics[0]].value for line in lines]) for lines in block.things.values()]
    for i, name in enumerate(block.names):
        others = [_range([line[i].value for line in lines]) for lines in block.things.values()]
        if i != metrics[0] and name and all(o is not None and w is not None and o < w * _SURE for o, w in zip(others, own, strict=True)):
            shown = ", ".join(f"{min(vs, key=_point).raw} to {max(vs, key=_point).raw}" for vs in _columns(block, i))
            return Judgement("contradicted", (), f"{' '.join(sorted(name))} goes from {shown} only", (block.msg,))
    return None


def _columns(block: Block, i: int) -> list[list[rows.Value]]:
    return [[line[i] for line in lines] for lines in block.things.values()]


def _point(value: rows.Value) -> Fraction:
    return value.value.point


def _range(values: list[Interval]) -> Fraction | None:
    least, most = min(v.point for v in values), max(v.point for v in values)
    return (most - least) / least if least > 0 else None
