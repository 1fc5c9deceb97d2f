"""What a probe prints today against what it printed then: the ladder.

exact, normalised-equal, numeric-within-noise, contains-evidence, differs. Nothing here knows of machines or versions; whether a
difference means anything is for `settle`, which knows the fingerprint.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from sessionlens.model.probe import Likeness
from sessionlens.probes.evidence import Spans
from sessionlens.probes.normalise import MASKED, Line, Token, folded, lines
from sessionlens.text.regex import regex

NOISE = 0.10
"""How far a measured number may be off, relative to the recorded one, if two runs of today do not differ by more."""
_CUT_WORDS = ("truncated", "omitted", "line", "character")
_MOST_WANTED = 50
"""Lines of cited words that are looked for."""
_MOST_WORK = 50_000_000
"""Comparisons of lines beyond which a cut piece is not looked for."""
ONE_FACTOR = 5.0
"""Durations of one output have changed alike if their factors are at most this far apart."""
_CUT = regex(
    r"(?im)^.*(?:\.{3}|…|\[|<|\().{0,40}\b(?:truncated|omitted|lines? (?:left out|hidden|skipped)|characters? (?:left out|hidden))\b.*$"
)
_MEASURED = regex(r"\.\d|[eE][-+]?\d|%")


@dataclass(frozen=True, slots=True)
class Comparison:
    """A rung of the ladder with what led to it. `scale` is the median of today's durations over the recorded ones, where numbers were
    compared; `unlike` are pairs of tokens that could not be reconciled (then, now)."""

    likeness: Likeness
    detail: str = ""
    masks: tuple[str, ...] = ()
    volatile: int = 0
    scale: float | None = None
    unlike: tuple[tuple[str, str], ...] = ()
    absent: tuple[str, ...] = ()


@dataclass(slots=True)
class _Pairing:
    """Tokens of equal lines, pair by pair."""

    cited: Spans
    spread: dict[tuple[int, int], float]
    volatile: set[tuple[int, int]]
    masks: Counter[str] = field(default_factory=Counter)
    noisy: list[tuple[Token, Token]] = field(default_factory=list)
    scaled: list[tuple[Token, Token]] = field(default_factory=list)
    same_machine: bool = True
    unlike: list[tuple[Token, Token]] = field(default_factory=list)
    observed: int = 0

    def pair(self, place: tuple[int, int], old: Token, new: Token) -> None:
        if old.text == new.text:
            return
        cited = any(start < old.end and old.start < end for start, end in self.cited)
        if not cited and old.kind in MASKED:
            self.masks[old.kind] += 1
        elif not cited and place in self.volatile:
            self.observed += 1
        elif self._noise(place, old, new):
            self.noisy.append((old, new))
        elif not self.same_machine and old.kind == new.kind == "duration" and old.value and new.value:
            self.scaled.append((old, new))
        else:
            self.unlike.append((old, new))

    def _noise(self, place: tuple[int, int], old: Token, new: Token) -> bool:
        """Whether two numbers may be the same measurement: a counted thing must be equal, unless today's two runs differ in it too."""
        before, now = old.value, new.value
        if before is None or now is None:
            return False
        spread = self.spread.get(place, 0.0)
        if old.kind != "duration" and not _MEASURED.search(old.text) and not spread:
            return False
        return abs(now - before) <= max(NOISE * abs(before), spread, _ulp(old.text))


def compare(old: str, new: str, *, again: str | None = None, cited: Spans = (), cut: bool = False, same_machine: bool = True) -> Comparison:
    """Compares the recorded output `old` with today's.

    `again` is a second output of today, from which it is learned what varies; `cited` the places of `old` that conclusions rest on, which
    are never masked; `cut` says that the agent's program had shortened `old`. Times of another machine (`same_machine` False) can only
    be compared with one another: they must all have changed by about the same factor.
    """
    if old.strip() == new.strip():
        return Comparison("exact", "the same text")
    before, now = lines(old), lines(new)
    second = lines(again) if again is not None else None
    if [x.text for x in before] == [x.text for x in now]:
        return Comparison("normalised-equal", "the same but for blanks and quotes", ("blanks",))
    if not before or not now:
        return _differs(old, new, before, now, cited)
    if cut or (any(w in old for w in _CUT_WORDS) and _CUT.search(old)):
        kept = _as_cut(before, now, second, cited, same_machine)
        if kept is not None:
            return kept
    found = _lined_up(before, now, second, cited, same_machine)
    if found is None:
        found = _any_order(before, now, cited)
    return found or _differs(old, new, before, now, cited)


def _lined_up(
    before: Sequence[Line], now: Sequence[Line], again: Sequence[Line] | None, cited: Spans, same_machine: bool
) -> Comparison | None:
    """The comparison of outputs whose lines have the same skeletons; None if they have not, but for lines that vary by observation."""
    steady = _steady(now, again)
    if len(before) != len(now):
        return None
    loose = [i for i, (b, n) in enumerate(zip(before, now, strict=True)) if b.skeleton != n.skeleton]
    if any(i not in steady.lines or _cites(before[i], cited) for i in loose):
        return None
    pairing = _Pairing(cited, steady.spread, steady.tokens, same_machine=same_machine)
    for i, (b, n) in enumerate(zip(before, now, strict=True)):
        if i not in loose:
            for j, (x, y) in enumerate(zip(b.tokens, n.tokens, strict=True)):
                pairing.pair((i, j), x, y)
    return _judged(pairing, len(loose))


def _judged(pairing: _Pairing, loose: int, prefix: str = "") -> Comparison | None:
    masks = tuple(sorted(pairing.masks))
    volatile = pairing.observed + loose
    if pairing.unlike or not _one_factor(pairing.scaled):
        return None
    said = [f"{n} {kind}" for kind, n in sorted(pairing.masks.items())]
    if volatile:
        said.append(f"{volatile} that differ between two runs of today")
    if pairing.scaled:
        scale = _scale(pairing.scaled)
        return Comparison(
            "numeric-within-noise", f"{prefix}times {scale:.2g} as long as then, on what may be another machine", masks, volatile, scale
        )
    if pairing.noisy:
        scale = _scale(pairing.noisy)
        pairs = ", ".join(f"{o.text} then, {n.text} now" for o, n in pairing.noisy[:3])
        return Comparison("numeric-within-noise", prefix + pairs, masks, volatile, scale)
    return Comparison("normalised-equal", prefix + ("not compared: " + ", ".join(said) if said else "the same"), masks, volatile)


def _any_order(before: Sequence[Line], now: Sequence[Line], cited: Spans) -> Comparison | None:
    """Lines that are the same in another order (folders are listed as the file system has them, sets as they are hashed)."""
    if Counter(x.text for x in before) == Counter(x.text for x in now):
        return Comparison("normalised-equal", "the same lines in another order", ("order",))
    if Counter(x.skeleton for x in before) != Counter(x.skeleton for x in now):
        return None
    rest = sorted(now, key=lambda x: (x.skeleton, x.text))
    pairing = _Pairing(cited, {}, set())
    for i, (b, n) in enumerate(zip(sorted(before, key=lambda x: (x.skeleton, x.text)), rest, strict=True)):
        for j, (x, y) in enumerate(zip(b.tokens, n.tokens, strict=True)):
            pairing.pair((i, j), x, y)
    found = _judged(pairing, 0, "in another order; ")
    if found is None or found.likeness != "normalised-equal":
        return None
    return Comparison(found.likeness, found.detail, (*found.masks, "order"), found.volatile)


@dataclass(slots=True)
class _Steady:
    """What two runs of today do not agree in: places of tokens, lines, and by how much the numbers differ."""

    tokens: set[tuple[int, int]] = field(default_factory=set)
    lines: set[int] = field(default_factory=set)
    spread: dict[tuple[int, int], float] = field(default_factory=dict)


def _steady(now: Sequence[Line], again: Sequence[Line] | None) -> _Steady:
    found = _Steady()
    if again is None or len(again) != len(now):
        return found
    for i, (a, b) in enumerate(zip(now, again, strict=True)):
        if a.skeleton != b.skeleton:
            found.lines.add(i)
            continue
        for j, (x, y) in enumerate(zip(a.tokens, b.tokens, strict=True)):
            if x.text != y.text:
                found.tokens.add((i, j))
                if x.value is not None and y.value is not None:
                    found.spread[i, j] = abs(x.value - y.value)
    return found


def _as_cut(
    before: Sequence[Line], now: Sequence[Line], again: Sequence[Line] | None, cited: Spans, same_machine: bool
) -> Comparison | None:
    """An output that was shortened, against the whole one: every piece that is left must stand there, in order."""
    pieces: list[list[Line]] = [[]]
    for line in before:
        if _CUT.match(line.text):
            pieces.append([])
        else:
            pieces[-1].append(line)
    at, loose = 0, 0
    kept: Comparison | None = None
    for piece in (p for p in pieces if p):
        inner = piece[1:-1] if len(piece) > 2 else piece
        place = _find(inner, now, at)
        if place is None:
            return None
        kept = _lined_up(inner, now[place : place + len(inner)], again[place : place + len(inner)] if again else None, cited, same_machine)
        if kept is None:
            return None
        at, loose = place + len(inner), loose + kept.volatile
    if kept is None:
        return None
    likeness: Likeness = "normalised-equal" if kept.likeness != "numeric-within-noise" else kept.likeness
    return Comparison(likeness, "what the agent's program had left of the output is in today's", ("cut",), loose, kept.scale)


def _find(piece: Sequence[Line], now: Sequence[Line], at: int) -> int | None:
    if len(piece) * len(now) > _MOST_WORK:
        return None
    shape = [x.skeleton for x in piece]
    for start in range(at, len(now) - len(piece) + 1):
        if now[start].skeleton == shape[0] and [x.skeleton for x in now[start : start + len(shape)]] == shape:
            return start
    return None


def _differs(old: str, new: str, before: Sequence[Line], now: Sequence[Line], cited: Spans) -> Comparison:
    """The cited words, line by line: those that stood on one line must stand on one line again."""
    wanted: list[tuple[str, ...]] = []
    start = 0
    for line in folded(old).split("\n"):
        end = start + len(line)
        words = tuple(dict.fromkeys(folded(old)[s:e].lower() for s, e in cited if start <= s and e <= end and e > s))
        if words:
            wanted.append(words)
        start = end + 1
    fresh = [line.lower() for line in folded(new).split("\n")]
    whole = "\n".join(fresh)
    absent = tuple(
        " ".join(words)
        for words in wanted[:_MOST_WANTED]
        if not all(w in whole for w in words) or not any(all(_holds(line, w) for w in words) for line in fresh)
    )
    if wanted and not absent:
        held = sorted({w for words in wanted for w in words})
        return Comparison("contains-evidence", f"what is cited is there: {', '.join(held[:5])}")
    shapes_then, shapes_now = {b.skeleton for b in before}, {n.skeleton for n in now}
    gone = next((b.text for b in before if b.skeleton not in shapes_now), "")
    came = next((n.text for n in now if n.skeleton not in shapes_then), "")
    unlike: tuple[tuple[str, str], ...] = ()
    if not gone and not came:
        unlike = tuple((b.text, n.text) for b, n in zip(before, now, strict=False) if b.text != n.text)[:3]
        gone, came = unlike[0] if unlike else ("", "")
    detail = (
        f"then {_clip(gone or (before[0].text if before else 'nothing'))!r}, now {_clip(came or (now[0].text if now else 'nothing'))!r}"
    )
    return Comparison("differs", detail, unlike=unlike, absent=absent)


def _holds(line: str, word: str) -> bool:
    at = line.find(word)
    while at >= 0:
        end = at + len(word)
        if not (word[0].isdigit() and line[at - 1 : at].isdigit()) and not (word[-1].isdigit() and line[end : end + 1].isdigit()):
            return True
        at = line.find(word, end)
    return False


def _cites(line: Line, cited: Spans) -> bool:
    return any(start < token.end and token.start < end for token in line.tokens for start, end in cited)


def _scale(pairs: Sequence[tuple[Token, Token]]) -> float | None:
    found = sorted(n.value / o.value for o, n in pairs if o.value and n.value is not None and o.kind == "duration")
    return found[len(found) // 2] if found else None


def _one_factor(pairs: Sequence[tuple[Token, Token]]) -> bool:
    """Whether durations have all changed by one factor, to within what short ones and busy machines make of it."""
    factors = sorted(n.value / o.value for o, n in pairs if o.value and n.value)
    return len(factors) < 2 or factors[-1] <= ONE_FACTOR * factors[0]


def _ulp(text: str) -> float:
    digits = re.search(r"\.(\d+)", text)
    return 10.0 ** -len(digits[1]) if digits else 0.0


def _clip(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"
