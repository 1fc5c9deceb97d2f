"""What is said of every round, size or column, and of so many of them, by rows that name the things.

"B loses on p50 and max in each of the five rounds", "the minimum is lowest for B in every round", "A is the slower one in five of the six
requests", "A is ahead in every column", "takes 14 % less in both runs".

One round or value that surely goes the other way contradicts; a count contradicts where no more or no fewer can be right.

Example: after "ring: max 8.1 ms", "list: max 7.4 ms", "ring: max 6.0 ms", "list: max 6.9 ms" the statement "in both rounds the maximum is
higher with the ring" fails in the second.
"""

from dataclasses import dataclass
from fractions import Fraction

from sessionlens.checks.binding.mention import is_based
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.excepted import excepted
from sessionlens.checks.claims.sense import Sense, sense
from sessionlens.checks.claims.words import BASE, COUNTS, stem, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.grids import called, rounds, rows
from sessionlens.checks.grids.rows import Block
from sessionlens.checks.values.intervals import Interval, claimed
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

WORDS = word_set("every each all both of")
_N = rf"\d{{1,2}}|{'|'.join(NUMBERS)}"
_ALL = regex(
    r"\b(?:in|on|at|for|with|by|over|across) (?:every|each|all|both)(?: (?:one )?of)?(?: (?:the|these|those|its|my|our))?"
    rf"(?: (?P<n>{_N}))? (?P<what>[a-z]{{3,}})\b"
)
_SOME = regex(rf"\b(?:in |on )?(?P<k>{_N}) (?:out )?of (?:the |all )?(?P<n>{_N}) (?P<what>[a-z]{{3,}})\b")
_ROUNDS = word_set("round pair run repetition repeat trial pass iteration try attempt request call sample")
_SIZES = word_set("size setting level rate count load point step value length width")
_VALUES = word_set("column metric measure respect figure number value")
_LEAST = word_set("lowest smallest least shortest fewest cheapest lightest minimal")
_MOST = word_set("highest largest biggest longest most heaviest dearest")
_LESS_IS_BETTER = word_set("ms us ns ttfb p50 p90 p95 p99 mb kb rss")
_BEST, _WORST = word_set("fastest quickest best"), word_set("slowest worst")
_CALLS = 4
_CLEAR = Fraction(1, 10)
"""How far a share must be off, of the claimed one, to be another."""
Place = tuple[int, int]
"""A round and a value."""


@dataclass(frozen=True)
class _Said:
    """The domain and the predicate of a clause; `count` of `n` rounds where it gives them, else 0."""

    what: str
    count: int
    n: int
    way: Sense
    extreme: bool
    percent: Quantity | None


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the message's own tables and the newest call that binds the clause; None where none does, or they disagree."""
    if claim.cell or claim.negated or WORDS.isdisjoint(claim.words) or (said := _said(claim)) is None or excepted(claim):
        return None
    judged = [j for block in rows.of_tables(claim.msg, evidence) if (j := _by(said, claim, block, evidence)) is not None]
    judged += _printed(said, claim, evidence)
    return judged[0] if len({j.verdict for j in judged}) == 1 else None


def _said(claim: Claim) -> _Said | None:
    some = _SOME.search(claim.low)
    every = _ALL.search(claim.low) if some is None else None
    found = some or every
    if found is None:
        return None
    what, n = stem(found["what"]), _number(found["n"])
    count = _number(some["k"]) if some is not None else 0
    shares = [q for q in claim.quantities if q.dimension == "percent"]
    if len(shares) > 1 or any(q.dimension not in ("percent", "count", "number") for q in claim.quantities) or count > n:
        return None
    if shares:
        return _Said(what, count, n, sense(claim, shares[0]), False, shares[0])
    words = claim.words
    for named, way in ((_LEAST, Sense.LESS), (_MOST, Sense.MORE), (_BEST, Sense.FASTER), (_WORST, Sense.SLOWER)):
        if words & named:
            return _Said(what, count, n, way, True, None)
    way = rounds.direction(claim)
    return _Said(what, count, n, way, False, None) if way is not Sense.NONE else None


def _number(word: str | None) -> int:
    return 0 if not word else NUMBERS[word] if word in NUMBERS else COUNTS[word] if word in COUNTS else int(word)


def _printed(said: _Said, claim: Claim, evidence: Evidence) -> list[Judgement]:
    """By the newest call that binds the clause."""
    for at, run in rows.lately(claim.msg, _CALLS, evidence):
        found = [j for b in rows.of_output(at, run, evidence) if (j := _by(said, claim, b, evidence)) is not None]
        if found:
            return found
    return []


def _by(said: _Said, claim: Claim, block: Block, evidence: Evidence) -> Judgement | None:
    """None where the block has not the domain, or the clause does not name one thing of it."""
    if len(block.things) < 2 or not block.rounds:
        return None
    named = called.things(claim, block, evidence)
    besides = frozenset().union(*(block.words[t] for t in named)) if named else frozenset()
    metrics = called.metrics(claim, block, besides)
    sides, guessed = _sides(said, claim, block, named), False
    if sides is None:
        return None
    if said.what in _VALUES:
        metrics = metrics if len(metrics) > 1 else [i for i in range(len(block.names)) if _better(block, i)]
        cells = [[(0, m)] for m in metrics] if block.rounds == 1 else []
    else:
        guessed = not metrics and len(block.names) > 1
        metrics = metrics or (called.headline(block) if said.way in (Sense.FASTER, Sense.SLOWER) else [])
        metrics = metrics or ([0] if len(block.names) == 1 else [])
        cells = [[(k, m) for m in metrics] for k in range(block.rounds)] if metrics and _rounds(said, block) else []
    if len(cells) < 2 or (said.n and said.n != len(cells)):
        return None
    if said.percent is not None:
        return _shares(said, said.percent, *sides, block, cells) if len(metrics) == 1 else None
    found = _ordered(said, *sides, block, cells) if said.extreme or len(sides[1]) == 1 else None
    return None if found is not None and guessed and found.verdict != "contradicted" else found


def _rounds(said: _Said, block: Block) -> bool:
    """Whether the rounds of the block are what the clause speaks of."""
    if block.rounds < 2:
        return False
    if said.what in _ROUNDS:
        return True
    same = [i for i in range(len(block.names)) if len({tuple(r[i].raw for r in runs) for runs in block.things.values()}) == 1]
    varied = [i for i in same if len({r[i].raw for r in next(iter(block.things.values()))}) == block.rounds]
    return bool(varied) and (said.what in _SIZES or any(said.what in block.names[i] for i in varied))


def _sides(said: _Said, claim: Claim, block: Block, named: dict[str, int]) -> tuple[str, list[str]] | None:
    """What is spoken of, and what it is compared with."""
    based = [t for t, at in named.items() if is_based(claim, at)]
    subjects = sorted((t for t in named if t not in based), key=lambda t: named[t])
    rest = [t for t in block.things if t not in named]
    if len(based) == 1 and not subjects and len(block.things) == 2:
        return rest[0], based
    if not subjects or len(subjects) > 2 or len(based) > 1:
        return None
    thing = subjects[0]
    if said.extreme:
        return (thing, [t for t in block.things if t != thing]) if len(subjects) == 1 else None
    if len(subjects) + len(based) == 2:
        return thing, based or subjects[1:]
    if len(block.things) == 2 or said.percent is not None:
        return thing, rest
    bases = [t for t in rest if block.words[t] & BASE]
    return (thing, bases) if len(bases) == 1 else None


def _better(block: Block, place: int) -> int:
    """1 where more of a value is better, -1 where less is, 0 where that is not known."""
    value = next(iter(block.things.values()))[0][place]
    if value.kind == "rate" or block.names[place] & {"rps", "qps", "tps", "throughput"}:
        return 1
    return -1 if value.kind in ("time", "size") or block.names[place] & (called.SPEED | _LESS_IS_BETTER) else 0


def _up(way: Sense, block: Block, place: int) -> bool | None:
    """Whether the thing is said to have more."""
    if way in (Sense.MORE, Sense.LESS):
        return way is Sense.MORE
    better = _better(block, place)
    return None if not better else (better > 0) == (way is Sense.FASTER)


def _ordered(said: _Said, thing: str, others: list[str], block: Block, cells: list[list[Place]]) -> Judgement | None:
    right = wrong = 0
    shown = ""
    for group in cells:
        fails = left = 0
        for k, m in group:
            up = _up(said.way, block, m)
            if up is None:
                return None
            for other in others:
                mine, its = block.things[thing][k][m], block.things[other][k][m]
                apart = mine.value.minus(its.value)
                if (apart.hi < 0) if up else (apart.lo > 0):
                    fails += 1
                    shown = shown or f"{_where(block, k, m)} {mine.raw} against {its.raw} of {called.begun(other)}"
                elif not ((apart.lo > 0) if up else (apart.hi < 0)):
                    left += 1
        right, wrong = right + (not fails and not left), wrong + bool(fails)
    return _counted(said, right, wrong, len(cells), shown, block)


def _where(block: Block, k: int, m: int) -> str:
    called_ = " ".join(sorted(block.names[m]))
    return f"round {k + 1} of {block.rounds}: {called_}" if block.rounds > 1 else called_


def _counted(said: _Said, right: int, wrong: int, n: int, shown: str, block: Block) -> Judgement:
    at = (block.msg,) if not block.own else ()
    if said.count:
        text = f"so in {right} of {n}, claimed {said.count}"
        if right > said.count or n - wrong < said.count:
            return Judgement("contradicted", (), f"{text}; not in {shown}" if shown else text, at)
        return Judgement("supported" if right == said.count and right + wrong == n else "undecidable", (), text, at)
    if wrong:
        return Judgement("contradicted", (), shown, at)
    if right < n:
        return Judgement("undecidable", (), f"{n - right} of {n} cannot be told apart", at)
    return Judgement("supported", (), f"so in each of {n}", at)


def _shares(said: _Said, percent: Quantity, thing: str, others: list[str], block: Block, cells: list[list[Place]]) -> Judgement | None:
    """A percentage of every round: against one of the others it must be met in each; refuted where none does, and one does in some."""
    want = claimed(percent).times(Fraction(1, 100))
    at = () if block.own else (block.msg,)
    refuted = ""
    for other in others:
        pairs = [(k, block.things[thing][k][m].value, block.things[other][k][m].value) for ((k, m),) in cells]
        found = [(k, fit) for k, mine, its in pairs if (fit := _change(mine, its, said.way, want)) is not None]
        off = [(k, by) for k, (fits, by) in found if not fits]
        if len(found) == len(cells) and not off:
            return Judgement("supported", (), f"against {called.begun(other)} so in each of {len(cells)}", at)
        clear = [(k, by) for k, by in off if abs(abs(by.point) - abs(want.point)) > abs(want.point) * _CLEAR]
        if len(off) < len(found) and clear and not refuted:
            k, by = clear[0]
            refuted = f"round {k + 1} of {len(cells)}: {float(by.point) * 100:+.3g} % against {called.begun(other)}, claimed {percent.raw}"
    return Judgement("contradicted", (), refuted, at) if refuted and not said.count else None


def _change(mine: Interval, its: Interval, way: Sense, want: Interval) -> tuple[bool, Interval] | None:
    """Whether the change is the claimed one, and what it is."""
    ratio = mine.over(its)
    if ratio is None:
        return None
    change = ratio.shifted(-1)
    less = way in (Sense.LESS, Sense.FASTER) or want.point < 0
    sized = want.times(Fraction(-1)) if less and want.point > 0 else want
    return sized.touches(change), change
