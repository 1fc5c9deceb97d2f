"""Which way a claimed difference goes, from the words near its number."""

from enum import Enum

from sessionlens.checks.claims.claim import WORD, Claim
from sessionlens.checks.claims.words import FASTER, LESS, MORE, QUICKENING, RISING, SINKING, SLACKENING, SLOWER
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex


class Sense(Enum):
    """FASTER and SLOWER speak of speed (so a throughput goes the other way), MORE and LESS of the value itself."""

    NONE = 0
    FASTER = 1
    SLOWER = 2
    MORE = 3
    LESS = 4


_SPEED = frozenset(("time", "rate"))
SPEEDS = {Sense.FASTER: _SPEED, Sense.SLOWER: _SPEED}
"""What a word of speed can be about: a binary is not slower by its size."""


_SIDE = regex(r"[*`)]* (above|below|beneath) [`\w]")
"""Which side of its base a difference lies on: "12 % below the old run"."""


def sense(claim: Claim, quantity: Quantity) -> Sense:
    """The direction word nearest to the number: first just behind it ("27 % slower"), then before it ("up 7 %"), then anywhere."""
    after = claim.low[quantity.end : quantity.end + 40]
    if side := _SIDE.match(after):
        return Sense.MORE if side[1] == "above" else Sense.LESS
    before = claim.low[max(0, quantity.start - 60) : quantity.start]
    for words in (WORD.findall(after)[:4], list(reversed(WORD.findall(before))), WORD.findall(claim.low)):
        for word in words:
            found = of(word)
            if found is not Sense.NONE:
                return found
    return Sense.NONE


def way(direction: Sense) -> int:
    """The sign that a change of a time or a size has: less and faster are below zero, more and slower above, else 0."""
    return {Sense.FASTER: -1, Sense.LESS: -1, Sense.SLOWER: 1, Sense.MORE: 1}.get(direction, 0)


def of(word: str) -> Sense:
    return _OF.get(word, Sense.NONE)


_OF = {
    **dict.fromkeys(LESS | SINKING, Sense.LESS),
    **dict.fromkeys(MORE | RISING, Sense.MORE),
    **dict.fromkeys(FASTER | QUICKENING, Sense.FASTER),
    **dict.fromkeys(SLOWER | SLACKENING, Sense.SLOWER),
}
