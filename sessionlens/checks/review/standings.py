"""How things stand to one another in the rows just printed, or in the message's own table, refuted where no reading bears it out.

"Throughput peaks at depth 64", "lto is the smallest", "depth 16 is the second fastest", "only lto is below 1.95 MB", "two of the four
are below 3 MB", "the deeper the queue, the higher the throughput".

The metric is the one that the clause names, else any that its words may mean; each of these must surely stand otherwise.

Example: below "stripped 1.81 MB" and "lto 1.90 MB" the statement "lto is the smallest" is not so.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from sessionlens.checks.binding.labels import comparable
from sessionlens.checks.binding.mention import place
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, UNITS, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.grids import called, rows
from sessionlens.checks.grids.rows import Block, Value
from sessionlens.checks.kinds import threshold
from sessionlens.checks.review import row_choices
from sessionlens.checks.values.judge import Judgement, side
from sessionlens.text.regex import regex

_LEAST = word_set("lowest smallest least shortest fewest cheapest lightest narrowest")
_MOST = word_set("highest largest biggest longest most greatest heaviest dearest widest")
_QUICK, _SLOW = word_set("fastest quickest"), word_set("slowest")
_BEST, _WORST = word_set("best"), word_set("worst weakest poorest")
_PEAK = word_set("peaks")
_TOPS = _LEAST | _MOST | _QUICK | _SLOW | _BEST | _WORST | _PEAK
_ONLY = word_set("only")
_UP = word_set("grows rises climbs increases higher larger more longer faster slower bigger")
_DOWN = word_set("falls drops shrinks decreases sinks lower smaller less shorter fewer")
WORDS = _TOPS | _ONLY | _UP | _DOWN | word_set("than two three four five six seven eight nine ten")
_SECOND = regex(r"\b(?P<n>second|third|fourth)[- ](?:most |least )?[a-z]+est\b|\b(?P<m>second|third)[- ](?:best|worst)\b")
_TREND = regex(
    r"\b(?P<how>grows|rises|climbs|increases|falls|drops|shrinks|decreases|sinks)"
    r" with (?:the |a |larger |higher |more |growing )?(?P<by>[a-z]{3,})\b"
    r"|\bthe [a-z]+er (?:the |its )?(?P<of>[a-z]{3,})\b[^,]{0,20}, the (?P<then>[a-z]+) "
)
_SOME = regex(
    rf"\b(?P<k>one|{'|'.join(NUMBERS)}|\d{{1,2}})(?: (?:out )?of (?:the |all )?(?P<n>{'|'.join(NUMBERS)}|\d{{1,2}}))?(?: [a-z]+)? "
    r"(?:are|is|have|has|stay|stays|lie|lies|take|takes|need|needs|reach|reaches|exceed|exceeds)\b"
)
_MORE = regex(r"\b(higher|larger|more|longer|bigger|lower|smaller|less|shorter|fewer)\b")
_SPREAD = word_set("sd stddev std deviation dev sigma mad spread scatter")
_SEVERAL = regex(rf"\b(?:{'|'.join(NUMBERS)}|\d+|few) (?:\w+ )?[a-z]+est\b")
_NOT = regex(
    r"\b(?:not|n't|never|no longer|almost|nearly|one of the|among|except|but|apart|so far|until|would|should|if|other|previous|before|was"
    r"|were|every|each|all|both runs|in both)\b|n't\b"
)
_HIGHER = word_set("accuracy acc precision recall f1 auc throughput hit hits score rate tps qps rps map bleu iou")
_CALLS, _BACK, _LONGEST = 3, 3, 130
_THINGS = 3
_CLEAR = Fraction(1, 50)
"""How far back a step must go that a trend does not allow for."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Contradicted, or None: whatever stands so is borne out elsewhere."""
    low = claim.low
    if claim.cell or len(low) > _LONGEST or "?" in low or _NOT.search(low) or _SEVERAL.search(low):
        return None
    for at, block in _blocks(claim, evidence):
        found = _by(claim, block)
        if found is not None:
            return Judgement("contradicted", (), f"{f'msg {at}: ' if at else ''}{found}", (at,) if at else ()) if found else None
    return None


def _blocks(claim: Claim, evidence: Evidence) -> Iterator[tuple[int, Block]]:
    yield from ((0, b) for b in rows.of_tables(claim.msg, evidence))
    for at, run in rows.lately(claim.msg, _CALLS, evidence):
        if claim.msg - at > _BACK:
            return
        yield from ((at, b) for b in rows.of_output(at, run, evidence))


def _by(claim: Claim, block: Block) -> str | None:
    """What stands otherwise in every reading, "" where one holds, None where the block is not spoken of."""
    if len(block.things) < _THINGS or block.rounds != 1:
        return None
    if _TREND.search(claim.low) is not None:
        return _trend(claim, block)
    named = _named(claim, block)
    if " than " in claim.low:
        return _versus(claim, block, named) if len(named) == 2 and not claim.quantities else None
    bound = threshold.find(claim) if claim.quantities else None
    tops = claim.words & _TOPS
    if bound is not None and not tops and bound[0].dimension not in ("percent", "ratio"):
        if "only" in claim.words and len(named) == 1:
            return _alone(claim, block, named[0])
        some = _SOME.search(claim.low)
        return _so_many(claim, block, some) if some is not None and not named and "only" not in claim.words else None
    spoken = frozenset().union(*(block.words[t] for t in named))
    if len(tops) == 1 and len(named) == 1 and all(not q.unit and q.raw in spoken for q in claim.quantities):
        return _top(claim, block, named[0], next(iter(tops)))
    return None


def _named(claim: Claim, block: Block) -> list[str]:
    """The things whose own words the clause has; where one's are a part of another's, the fuller."""
    metric = frozenset().union(*block.names)
    found = {}
    for thing, words in block.words.items():
        own = frozenset(w for w in words if w not in STOP | UNITS and w not in metric and (len(w) > 1 or len(words) == 1))
        if own and own <= claim.tokens:
            found[thing] = own
    return [t for t, own in found.items() if not any(own < other for other in found.values())]


def _columns(claim: Claim, block: Block, how: str) -> list[int]:
    """The columns that the clause may be of."""
    first = next(iter(block.things.values()))[0]
    named = called.metrics(claim, block)
    if "spread" in claim.words or "scatter" in claim.words:
        return [i for i, name in enumerate(block.names) if name & _SPREAD]
    if named:
        return named
    if claim.metrics or _rest(claim, block):
        return []
    if how in _QUICK | _SLOW:
        return [i for i, v in enumerate(first) if v.kind in ("time", "rate")]
    if how in ("smallest", "largest", "biggest") and len([v for v in first if v.kind == "size"]) == 1:
        return [i for i, v in enumerate(first) if v.kind == "size"]
    return list(range(len(first))) if len(first) == 1 or how in _BEST | _WORST else []


_TALK = word_set(
    "only second third fourth two three four five six seven eight nine ten one class build run setting variant option version config all"
    " peak throughput size time value clearly still now again by far here there"
)


def _rest(claim: Claim, block: Block) -> bool:
    """Whether the clause has a word that is of no thing of the block and says what is measured."""
    known = _TOPS | _TALK | STOP | UNITS | frozenset().union(*block.words.values(), *block.names) | frozenset((block.head.lower(),))
    common = frozenset(w for t in block.things for w in t.lower().split())
    return any(w.isalpha() and len(w) > 1 and w not in known | common for w in claim.tokens)


def _values(block: Block, i: int) -> dict[str, Value]:
    return {t: lines[0][i] for t, lines in block.things.items() if i < len(lines[0])}


def _ways(how: str, block: Block, i: int) -> tuple[bool, ...]:
    """Whether the thing is said to have the least, as far as the word tells; both where it does not."""
    if how in _LEAST | _MOST | _PEAK:
        return (how in _LEAST,)
    kind = next(iter(block.things.values()))[0][i].kind
    high = kind == "rate" or not block.names[i].isdisjoint(_HIGHER)
    if how in _QUICK | _SLOW or high or kind == "time":
        return ((how in _QUICK | _BEST) != high,)
    return (True, False)


def _top(claim: Claim, block: Block, thing: str, how: str) -> str | None:
    ordinal = _SECOND.search(claim.low)
    place = {"second": 1, "third": 2, "fourth": 3}[ordinal["n"] or ordinal["m"]] if ordinal is not None else 0
    shown = ""
    for i in _columns(claim, block, how):
        values = _values(block, i)
        if thing not in values:
            return None
        for least in _ways(how, block, i):
            mine = values[thing].value
            ahead = [t for t, v in values.items() if t != thing and (v.value.hi < mine.lo if least else v.value.lo > mine.hi)]
            level = [t for t, v in values.items() if t != thing and v.value.touches(mine)]
            if len(ahead) <= place <= len(ahead) + len(level):
                return ""
            other = ahead[0] if ahead else next((t for t in values if t != thing), "")
            shown = shown or f"{values[thing].raw} of {thing} against {values[other].raw} of {other}"
    return shown or None


def _versus(claim: Claim, block: Block, named: list[str]) -> str | None:
    """ "fox has a higher recall than cat": the value of the one named before "than" surely lies on the other side."""
    said = _MORE.search(claim.low)
    than = claim.low.find(" than ")
    places = sorted((min(place(claim, frozenset((w,))) for w in block.words[t]), t) for t in named)
    if said is None or not places[0][0] < than < places[1][0]:
        return None
    (_, one), (_, other) = places
    shown = ""
    for i in called.metrics(claim, block):
        values = _values(block, i)
        if one not in values or other not in values:
            return None
        apart = values[one].value.minus(values[other].value)
        if not ((apart.hi < 0) if said[1] in _UP else (apart.lo > 0)):
            return ""
        shown = shown or f"{values[one].raw} of {one} against {values[other].raw} of {other}"
    return shown or None


def _sure(claim: Claim, block: Block) -> Iterator[tuple[dict[str, Value], set[str], set[str]]]:
    """For each column that the bound may be of: its values, the things that surely meet it, and those that surely do not."""
    quantity, relation = threshold.find(claim) or (None, "")
    if quantity is None:
        return
    plain = quantity.dimension in ("number", "count")
    limit = Fraction(quantity.value) * Fraction(quantity.si)
    for i in row_choices.columns(claim, block, comparable(quantity), must=plain):
        values = _values(block, i)
        judged = {t: side(v.value, limit, relation).verdict for t, v in values.items()}
        yield values, {t for t, j in judged.items() if j == "supported"}, {t for t, j in judged.items() if j == "contradicted"}


def _alone(claim: Claim, block: Block, thing: str) -> str | None:
    shown = ""
    for values, meet, fail in _sure(claim, block):
        more = sorted(meet - {thing})
        if thing in fail:
            shown = shown or f"{values[thing].raw} of {thing}"
        elif more:
            shown = shown or f"{values[more[0]].raw} of {more[0]} as well"
        else:
            return ""
    return shown or None


def _so_many(claim: Claim, block: Block, some: re.Match[str]) -> str | None:
    k, n = some["k"], some["n"]
    count = 1 if k == "one" else NUMBERS[k] if k in NUMBERS else int(k)
    whole = NUMBERS[n] if n in NUMBERS else int(n) if n else 0
    if whole and whole != len(block.things):
        return None
    shown = ""
    for values, meet, fail in _sure(claim, block):
        if len(meet) <= count <= len(values) - len(fail):
            return ""
        shown = shown or f"so {len(meet)} of {len(values)}, claimed {count}"
    return shown or None


def _trend(claim: Claim, block: Block) -> str | None:
    """The rows in the order of their number: a fall from the first to the last, or a clear step back, is no rise."""
    said = _TREND.search(claim.low)
    if said is None:
        return None
    word = said["how"] or said["then"]
    if word not in _UP | _DOWN or word in ("faster", "slower"):
        return None
    noun = said["by"] or said["of"]
    ordered = row_choices.by_number(block, row_choices.Said(0, False, False, frozenset()))
    if not ordered or noun not in " ".join(block.things).lower():
        return None
    up = word in _UP
    shown = ""
    for i in called.metrics(claim, block):
        values = [line[i] for line in ordered[0][1]]
        steps = [(a, b, a.value, b.value) for a, b in pairwise(values)]
        back = [(a, b) for a, b, x, y in steps if (y.hi < x.lo * (1 - _CLEAR) if up else y.lo > x.hi * (1 + _CLEAR))]
        a, b = values[0], values[-1]
        turned = (b.value.hi < a.value.lo) if up else (b.value.lo > a.value.hi)
        if not back and not turned:
            return ""
        shown = shown or (f"from {back[0][0].raw} to {back[0][1].raw}" if back else f"from {a.raw} to {b.raw}")
    return shown or None
