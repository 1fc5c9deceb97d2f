"""Numbers of a sentence that the numbers around it give: of its own clause, the sentence before it, a sentence that speaks of the same,
or the rows of a table that it names.

What was found by trying is only ever borne out, and by few tries; what a sentence binds by its words is in `shapes`.
"""

from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from sessionlens.audit import ways
from sessionlens.audit.arithmetic import CHANGE
from sessionlens.audit.base import Claim, Note
from sessionlens.audit.columns import Column, columns
from sessionlens.audit.document import Document, Place, Sentence
from sessionlens.audit.terms import Term, powers, spoken, terms
from sessionlens.checks.claims.words import STOP, tokens, word_set
from sessionlens.checks.values.intervals import Interval
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

_WORD = regex(r"[a-z]{4,}")
_CUT = regex(r"[;:](?=\s)")
_OF = regex(r"\s*(?:\([^)]{1,30}\)\s*)?(?:of|on|in)\s+(?!magnitude)")
_OPEN = regex(
    r"\b(?:should|would|could|expect\w*|predict\w*|estimat\w*|goal|target|limit|budget|allowed|planned|if|until|unless|about to|will)\b"
)
"""Words by which a number is none that was found."""
_LEAST = word_set("lowest smallest cheapest shortest fewest least best worst")
_MOST = word_set("highest largest biggest longest most best worst")
_ALL = word_set("all total together sum altogether overall")
_FROM = regex(r"\W*(?:[\w/%-]+\W+){0,3}?(?:from|\()")
"""What a number is worked out from may follow it only behind such a word."""
_MORE = regex(r"\s*(?:more|less|fewer|extra|longer|shorter|faster|slower|saved|higher|lower|larger|smaller|above|below)\b")
_BY = regex(r"\b(?:by|saves?|saving|difference of|drop of|rise of|increase of|decrease of)\s+(?:about\s+|~)?$")
_CHANGED = CHANGE | word_set(
    "drop dropped rise rose fell fall grew growth shrank increase increased decrease decreased below above saves saved"
)
_BEFORE = word_set("before original originally old previous earlier former baseline base")


def judged(document: Document, settled: list[Claim]) -> Iterator[Claim]:
    """A claim for each number that nothing else bears out and that others give."""
    shown = [c for c in settled if c.basis != "none"]
    before: Sentence | None = None
    for s in document.sentences:
        if any(c.isdigit() for c in s.text) and not document.quotes(s.place.start, s.place.end) and not _OPEN.search(s.text.lower()):
            for t in spoken(s):
                at = s.place.start + t.quantity.start, s.place.start + t.quantity.end
                if any(_about(c, at, t) for c in shown):
                    continue
                found = _found(document, s, t, before if before is not None and before.block == s.block else None)
                if found is None and (off := _refuted(document, s, t)) is not None:
                    yield off
                if found is not None:
                    (how, value), note = found
                    yield Claim(
                        document.place(*at), _kind(t, how), "supported", (), f"{how} = {_shown(t, value)}: supported", "document", (), note
                    )
        before = s


def _about(c: Claim, at: tuple[int, int], t: Term) -> bool:
    """Whether a claim has judged a number already."""
    inside = c.place.start <= at[0] and at[1] <= c.place.end
    return inside and (c.verdict != "supported" or c.place.end - c.place.start < 30 or t.quantity.raw in c.derivation)


def _kind(t: Term, how: str) -> ClaimKind:
    if t.share:
        return "percent" if " - " in how else "proportion"
    return "delta" if " - " in how else "sum" if " + " in how else "identity" if " x " in how or " / " in how else "level"


def _shown(t: Term, value: Interval) -> str:
    scale = Fraction(1) if t.share else Fraction(t.quantity.si)
    return f"{float(value.point / scale):.4g} {t.quantity.unit}".rstrip()


def _found(document: Document, s: Sentence, t: Term, before: Sentence | None) -> tuple[ways.Way, tuple[Note, ...]] | None:
    clause = _clause(s, t)
    share = t.share and (_OF.match(s.text, t.quantity.end) is not None or not _CHANGED & set(s.text.lower().split()))
    more = _MORE.match(s.text, t.quantity.end) is not None or _BY.search(s.text, 0, t.quantity.start) is not None
    rows = tabled(document, s, t)
    if more:
        rows = list({w[1].point: (w, n) for w, n in reversed(rows) if " - " in w[0]}.values())
    way = ways.fitting(t, (w for w, _ in rows))
    if way is not None:
        return way, tuple(n for w, n in rows if w == way)[:1]
    way = ways.fitting(t, ways.ways(t, clause, (), share=share, more=more))
    if way is not None:
        return way, ()
    front = tuple(o for o in spoken(s) if o.quantity.start < t.quantity.start)
    if len(front) > len(clause):
        way = ways.fitting(t, ways.ways(t, front, (), share=share, more=more))
        if way is not None:
            return way, ()
    if before is not None:
        way = ways.fitting(t, ways.ways(t, clause, spoken(before), share=share, more=more))
        if way is not None:
            return way, (Note(before.place, "the sentence before"),)
    for other in _alike(document, s):
        way = ways.fitting(t, ways.ways(t, clause, spoken(other), share=share, more=more))
        if way is not None:
            return way, (Note(other.place, f"line {other.place.line}"),)
    return None


def _refuted(document: Document, s: Sentence, t: Term) -> Claim | None:
    """ "The upload is 16 s slower", of a table with the upload before and after: the one number of the sentence, the one row that it names,
    the one pair of columns of its unit, of which one is the state before."""
    if len(spoken(s)) != 1 or t.share or t.powers in (None, (0, 0)) or _MORE.match(s.text, t.quantity.end) is None or t.quantity.hedge:
        return None
    said = tokens(s.text)
    pairs = [c for c in columns(document) if c.values[0].dimension == t.quantity.dimension]
    if len(pairs) != 2 or pairs[0].table is not pairs[1].table or "than" in said:
        return None
    rows = named(pairs[0], s)
    if len(rows) != 1 or sum(bool(tokens(c.title) & _BEFORE) for c in pairs) != 1:
        return None
    old, new = (Term(c.values[rows[0]], powers(c.values[rows[0]])) for c in pairs)
    value = ways.size(new.value.minus(old.value))
    if t.claimed.touches(value):
        return None
    at = document.place(s.place.start + t.quantity.start, s.place.start + t.quantity.end)
    how = (
        f"{pairs[0].labels[rows[0]]}: {new.quantity.raw} - {old.quantity.raw} = {_shown(t, value)}, claimed {t.quantity.raw}: contradicted"
    )
    note = Note(document.place(pairs[0].table.start, pairs[0].table.end), "the table")
    return Claim(at, "delta", "contradicted", (), how, "document", (), (note,))


def _clause(s: Sentence, t: Term) -> tuple[Term, ...]:
    """The numbers of a number's own clause."""
    cuts = [0, *(m.end() for m in _CUT.finditer(s.text)), len(s.text)]
    start = max(c for c in cuts if c <= t.quantity.start)
    end = min(c for c in cuts if c >= t.quantity.end)
    end = end if _FROM.match(s.text, t.quantity.end) else t.quantity.end
    return tuple(o for o in spoken(s) if start <= o.quantity.start < end)


@lru_cache(maxsize=64)
def _words(document: Document) -> tuple[tuple[Sentence, frozenset[str]], ...]:
    """The sentences with numbers, each with the first letters of its words."""
    return tuple((s, _stems(s.text)) for s in document.sentences if any(c.isdigit() for c in s.text))


_NEAR = 80
"""Sentences with numbers, to each side, that one may speak of again."""


def _stems(text: str) -> frozenset[str]:
    for t in reversed(terms(text)):
        text = text[: t.quantity.start] + " " + text[t.quantity.end :]
    return frozenset(w[:4] for w in _WORD.findall(text.lower()) if w not in STOP)


def _alike(document: Document, s: Sentence) -> list[Sentence]:
    """Other sentences with numbers, not far from one, that share the most words with it."""
    own, every = _stems(s.text), _words(document)
    at = bisect_left(every, s.place.start, key=lambda w: w[0].place.start)
    near = every[max(0, at - _NEAR) : at + _NEAR]
    found = [(len(own & words), -abs(o.block - s.block), o) for o, words in near if o is not s and own & words]
    found.sort(key=lambda f: (-f[0], -f[1]))
    return [o for _, _, o in found[:4]]


def named(column: Column, s: Sentence) -> list[int]:
    """The rows that a sentence names: all telling words of the label are in it, and no other row's label says more of them."""
    said = tokens(s.text) - STOP
    labels = [tokens(label) - STOP for label in column.labels]
    common = frozenset.intersection(*labels) if len(labels) > 1 else frozenset()
    full = [i for i, words in enumerate(labels) if words - common and words - common <= said and not all(w.isdigit() for w in words)]
    return [i for i in full if not any(labels[i] < labels[j] for j in full)]


def _extremes(said: frozenset[str], cells: list[Term], rows: list[int]) -> Iterator[int]:
    """The rows that "the fastest", "the smallest" speak of, those of the state before aside."""
    time, rate = cells[0].powers == (1, 0), cells[0].powers is not None and cells[0].powers[0] < 0
    speed = time or rate
    if rows and (said & _LEAST or (speed and ("fastest" if time else "slowest") in said)):
        yield min(rows, key=lambda i: cells[i].value.point)
    if rows and (said & _MOST or (speed and ("slowest" if time else "fastest") in said)):
        yield max(rows, key=lambda i: cells[i].value.point)


def _within(t: Term, old: Term, new: Term) -> Iterator[ways.Way]:
    """What two numbers of one row give: "before" and "after" of one thing."""
    if old.powers is None or old.powers != new.powers or (old.quantity.unit == "") is not (new.quantity.unit == ""):
        return
    if t.share and (value := ways.change(old, new)) is not None:
        yield f"({new.quantity.raw} - {old.quantity.raw}) / {old.quantity.raw}", value
    elif not t.share and old.value.point < new.value.point:
        yield f"{new.quantity.raw} - {old.quantity.raw}", new.value.minus(old.value)


def tabled(document: Document, s: Sentence, t: Term) -> list[tuple[ways.Way, Note]]:
    """What the rows that a sentence names give against the others: the value itself, its difference, change or share."""
    out: list[tuple[ways.Way, Note]] = []
    said = tokens(s.text)
    for column in columns(document):
        cells = [Term(v, powers(v)) for v in column.values]
        if not t.share and cells[0].powers != t.powers and not (t.powers == (0, 0) and not t.quantity.noun):
            continue
        if not t.share and t.powers == (0, 0) and cells[0].powers != (0, 0):
            continue
        rows = named(column, s)
        old = [i for i, label in enumerate(column.labels) if tokens(label) & _BEFORE]
        rows = list(dict.fromkeys([*rows, *_extremes(said, cells, [i for i in range(len(cells)) if i not in old and not column.repeated])]))
        others = old if said & _BEFORE and old else rows if len(rows) > 1 else range(len(cells))
        note = Note(Place(document, column.table.start, column.table.end), f"column {column.title}")
        if said & _ALL and not t.share and not column.repeated:
            total = cells[0].value
            for c in cells[1:]:
                total = total.plus(c.value)
            out.append(((" + ".join(c.quantity.raw for c in cells), total), note))
        for other in columns(document) if column.table.header.index(column.title) else ():
            if other.table is column.table and other.title != column.title and other.labels == column.labels:
                out += [
                    (way, note) for i in named(column, s) for way in _within(t, cells[i], Term(other.values[i], powers(other.values[i])))
                ]
        for i in rows:
            label = f"{column.labels[i]}: {cells[i].quantity.raw}"
            if t.quantity.dimension == cells[i].quantity.dimension:
                out.append(((label, cells[i].value), note))
            for j in others:
                if j == i or cells[i].powers is None:
                    continue
                if not t.share:
                    how = f"{cells[i].quantity.raw} - {cells[j].quantity.raw}"
                    out.append(((how, ways.size(cells[i].value.minus(cells[j].value))), note))
                    continue
                for one, two in ((j, i), (i, j)):
                    value = ways.change(cells[one], cells[two])
                    if value is not None:
                        how = f"({cells[two].quantity.raw} - {cells[one].quantity.raw}) / {cells[one].quantity.raw}"
                        out.append(((how, value), note))
    return list(dict.fromkeys(out))
