"""Ways to judge a clause, each asked only where one of its words stands in it: found by the clause's words, not by trying every way."""

from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Worded(Generic[T]):
    """An index from words to the ways that wait for them.

    >>> Worded([(frozenset(["pushed", "commit"]), "commits"), (frozenset(["pushed"]), "deeds")]).of(frozenset(["we", "pushed"]))
    ('commits', 'deeds')
    """

    def __init__(self, ways: Iterable[tuple[frozenset[str], T]]) -> None:
        self._ways: list[T] = []
        self._bits: dict[str, int] = {}
        """By word: its ways as bits of an integer."""
        for place, (words, way) in enumerate(ways):
            self._ways.append(way)
            for word in words:
                self._bits[word] = self._bits.get(word, 0) | 1 << place
        self._cues = frozenset(self._bits)
        self._known: dict[int, tuple[T, ...]] = {0: ()}

    def of(self, words: frozenset[str]) -> tuple[T, ...]:
        """The ways that have one of the words, in the order in which they were given."""
        bits = 0
        for word in words & self._cues:
            bits |= self._bits[word]
        found = self._known.get(bits)
        if found is None:
            found = tuple([way for place, way in enumerate(self._ways) if bits >> place & 1])
            if len(self._known) < 1000:
                self._known[bits] = found
        return found
