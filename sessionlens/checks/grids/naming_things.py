"""Which things and metrics of a sheet a clause names."""

from collections import Counter

from sessionlens.checks.binding.mention import place
from sessionlens.checks.binding.named import PEAKED
from sessionlens.checks.claims.claim import Claim, parse
from sessionlens.checks.claims.words import AGGREGATE, GENERAL_METRIC, LESS, MORE, UNITS, tokens, word_set
from sessionlens.checks.grids.sheets import TAIL, Sheet, named
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

_WEAK = UNITS | frozenset(AGGREGATE.values()) | word_set("time run back case variant value new old")
_JOINT = regex(r"[,;:()]|\band\b|\bbut\b")
_OF_THE = regex(r"\s?of the (?:speed|size|time)\b")
_STEM = 5
"""Letters in which the forms of a long word agree."""
_NAME = 30
"""Characters of a name in a text."""
_SIZES = word_set("smaller larger bigger size byte text file")
_TIMES = word_set("slower faster longer quicker shorter time speed elapsed")
_KIN = {
    "memory": ("rss", "memory", "heap"),
    "cpu": ("cpu", "task"),
    "rss": ("rss", "memory"),
    "deviation": ("sd", "stddev"),
    "l1": ("d1", "l1"),
}


def sentence(claim: Claim) -> Claim:
    """The whole sentence, for the names that the clause leaves out."""
    if claim.low == claim.whole.lower():
        return claim
    return parse(claim.conclusion.model_copy(update={"quote": claim.conclusion.statement.text}), claim.aliases)


def things_of(claim: Claim, sheet: Sheet) -> dict[int, int]:
    """The things that a clause names with their places in it: by the whole label, else by a word that no whole label has."""
    held, labels, having = sheet.held, sheet.labels, sheet.having
    stems = Counter(head for head, _ in sheet.tails.values())
    low, words = claim.low, _forms(claim.tokens - _measured(claim))
    whole: dict[int, tuple[int, int]] = {}
    partly: dict[int, tuple[int, int]] = {}
    for i in held:
        if i in sheet.tails:
            head, digits = sheet.tails[i]
            if (at := _numbered(claim, digits, head or sheet.head) if not head or stems[head] > 1 else -1) >= 0:
                whole[i] = at, at
                continue
            if not head:
                continue
        own = frozenset(w for w in labels[i] if having[w] < len(held) and w not in _WEAK)
        said = {w: _form(w, words) for w in own}
        places = [low.find(form) for form in said.values() if form]
        if not places:
            continue
        span = min((p for p in places if p >= 0), default=len(low)), max(places)
        (whole if all(said.values()) else partly)[i] = span
    covered = frozenset().union(*(labels[i] for i in whole)) if whole else frozenset()
    whole |= {i: span for i, span in partly.items() if any(_form(w, words) for w in labels[i] - covered - _WEAK)}
    return {i: span[0] for i, span in whole.items() if not _within(i, whole, labels)}


def akin(one: str, other: str) -> bool:
    """Whether two labels do not differ both in the number that they end in and in what stands before it."""
    a, b = TAIL.fullmatch(one), TAIL.fullmatch(other)
    return a is None or b is None or a[1] == b[1] or a[2] == b[2]


def _forms(words: frozenset[str]) -> dict[str, str]:
    """Words by themselves and by the letters in which their forms agree: "rotation" is of "rotated"."""
    out = {w[:_STEM]: w for w in sorted(words) if len(w) > _STEM and w.isalpha()}
    return out | {w: w for w in words if not w[0].isdigit() or "." in w or len(w) > 2}


def _form(word: str, forms: dict[str, str]) -> str:
    """The word as the clause has it, if it does."""
    if word in forms and (len(word) != _STEM or forms[word] == word):
        return forms[word]
    return forms.get(word[:_STEM], "") if len(word) > _STEM and word.isalpha() and len(forms.get(word[:_STEM], "")) > _STEM else ""


def _within(i: int, found: dict[int, tuple[int, int]], labels: list[frozenset[str]]) -> bool:
    """Whether a thing is named only as a part of another one's name ("f32" where "f32 packed" is)."""
    at = found[i][0]
    return any(labels[i] < labels[o] and first <= at <= last and last - first <= _NAME for o, (first, last) in found.items() if o != i)


def _measured(claim: Claim) -> frozenset[str]:
    """Words that stand in values with a unit only: the 1.2 of "1.2 ms" names nothing."""
    rest, at = [], 0
    for q in sorted([q for q in claim.quantities if q.unit or q.dimension in ("percent", "ratio")], key=lambda q: q.start):
        rest.append(claim.text[at : max(at, q.start)])
        at = max(at, q.end)
    return tokens(" ".join(q.raw for q in claim.quantities)) - tokens(" ".join([*rest, claim.text[at:]]))


def _numbered(claim: Claim, label: str, head: str) -> int:
    """Where a clause has a label that is a number, as a number without a unit ("than 6") or joined to the head ("level 6"); else -1."""
    digits = label.replace(",", "").replace(" ", "")
    heads = [h for h in named(head) if not h[0].isdigit()]
    for q in claim.quantities:
        if not q.unit and q.dimension in ("number", "count") and q.value == q.value.to_integral_value() and str(int(q.value)) == digits:
            return _headed(claim, q.start, heads)
        if q.raw.replace(",", "") == digits:
            return q.start
    return next((place(claim, frozenset((h + digits,))) for h in heads if h + digits in claim.tokens), -1)


def _headed(claim: Claim, at: int, heads: list[str]) -> int:
    """Where "level 6" begins, whose number stands at `at`."""
    before = claim.low[:at].rstrip(" =:_-")
    return next((len(before) - len(h) for h in heads if before.endswith(h)), at)


def metrics_of(claim: Claim, quantity: Quantity, sheet: Sheet) -> list[int]:
    """The metrics that a number may be of: those named beside it, else those that the clause names, else those of its kind."""
    used = sorted({m for _, m in sheet.cells})
    behind = _behind(claim, quantity)
    if found := _named(words_of(behind), used, sheet):
        return found
    for text in (behind if _OF_THE.match(behind) else _near(claim, quantity), claim.text):
        words = words_of(text)
        if found := _named(words, used, sheet):
            return found
        for kind in ("size",) if words & _SIZES else ("time", "rate", "number") if words & _TIMES else ():
            kept = [m for m in used if kind in {c.dimension for (_, k), c in sheet.cells.items() if k == m}]
            if kept:
                return kept
    return used


def named_metrics(text: str, sheet: Sheet) -> list[int]:
    """The metrics that a few words name: "CPU", "memory", "size" (of no memory), "speed" (a time, else a rate)."""
    used, words = sorted({m for _, m in sheet.cells}), words_of(text)
    if found := _named(words, used, sheet):
        return found
    dimensions = {m: {c.dimension for (_, k), c in sheet.cells.items() if k == m} for m in used}
    for kind in ("size",) if words & _SIZES else ("time", "rate") if words & _TIMES else ():
        kept = [m for m in used if dimensions[m] == {kind} and sheet.words(m).isdisjoint(PEAKED)]
        if kept:
            headline = [m for m in kept if sheet.words(m) & GENERAL_METRIC]
            return headline if len(headline) == 1 else kept
    return []


def named_beside(claim: Claim, quantity: Quantity, sheet: Sheet) -> list[int]:
    """The metrics that are named between the numbers before and behind this one."""
    return _named(words_of(_near(claim, quantity)), sorted({m for _, m in sheet.cells}), sheet)


def _named(words: frozenset[str], used: list[int], sheet: Sheet) -> list[int]:
    shared = frozenset.intersection(*(sheet.words(m) for m in used)) if len(used) > 1 else frozenset()
    shown = {m: len((sheet.words(m) - shared - UNITS) & words) for m in used}
    most = max(shown.values(), default=0)
    return [m for m in used if most and shown[m] == most]


def _behind(claim: Claim, quantity: Quantity) -> str:
    """What follows a number up to the next joint ("40 % of the speed", "7.5 ms by minimum and ...")."""
    starts = [q.start for q in claim.quantities if q.start >= quantity.end]
    return _JOINT.split(claim.text[quantity.end : min(starts, default=len(claim.text))], maxsplit=1)[0]


def _near(claim: Claim, quantity: Quantity) -> str:
    ends = [q.end for q in claim.quantities if q.end <= quantity.start]
    starts = [q.start for q in claim.quantities if q.start >= quantity.end]
    return claim.text[max(ends, default=0) : min(starts, default=len(claim.text))]


def words_of(text: str) -> frozenset[str]:
    """What a text may call metrics by: aggregates by their one name, and what goes by several names by all of them."""
    words = frozenset(AGGREGATE.get(w, w) for w in tokens(text)) - MORE - LESS | (tokens(text) & _SIZES)
    return words.union(*(_KIN[w] for w in words if w in _KIN))
