"""Where words stand together in what the tools printed: an inverted index whose entries are bits of one integer.

A session has some thousand words in its claims and some hundred outputs; looking up each word in each output is a hundred times the work
of splitting every output once. Texts are folded to bytes first: lower case, a space for all that is no letter or digit. So a word begins
behind a space, and `cache_tree`, `cache-tree` and `Cache.tree` are one name. Long outputs are cut into pieces, a bit for each, so that
words of one bit stand close together, and what a long output has somewhere counts no more than what a short one has.

Example: with the outputs "3 caches flushed" and "no cache", `pieces(b"cach")` is 0b101 and `pieces(b"flush")` is 0b001; the bit between
two outputs is left free.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from sessionlens.checks.claims.words import PROSE, STOP
from sessionlens.model.trace import Run
from sessionlens.text.fold import LINES, TABLE, folded
from sessionlens.text.regex import regex

WHOLE = 40_000
"""Characters of an output that are indexed; beyond that it is a file that was read through."""
PIECE = 45
"""Words of a piece; two of them are one place."""
SHORT = 90
"""An output up to so many words is one piece."""
BEST = 4
"""Places looked at closely: those with most of the words."""
_ECHO = 30
"""Characters that are the same by no chance."""
OLD = 0.7
"""What a call counts that was made long ago."""
_ENDS = (b"", b"s", b"es", b"ed", b"ing", b"e", b"y", b"ies", b"er")
_ENDING = regex(r"(?<=.{4})(?:ing|ies|ed|es|(?<!s)s|e|y)$")
_DOUBLED = "bdgmnprt"
MAKERS = frozenset(
    b"md5 md5sum sha1sum sha224sum sha256 sha256sum sha384sum sha512sum shasum b2sum b3sum cksum xxhsum hashlib digest checksum".split()
)
"""Programs that make digests: words that are always in the index."""
_STOP = frozenset([w.encode() for w in STOP] + [b"%c" % c for c in range(48, 123)])
"""Words of every text, which name nothing and are not in the index."""
_LEAST = 4
"""Letters that a root must have; the beginning of a shorter word is that of too many others."""


def folded_lines(lines: Sequence[str]) -> list[bytes]:
    """Each line folded, with a blank at both ends, so that a needle is found there too."""
    joined = " \n ".join(lines)
    return f" {joined} ".encode("utf-8", "replace").translate(LINES).split(b"\n") if lines else []


def root(word: str) -> bytes:
    """A word without the ending in which its forms differ, folded; one that is too short is left whole.

    >>> root("cached"), root("committing"), root("runs")
    (b'cach', b'commit', b'runs')
    """
    out = _ENDING.sub("", word) if word[-1:] in "gsdey" else word
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


def needle(word: bytes) -> bytes:
    """What a root or name looks like in a folded text: any ending may follow a long one."""
    return b" " + word if len(word) >= _LEAST else b" " + word + b" "


def holds(text: bytes, mark: bytes) -> bool:
    """Whether a folded text has a needle. (`in` takes what stands left of it for a number first and drops an error: ten times the time.)"""
    return text.find(mark) >= 0


class Postings:
    """The index of a session's tool calls, in their order; words that no claim has are not in it."""

    def __init__(self, runs: Sequence[tuple[int, Run]], quotes: Iterable[str]) -> None:
        self._runs = runs
        self.places: list[int] = []
        """By piece: the call that it is of."""
        self._firsts: list[int] = []
        self._names: dict[bytes, int] = {}
        self._near: dict[bytes, int] = {}
        self._read: dict[int, tuple[bytes, bytes, dict[int, int]]] = {}
        """By call: its text, that folded, and where those of its pieces begin that were asked for."""
        self._bits = self._index(quotes)
        self._below = [(1 << first) - 1 for first in self._firsts]
        """By call: all pieces before its own."""
        self._full = (1 << len(self.places)) - 1 - sum([1 << first - 1 for first in self._firsts[1:]])
        """The pieces without the free bits between two outputs, which may look as if they had the words of the next one."""

    def _index(self, quotes: Iterable[str]) -> dict[bytes, int]:
        words = frozenset(folded(" ".join(quotes)).decode().split()) - STOP
        roots = sorted(set(map(ROOTS.__getitem__, words)))  # forms of two roots may be one: which has it must not hang on a hash
        of = {root + end: root for root in roots for end in (_ENDS if len(root) >= _LEAST else _ENDS[:1])}
        of |= {root + root[-1:] + end: root for root in roots if chr(root[-1]) in _DOUBLED for end in (b"ed", b"ing")}
        of.update(zip(MAKERS, MAKERS, strict=True))
        known = frozenset(of) - _STOP
        bits: dict[bytes, int] = defaultdict(int)
        bit = 1
        for place in range(len(self._runs)):
            self._firsts.append(len(self.places))
            words_of = self._text(place).translate(TABLE).split()
            at, length = 0, len(words_of)
            while at < length:
                end = length if length - at <= SHORT else at + PIECE
                for word in known.intersection(words_of[at:end]):
                    bits[of[word]] |= bit
                self.places.append(place)
                at = end
                bit <<= 1
            self.places.append(place)
            bit <<= 1
        self._firsts.append(len(self.places))
        return bits

    def _text(self, place: int) -> bytes:
        run = self._runs[place][1]
        printed = "" if run.call.kind == "other" and _echoes(run) else run.call.output[:WHOLE]
        return f" {given(run)}\n{printed} ".encode("utf-8", "replace")

    def around(self, piece: int) -> str:
        """What stands at a place: a piece and the one behind it, from the beginning of its first line to the end of its last."""
        place = self.places[piece]
        if (read := self._read.get(place)) is None:
            text = self._text(place)
            read = self._read[place] = (text, text.translate(TABLE), {0: 0})  # as long as the text
        text, bare, begins = read
        nth, pieces = piece - self._firsts[place], self._firsts[place + 1] - self._firsts[place] - 1
        first = _begun(nth, bare, begins)
        if nth + 2 < pieces:
            end = text.find(b"\n", _begun(nth + 2, bare, begins))
        else:  # the last piece may be longer
            behind = bare[first:].split(None, 2 * PIECE)
            end = text.find(b"\n", len(text) - len(behind[-1])) if len(behind) > 2 * PIECE else -1
        return text[text.rfind(b"\n", 0, first) + 1 : end if end > 0 else len(text)].decode("utf-8", "replace")

    def pieces(self, root: bytes) -> int:
        """The pieces that have a root in any of its forms, as bits."""
        return self._bits.get(root, 0)

    def near(self, name: bytes) -> int:
        """The places (a piece and the one behind it) that have all parts of a name, or a root."""
        found = self._near.get(name)
        if found is None:
            found = -1
            for part in name.split():
                bits = self.pieces(part)
                found &= bits | bits >> 1
            self._near[name] = found
        return found

    def within(self, name: bytes) -> int:
        """All pieces of the calls that have a name somewhere."""
        found = self._names.get(name)
        if found is None:
            found = 0
            left = self.near(b" ".join([ROOTS[part] for part in name.decode().split() if part not in STOP]))
            while left > 0:
                place = self.places[left.bit_length() - 1]
                found |= self._below[place + 1] ^ self._below[place]
                left &= self._below[place]
            self._names[name] = found
        return found

    def calls(self, pieces: int) -> int:
        """The calls of these pieces, as bits."""
        found = 0
        while pieces:
            place = self.places[pieces.bit_length() - 1]
            found |= 1 << place
            pieces &= self._below[place]
        return found

    def ranked(self, names: Iterable[int], words: Iterable[int], first: int, newest: int) -> list[int]:
        """The `BEST` places in the calls from `first` up to `newest` by how many of the words they have (each given by its places), a
        name for two; newer ones first among equals.

        The counts are kept in bit planes (plane k has the bits of all places whose count has bit k), so that a word is added to all
        places by a few operations on integers.
        """
        window = (self._below[newest] ^ self._below[first]) & self._full
        planes = [0, 0, 0, 0, 0, 0]
        for weight, sought in ((0, words), (1, names)):
            for bits in sought:
                carry, k = bits & window, weight
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
                piece = best.bit_length() - 1
                place = self.places[piece]
                found.append((-count * fade(last - self._runs[place][0]), -piece))
                best &= self._below[place]
                if not best:
                    break
        found.sort()
        return [-piece for _, piece in found[:BEST]]


def _begun(nth: int, bare: bytes, begins: dict[int, int]) -> int:
    """Where the nth piece of a folded text begins, counted from the nearest one before it that is known."""
    if nth not in begins:
        known = max([k for k in begins if k < nth])
        begins[nth] = len(bare) - len(bare[begins[known] :].split(None, PIECE * (nth - known))[-1])
    return begins[nth]


_FADES = [max(OLD, 1 - 0.03 * distance) for distance in range(12)]


def fade(distance: int) -> float:
    """What a call counts that was made so many messages ago."""
    return _FADES[distance] if distance < 11 else OLD


def _echoes(run: Run) -> bool:
    """Whether a tool gives back what it was given (a ticket that was filed): the agent's own words, which show nothing."""
    for value in run.call.input.values():
        if isinstance(value, str) and len(value) > _ECHO and value[:_ECHO].partition("\n")[0] in run.call.output:
            return True
    return False


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
