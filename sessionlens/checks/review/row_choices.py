"""Which lines and columns of a block of rows a clause may be of, as far as its words leave that open."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, UNITS, tokens
from sessionlens.checks.grids import called
from sessionlens.checks.grids.rows import Block, Name, Value
from sessionlens.text.regex import regex

_NUMBER = regex(r"\d+(?:\.\d+)?")
_CUT = 3
_PLACES = 6
"""Words of a label by which lines may be told apart."""


@dataclass(frozen=True)
class Said:
    """The domain of a clause, and the words of it that tell lines of the block apart."""

    n: int
    turns: bool
    denied: bool
    named: Name
    noun: str = ""
    twice: bool = False
    """Whether it is said of every one of two kinds ("in every run on every log"): the lines of one thing are not all."""


def named(claim: Claim, block: Block) -> Name:
    """The words of the clause that some of the lines have."""
    told = frozenset().union(*block.words.values()) & claim.tokens - STOP - UNITS
    return frozenset(w for w in told if len(w) > (2 if w.isdigit() else 1))


def groups(block: Block, said: Said) -> Iterator[tuple[str, list[list[Value]]]]:
    """Lines that may be meant, of those that have what the clause names: all, those that are alike in some of their words, each thing's."""
    kept = {t: _parts(t) for t in block.things if said.named <= block.words[t]}
    places = _told_apart(list(kept.values()), said.noun)
    seen = set()
    for fixed in chain.from_iterable(combinations(places, k) for k in range(len(places) + 1)):
        alike: dict[tuple[str, ...], list[str]] = {}
        for thing, parts in kept.items():
            alike.setdefault(tuple(parts[p] for p in fixed if p < len(parts)), []).append(thing)
        for key, things in alike.items():
            lines = [line for t in things for line in block.things[t]]
            if tuple(things) in seen or len(lines) < 2 or (said.n and len(lines) != said.n) or (said.twice and len(things) < 2):
                continue
            seen.add(tuple(things))
            yield " ".join(key) or "all", lines


def _parts(thing: str) -> tuple[str, ...]:
    return tuple(thing.replace("= ", "=").split())


def _told_apart(labels: list[tuple[str, ...]], noun: str) -> list[int]:
    """The places at which labels differ, but for the one that has the noun of the domain: of that the clause speaks as a whole."""
    if len({len(parts) for parts in labels}) != 1:
        return list(range(min(max(map(len, labels), default=0), _PLACES)))
    apart = [p for p in range(len(labels[0])) if len({parts[p] for parts in labels}) > 1]
    return [p for p in apart if not noun or not any(noun in tokens(parts[p].split("=")[0]) for parts in labels)][:_PLACES]


def columns(claim: Claim, block: Block, kinds: frozenset[str], *, must: bool) -> list[int]:
    """The columns that the clause may be of; none where it names a metric that none of them has."""
    first = next(iter(block.things.values()))[0]
    own = [i for i in called.metrics(claim, block) if not kinds or first[i].kind in kinds]
    if not own:
        short = [i for i, name in enumerate(block.names) if any(_short(n, w) for n in name for w in claim.tokens)]
        own = [i for i in short if not kinds or first[i].kind in kinds] if len(short) == 1 else []
    if own or must or claim.metrics:
        return own
    return [i for i, v in enumerate(first) if v.kind in kinds]


def _short(name: str, word: str) -> bool:
    """Whether a name is a word cut short: "acc" of "accuracy", "mem" of "memory"."""
    return _CUT <= len(name) < len(word) and word.startswith(name) and name.isalpha()


def by_number(block: Block, said: Said) -> list[tuple[str, list[list[Value]]]]:
    """The things in the order of the one number that each begins or ends with."""
    numbered = {t: _NUMBER.findall(t) for t in block.things if said.named <= block.words[t]}
    if any(len(found) != 1 for found in numbered.values()) or any(len(block.things[t]) > 1 for t in numbered):
        return []
    if len({_NUMBER.sub("", t) for t in numbered}) != 1:
        return []
    return [("all", [block.things[t][0] for t in sorted(numbered, key=lambda t: float(numbered[t][0]))])]


def as_often(block: Block, said: Said) -> Iterator[list[str]]:
    """Things that were printed as often as the clause says, or at least twice."""
    counts = {len(lines) for lines in block.things.values()}
    for k in sorted(counts):
        things = [t for t, lines in block.things.items() if len(lines) == k]
        if k > 1 and len(things) > 1 and (not said.n or k == said.n):
            yield things
