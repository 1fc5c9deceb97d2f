"""Identifiers in a clause: what stands in backticks, paths, hashes, calls, mixed-case names."""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import tokens
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

_NAME = regex(
    r"[A-Za-z_](?<![A-Za-z_]{2})(?:(?<=[A-Z])[A-Z]*+[a-z]++[A-Z]\w+|(?<=[a-z])[a-z]*+[A-Z]\w+|[\w.]*(?:[._/:][\w./:-]+|\(\)))|\b[0-9a-f]{7,40}\b"
)
_PART = regex(r"[\w.-]+")
_HASH = 7
"""Digits of a hash; a shorter word in lower case is no name."""


class _Names(dict[str, list[str]]):
    """The names in what stands between two blanks, remembered while there is room."""

    def __missing__(self, word: str) -> list[str]:
        bare = word[:-1] if word[-1] in ",.;:" else word
        found = [] if len(bare) < _HASH and bare.isalpha() and bare.islower() else _NAME.findall(word)
        if len(self) < 20_000:
            self[word] = found
        return found


_NAMES = _Names()


def names(claim: Claim) -> tuple[frozenset[bytes], frozenset[str]]:
    """The identifiers, folded, of a path its last part, and the tokens that they are made of."""
    found = [name for word in claim.text.split() for name in _NAMES[word]]
    if claim.code:
        found += _PART.findall(" ".join(claim.code))
    if not found:
        return frozenset(), frozenset()
    lasts = {b" ".join(folded(n.rstrip("/").rsplit("/", 1)[-1].split(":")[0]).split()) for n in found}
    return frozenset([name for name in lasts if len(name) > 2]), tokens(" ".join(found))
