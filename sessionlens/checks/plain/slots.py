"""The slots of a plain statement about measured things: which things, which metric, which numbers, and what else it says.

A statement is plain if every word of it is one of a thing's, a metric's, a relation's or a filler. Then nothing is left in it that could
bend its meaning, and the readings of its slots are all that it can mean; so a disagreement with each of them contradicts it.

Example: of "with 4 workers it takes 2.6 s" over `workers=1 ... workers=8` the thing is `workers=4`, the metric what takes seconds.
"""

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from sessionlens.checks.binding.mention import place
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import AGGREGATE, BASE, COUNTS, NEW, SPECIFIC_METRIC, STOP, UNITS, stem, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.series import Series
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

LEAST = word_set("fastest quickest smallest lowest shortest least cheapest lightest fewest")
MOST = word_set("slowest largest biggest highest longest most heaviest greatest")
EXTREMES = LEAST | MOST
SMALLER = word_set("smaller lower shorter lighter less fewer below")
LARGER = word_set("larger bigger higher longer heavier greater more above")
SPEEDIER, SLOWER = word_set("faster quicker"), word_set("slower")
FELL = word_set("fell fall falls dropped drop drops decreased decreases shrank shrinks saves saved save cuts cut reduced reduces down")
ROSE = word_set("rose rise rises grew grow grows increased increases adds added up gained gains")
ALIKE = word_set("same equal identical unchanged difference differ differs agree agrees")
EVERY = word_set("every all each both always throughout")
NOBODY = word_set("none no never neither nothing")
RELATIONS = EXTREMES | SMALLER | LARGER | SPEEDIER | SLOWER | FELL | ROSE | ALIKE | EVERY | NOBODY | word_set(
    "than over against vs versus compared between range ranges ranging lie lies under at most least within exceed exceeds stay stays "
    "stayed remain remains remained change changes changed time times twice half double doubles doubled triple triples tripled halve "
    "halves halved go going goes went get gets getting only factor as much many long fast slow large small high low"
)  # fmt: skip
_FILLERS = word_set(
    "take takes took need needs needed use uses used using do does did show shows reach reaches reached finish finishes finished run runs "
    "ran give gives gave come comes came make makes made say says said come cost costs hit hits print prints printed measure measured "
    "average averages averaged mean median result results file files module modules value values number numbers figure figures one ones "
    "case cases setting "
    "settings variant variants version versions config configs configuration configurations store stores build builds run runs round "
    "rounds benchmark benchmarks test series call calls there also so still just about roughly around exactly "
    "again yet well its together combined altogether"
)
_TIME = word_set("time elapsed take takes took runtime duration long fast slow finish finishes seconds")
_TALK = {
    "time": _TIME,
    "rate": word_set("rate throughput speed request requests"),
    "size": word_set("size large small memory footprint need needs output"),
}
"""Words that any metric of a dimension goes by."""
_KIN = {
    "rss": "memory footprint ram",
    "allocation": "alloc allocate allocates allocated",
    "byte": "memory allocate allocates allocated size",
}
_PLAIN = (
    BASE
    | NEW
    | STOP
    | UNITS
    | frozenset(stem(w) for w in RELATIONS | _FILLERS)
    | RELATIONS
    | _FILLERS
    | frozenset(COUNTS)
    | frozenset(AGGREGATE)
)
_COUNT = "|".join(["one", *COUNTS])
_NUMBER = regex(rf"\b(?:\d[\d,]*|{_COUNT})\b")
_TAIL = regex(r"([A-Za-z][A-Za-z_-]*?)[ =:#_-]{0,2}(\d+)")
_OF_THEM = regex(rf"\b({'|'.join(COUNTS)})\b(?! (?:times|runs|rounds|samples|repeats|tries)\b)")
_ONES = {**COUNTS, "one": 1}
_DEIXIS = regex(r"\b(?:here|then|total|sum|rest|this|those|these|former|latter)\b|(?<!^)\bthere\b|\bthat one\b")
"""Words that point at something that stands outside the clause."""
_PRONOUN = regex(r"(?:and |so |but )?(?:it|they|that|which|both)\b(?! (?:config|version|run|setting))")
_PERCENTILE = regex(r"p\d")
_MOST_OF = regex(r"most(?: of the)? [a-z]+ (?:is|are|were) ")
_SHARE_OF = regex(r"% of (?:the |all )?[a-z]+ (?:is|are|were) ")
_TURN = regex(r"(?:run|round|iteration|rep|repeat|try|trial|attempt|pass)[ =#:_-]{0,2}\d{1,3}", re.I)
"""What is no thing, but one of its turns."""
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
_COUNTING = word_set("count n num number total")


@dataclass(frozen=True, slots=True)
class Thing:
    """What was measured under one config; `words` tell it from the others it is compared with, `tail` is the number its name ends in."""

    config: str
    words: frozenset[str]
    tail: int | None


@dataclass
class Slots:
    """A plain statement of `things`, each with its place in the text. `cells` has the series of every thing of the group by metric."""

    things: list[tuple[int, Thing]]
    cells: dict[str, list[Series]]
    values: list[Quantity]
    metrics: list[frozenset[str]]
    told: bool
    rest: str
    words: frozenset[str]


@lru_cache(maxsize=512)
def called(series_of: tuple[str, ...]) -> tuple[Thing, ...]:
    """Configs as things, by the words that not all of them have; numbers at the end of one common head are tails."""
    named = [frozenset(w.removeprefix("benchmark") or w for w in tokens(c)) for c in series_of]
    common = frozenset.intersection(*named) if len(named) > 1 else frozenset()
    tails = [_TAIL.fullmatch(c.strip()) for c in series_of]
    heads = {m[1] for m in tails if m is not None}
    numbered = len(heads) == 1 and all(tails) and len(named) > 1
    return tuple(
        Thing(c, frozenset(w for w in words - common if not w[0].isdigit()) or words - common, int(m[2]) if numbered and m else None)
        for c, words, m in zip(series_of, named, tails, strict=True)
    )


def metric_words(series: Series) -> frozenset[str]:
    """What a series' metric may be called."""
    words = series.measures | _TALK.get(series.dimension, frozenset())
    if any(_PERCENTILE.match(m) for m in series.measures):
        words |= {"percentile"}
    for name, kin in _KIN.items():
        if name in series.measures:
            words |= frozenset(kin.split())
    return words


class Family:
    """Series that are compared with each other: those whose configs share a metric. All that no claim bears on is made once."""

    def __init__(self, series: list[Series]) -> None:
        self.series = series
        self.cells: dict[str, list[Series]] = {}
        for s in series:
            self.cells.setdefault(s.config, []).append(s)
        self.things = called(tuple(self.cells))
        self.used = {s.measures: s for s in series}
        self.words = {m: metric_words(s) for m, s in self.used.items()}
        self.given = frozenset().union(*(s.all_words for s in series))
        self.known = _PLAIN | self.given.union(*self.words.values(), *(t.words for t in self.things))
        held = Counter(w for t in self.things for w in t.words)
        self.own = [frozenset(w for w in t.words if held[w] == 1) for t in self.things]
        self.names = frozenset().union(*(t.words for t in self.things)) | {self.head}
        self.metrics = frozenset().union(*self.words.values())

    @property
    def head(self) -> str:
        """What stands before the numbers of numbered things."""
        match = _TAIL.fullmatch(self.things[0].config.strip()) if self.things[0].tail is not None else None
        return stem(match[1].lower()) if match is not None else ""

    def strange(self, claim: Claim) -> bool:
        """Whether a clause has words that are none of a slot's, beside its units: what most clauses have, and the cheapest to see."""
        left = claim.tokens - self.known
        if left and sum(1 for w in left if w.isalpha() and w[1:]) > len(claim.quantities):
            return True
        return self.names.isdisjoint(claim.tokens) and self.metrics.isdisjoint(claim.tokens) and (BASE | NEW).isdisjoint(claim.tokens)


def families(claim: Claim, evidence: Evidence) -> list[Family]:
    """The families as they stood before the claim."""
    key = ("families", evidence.measured_before(claim.msg))
    kept: list[Family] | None = evidence.memo.get(key)
    if kept is None:
        kept = evidence.memo[key] = families_of(
            [s for s in evidence.series if s.begun(claim.msg) and not _TURN.fullmatch(s.config)], evidence
        )
    return kept


def families_of(found: list[Series], evidence: Evidence) -> list[Family]:
    """Series as families, each made once."""
    groups: list[list[Series]] = []
    by_shape: dict[tuple[str, frozenset[str]], list[Series]] = {}
    by_config: dict[str, list[Series]] = {}
    for s in found:
        shape = s.dimension, s.measures
        mine = by_shape.get(shape) or by_config.get(s.config)
        if mine is None:
            mine = []
            groups.append(mine)
        mine.append(s)
        by_shape.setdefault(shape, mine)
        by_config.setdefault(s.config, mine)
    made = evidence.memo.setdefault(("family",), {})
    for group in groups:
        if (parts := tuple(map(id, group))) not in made:
            made[parts] = Family(group)
    return [made[tuple(map(id, group))] for group in groups]


def read(claim: Claim, family: Family) -> Slots | None:
    """The slots of a clause over one family; None where a word is left that is none of them, or nothing of the family is named."""
    if family.strange(claim):
        return None
    things = family.things
    found, spans = _numbered(claim, family) if things[0].tail is not None else _named(claim, family)
    values = [q for q in claim.quantities if not any(a <= q.start < b for a, b in spans)]
    rest, at = [], 0
    for start, end in sorted([*spans, *((q.start, q.end) for q in values)]):
        rest.append(claim.low[at : max(at, start)])
        at = max(at, end)
    text = " ".join([*rest, claim.low[at:]])
    if _DEIXIS.search(text) or any(COUNTS[n] > len(things) for n in _OF_THEM.findall(claim.low)):
        return None
    said = tokens(text) | frozenset(w for q in values if q.noun for w in tokens(q.noun))
    metrics, told = _metrics(said, family)
    counted = any(q.noun and not tokens(q.noun).isdisjoint(family.given) for q in values) or "many" in claim.words
    if found and not told and (counted or _MOST_OF.match(claim.low) or _SHARE_OF.search(claim.low)):
        counts = [m for m in metrics if m & _COUNTING]
        metrics, told = (counts, True) if len(counts) == 1 else (metrics, told)
    left = [w for w in said - family.known if not w[0].isdigit() and len(w) > 1]
    if left or not (found or (told and _PRONOUN.match(claim.low) is None)):
        return None
    return Slots(found, family.cells, values, metrics, told, text, frozenset(re.findall(r"[a-z]+", text)))


def _numbered(claim: Claim, family: Family) -> tuple[list[tuple[int, Thing]], list[tuple[int, int]]]:
    """Things that are told by a number ("with 4 workers", "8 than 4"): each number without a unit that is one of theirs, if the head stands
    beside one of them."""
    by = {t.tail: t for t in family.things}
    if family.head not in claim.tokens:
        return [], []
    taken = [(q.start, q.end) for q in claim.quantities if q.unit or q.dimension in ("ratio", "percent") or "." in q.raw]
    found, spans = [], []
    for m in _NUMBER.finditer(claim.low):
        n = _ONES.get(m[0]) or (int(m[0].replace(",", "")) if m[0][0].isdigit() else None)
        if n in by and not any(a <= m.start() < b for a, b in taken):
            found.append((m.start(), by[n]))
            spans.append((m.start(), m.end()))
    return found, spans


def _named(claim: Claim, family: Family) -> tuple[list[tuple[int, Thing]], list[tuple[int, int]]]:
    """Things that are told by words of their own."""
    found = []
    for t, own in zip(family.things, family.own, strict=True):
        said = own & claim.tokens or (t.words if t.words and t.words <= claim.tokens else frozenset())
        at = claim.low.find(t.config.lower()) if t.config else -1
        if at < 0 and (said := said - STOP - _LETTERS):
            at = place(claim, said)
        if 0 <= at < len(claim.low):
            found.append((at, t))
    return sorted(found or _by_age(claim, family.things), key=lambda p: p[0]), []


def _by_age(claim: Claim, things: tuple[Thing, ...]) -> list[tuple[int, Thing]]:
    """The one thing that is called old, or new, where the clause has another word for that."""
    for ages in (BASE, NEW):
        said, aged = ages & claim.tokens, [t for t in things if t.words & ages]
        if said and len(aged) == 1:
            return [(min(claim.low.find(w) for w in said), aged[0])]
    return []


def _metrics(said: frozenset[str], family: Family) -> tuple[list[frozenset[str]], bool]:
    """The metrics that a clause names, and whether it does; all where it names none."""
    used = list(family.used)
    shared = frozenset.intersection(*used) if len(used) > 1 else frozenset()
    for words in ({m: m - shared for m in used}, {m: family.words[m] - shared for m in used}):
        shown = {m: len((words[m] - UNITS) & said) for m in used}
        most = max(shown.values(), default=0)
        if most:
            return [m for m in used if shown[m] == most], True
    return used, bool(said & SPECIFIC_METRIC)
