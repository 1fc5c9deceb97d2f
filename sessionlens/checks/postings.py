"""Which tool calls have a word, and where words stand close together: an inverted index whose entries are bits of one integer.

A session has some thousand words in its claims and some hundred outputs; looking up each word in each output is a hundred times the work
of splitting every output once. Texts are folded to bytes first: lower case, a space for all that is no letter or digit. So a word begins
behind a space, and `cache_tree`, `cache-tree` and `Cache.tree` are one name.

Example: with the outputs "3 caches flushed" and "no cache", `calls(b"cach")` is 0b11 and `calls(b"flush")` is 0b01.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from sessionlens.checks.words import PROSE, STOP
from sessionlens.model.trace import Run

WHOLE = 40_000
"""Characters of an output that are indexed; beyond that it is a file that was read through."""
NEAR = 240
"""Characters to each side of a word within which the others must stand."""
MOST = 24
"""Places of one word in one output that are looked at."""
BEST = 4
"""Calls looked at closely: those with most of the words."""
OLD = 0.7
"""What a call counts that was made long ago."""
_FOLD = bytes(c if 48 <= c < 58 or 97 <= c < 123 else c + 32 if 65 <= c < 91 else 32 for c in range(256))
_ENDS = (b"", b"s", b"es", b"ed", b"ing", b"e", b"y", b"ies", b"er")
_ENDING = re.compile(r"(?<=.{4})(?:ing|ies|ed|es|(?<!s)s|e|y)$")
_DOUBLED = "bdgmnprt"
MAKERS = frozenset(
    b"md5 md5sum sha1sum sha224sum sha256 sha256sum sha384sum sha512sum shasum b2sum b3sum cksum xxhsum hashlib digest checksum".split()
)
"""Programs that make digests: words that are always in the index."""
_STOP = frozenset([w.encode() for w in STOP] + [b"%c" % c for c in range(48, 123)])
"""Words of every text, which name nothing and are not in the index."""
_LEAST = 4
"""Letters that a root must have; the beginning of a shorter word is that of too many others."""


def folded(text: str) -> bytes:
    return text.encode("utf-8", "replace").translate(_FOLD)


def root(word: str) -> bytes:
    """A word without the ending in which its forms differ, folded; one that is too short is left whole.

    >>> root("cached"), root("committing"), root("runs")
    (b'cach', b'commit', b'runs')
    """
    out = _ENDING.sub("", word)
    if out is not word and out[-1] == out[-2] and out[-1] in _DOUBLED and out[4:]:
        out = out[:-1]
    return out.encode() if out.isascii() and "." not in out else folded(out).strip()


class _Roots(dict[str, bytes]):
    """Roots by word, remembered while there is room."""

    def __missing__(self, word: str) -> bytes:
        found = root(word)
        if len(self) < 20_000:
            self[word] = found
        return found


ROOTS = _Roots()


def _forms(root: bytes) -> list[bytes]:
    """What a root may look like as a word."""
    if len(root) < _LEAST:
        return [root]
    out = [root + end for end in _ENDS]
    if chr(root[-1]) in _DOUBLED:
        out += [root + root[-1:] + b"ed", root + root[-1:] + b"ing"]
    return out


def needle(word: bytes) -> bytes:
    """What a root or name looks like in a folded text: any ending may follow a long one."""
    return b" " + word if len(word) >= _LEAST else b" " + word + b" "


class Postings:
    """The index of a session's tool calls, in their order; words that no claim has are not in it."""

    def __init__(self, runs: Sequence[tuple[int, Run]], quotes: Iterable[str]) -> None:
        self._runs = runs
        self._raw: dict[int, bytes] = {}
        self._texts = [self._text(place) for place in range(len(runs))]
        self._bits = self._index(quotes)

    def _text(self, place: int) -> bytes:
        run = self._runs[place][1]
        return f" {given(run)}\n{run.call.output[:WHOLE]} ".encode("utf-8", "replace").translate(_FOLD)

    def _index(self, quotes: Iterable[str]) -> dict[bytes, int]:
        words = frozenset(folded(" ".join(quotes)).decode().split()) - STOP
        of: dict[bytes, bytes] = {}
        for found in set(map(ROOTS.__getitem__, words)):
            of.update(dict.fromkeys(_forms(found), found))
        of.update(zip(MAKERS, MAKERS, strict=True))
        known = frozenset(of) - _STOP
        bits: dict[bytes, int] = defaultdict(int)
        for place, text in enumerate(self._texts):
            bit = 1 << place
            for word in known.intersection(text.split()):
                bits[of[word]] |= bit
        return bits

    def text(self, place: int) -> bytes:
        """What a call was given and what it printed, folded."""
        return self._texts[place]

    def original(self, place: int, start: int, end: int) -> str:
        """A stretch of that text as it was, in lower case."""
        return self._unfolded(place)[max(0, start) : end].decode("utf-8", "replace").lower()

    def line(self, place: int, at: int) -> int:
        """Where the line of that text begins that has the place `at`."""
        return self._unfolded(place).rfind(b"\n", 0, at) + 1

    def _unfolded(self, place: int) -> bytes:
        if (raw := self._raw.get(place)) is None:
            run = self._runs[place][1]
            raw = self._raw[place] = f" {given(run)}\n{run.call.output[:WHOLE]} ".encode("utf-8", "replace")
        return raw

    def calls(self, root: bytes) -> int:
        """The calls that have a root in any of its forms, as bits."""
        return self._bits.get(root, 0) if b" " not in root else self.named(root)

    def named(self, name: bytes) -> int:
        """The calls that have all parts of a name."""
        found = -1
        for part in name.decode().split():
            if part not in STOP:
                found &= self._bits.get(ROOTS[part], 0)
        return found

    def ranked(self, names: Iterable[int], words: Iterable[int], first: int, newest: int) -> list[int]:
        """The `BEST` of the calls from place `first` up to `newest` by how many of the words they have (each given by its calls), a name
        for two; newer ones first among equals.

        The counts are kept in bit planes (plane k has the bits of all calls whose count has bit k), so that a word is added to all calls
        by a few operations on integers.
        """
        window = (1 << newest) - (1 << first)
        planes = [0, 0, 0, 0, 0, 0]
        for weight, sought in ((0, words), (1, names)):
            for calls in sought:
                carry, k = calls & window, weight
                while carry:
                    planes[k], carry = planes[k] ^ carry, planes[k] & carry
                    k += 1
        found: list[tuple[float, int]] = []
        top, last = 0.0, self._runs[newest - 1][0] if newest else 0
        window &= planes[0] | planes[1] | planes[2] | planes[3] | planes[4] | planes[5]
        while window:
            count, best = 0, window
            for k in (5, 4, 3, 2, 1, 0):
                if best & planes[k]:
                    best &= planes[k]
                    count |= 1 << k
            window ^= best
            top = top or count * OLD
            if count < top:
                break
            for _ in range(BEST):
                place = best.bit_length() - 1
                found.append((-count * fade(last - self._runs[place][0]), -place))
                best ^= 1 << place
                if not best:
                    break
        found.sort()
        return [-place for _, place in found[:BEST]]


_FADES = [max(OLD, 1 - 0.03 * distance) for distance in range(12)]


def fade(distance: int) -> float:
    """What a call counts that was made so many messages ago."""
    return _FADES[distance] if distance < 11 else OLD


def together(text: bytes, words: Sequence[bytes]) -> tuple[list[bytes], int]:
    """The most of the words that stand close together in a folded text, and where; words that are rare in it should come first, since
    the others are looked for around them."""
    best: list[bytes] = []
    place = 0
    sought = [(word, needle(word)) for word in words]
    for k, (word, mark) in enumerate(sought):
        rest = sought[k + 1 :]
        if len(rest) < len(best):
            break
        at = text.find(mark)
        for _ in range(MOST):
            if at < 0:
                break
            around = text[at - NEAR if at > NEAR else 0 : at + NEAR]
            here = [word, *[w for w, m in rest if m in around]]
            if len(here) > len(best):
                best, place = here, at
                if len(here) > len(rest):
                    return best, place
            at = text.find(mark, at + NEAR // 2)
    return best, place


def given(run: Run) -> str:
    """What a call was given, as far as it shows what it looked at or changed. What the agent wrote for others (a ticket, a message, a
    document, another agent's task) is its own word and shows nothing."""
    call = run.call
    if call.kind == "shell":
        for action in run.actions:
            if action.intent in ("commit", "publish"):
                return ""
        return (call.command or "")[:2000]
    if call.kind in ("other", "task", "todo"):
        return ""
    for edit in call.edits:
        if edit.path.endswith(PROSE):
            return ""
    return " ".join([v for v in call.input.values() if isinstance(v, str)])
