"""Counts of things that the text itself lists: "five changes: A, B, C, D and E", "three steps", then the list or table of them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sessionlens.audit.base import Note
from sessionlens.audit.document import Document, Place, Sentence
from sessionlens.checks.claims.words import stem, word_set
from sessionlens.text.regex import regex

WORDS = {w: n for n, w in enumerate(["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 2)}
_NUMBER = r"(?P<n>" + "|".join(WORDS) + r"|\d{1,2})"
_COUNTED = regex(r"\b" + _NUMBER + r"(?P<gap>\s+(?:(?:[\w-]+|[\"“][^\"”]{1,30}[\"”])\s+){0,4}?)(?P<noun>[a-z]{3,}s)\b", re.I)
_UNITS = word_set("seconds minutes hours days weeks months years bytes bits times percent points lines runs iterations follows")
_LINKS = word_set("as of in on at to for with from and or the than per by is are was were that which across over more other")
_ITEM = regex(r"\s*(?:[*+-]|\d{1,3}[.)])\s+\S")
_JOINED = regex(r",?\s+(?:and|or)\s+")
_SOME = regex(
    r"\b(?:including|includes?|such as|e\.g\.|for example|for instance|among (?:them|others)|etc|and so on|like)\b|\.\.\.|…", re.I
)
"""Words of a list that is not whole."""
_SPAN = regex(r"\w+\d+\s*(?:-|–|to|through)\s*\w*\d")
_LABELLED = regex(r"\((?:`[^`]{1,30}`|[A-Z]{1,3}-?\d{1,3})\)$")
"""A thing that is named at length, with its label behind: "the date library (K1)"."""
_PART_OF = regex(
    r"\b" + _NUMBER + r"\s+of\s+(?:the\s+|our\s+|its\s+)?(?:" + "|".join(WORDS) + r"|\d{1,2})\s+(?:[\w-]+\s+){0,2}?(?P<noun>[a-z]{3,}s)\b",
    re.I,
)
_SHAPE = regex(r"`[^`]+`|\b[A-Za-z]+\d+\b|\b[A-Z]\w*")


@dataclass(frozen=True, slots=True)
class Counted:
    """A stated number of things, and how many are listed; `sure` where every listed thing has the same shape."""

    place: Place
    said: int
    noun: str
    listed: int
    how: str
    sure: bool
    also: tuple[Note, ...] = ()


def value(word: str) -> int:
    """The number that a word or digits stand for."""
    return WORDS[word.lower()] if word.lower() in WORDS else int(word)


def stated(text: str) -> Iterator[re.Match[str]]:
    """Every "<number> <plural noun>" of a text that counts things and measures none."""
    for m in _COUNTED.finditer(text):
        gap = m["gap"].lower().split()
        if (
            m["noun"].lower() in _UNITS
            or stem(m["noun"].lower()) == m["noun"].lower()
            or any(w in _LINKS for w in gap)
            or (m.start() and text[m.start() - 1] in ".,-")
        ):
            continue
        yield m


def counts(document: Document) -> Iterator[Counted]:
    """All of a document, in order: enumerations in the same sentence, and lists and tables that a sentence ends up to."""
    for sentence in document.sentences:
        parts = list(_PART_OF.finditer(sentence.text)) if " of " in sentence.text else []
        for m in parts:
            found = _enumerated(document, sentence, m)
            if found is not None:
                yield found
        for m in stated(sentence.text):
            if any(p.start() <= m.start() < p.end() for p in parts):
                continue
            found = _enumerated(document, sentence, m) or _below(document, sentence, m)
            if found is not None:
                yield found


def _enumerated(document: Document, sentence: Sentence, m: re.Match[str]) -> Counted | None:
    """ "five wins: A1 (x), A2 (y), A4 and D4", "four setups — a, b, c and d —"."""
    rest = sentence.text[m.end() :]
    opened = re.match(r"[\w \"“”'-]{0,40}?(?P<mark>:|\s[—–]\s|—|\s\()\s*", rest)
    if opened is None:
        return None
    body = rest[opened.end() :]
    if "(" in opened["mark"]:
        body = body[: _closing(body)]
    elif opened["mark"] != ":":
        body = re.split(r"\s[—–]\s|—", body, maxsplit=1)[0]
    items = _items(body.rstrip(" .;:"))
    if len(items) < 2:
        return None
    shapes = [_SHAPE.match(i) is not None and len(_bare(i).split()) <= 3 for i in items]
    some = _SOME.search(rest[: opened.end()]) or _SOME.search(body) or any(_SPAN.search(i) for i in items)
    alike = all(shapes) and len({bool(re.search(r"\d", _bare(i))) for i in items}) == 1
    sure = not some and (alike or all(_LABELLED.search(i) for i in items))
    at = sentence.place.start + m.end() + opened.end()
    where = Note(document.place(at, min(at + len(body), sentence.place.end)), f"{len(items)} named")
    here = document.place(sentence.place.start + m.start(), sentence.place.start + m.end())
    return Counted(here, value(m["n"]), m["noun"], len(items), "named: " + ", ".join(_bare(i)[:24] for i in items[:8]), sure, (where,))


def _closing(text: str) -> int:
    depth = 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth < 0:
            return i
    return len(text)


def _items(text: str) -> list[str]:
    """The members of an enumeration, brackets kept whole; none where it is not one."""
    depth, flat = 0, []
    for c in text:
        depth += (c in "([{") - (c in ")]}")
        flat.append(c if depth == 0 or c in "([{" else "\x01")
    masked = "".join(flat)
    if "," not in masked and not _JOINED.search(masked):
        return []
    cuts = [m.span() for m in re.finditer(r"[,;]\s*(?:and\s+|or\s+)?", masked)]
    if not cuts or not _JOINED.search(masked[cuts[-1][0] : cuts[-1][1]]):
        last = _JOINED.search(masked, cuts[-1][1] if cuts else 0)
        if last is not None:
            cuts.append(last.span())
    edges = [0, *(e for span in cuts for e in span), len(text)]
    return [t for a, b in zip(edges[::2], edges[1::2], strict=True) if (t := text[a:b].strip(" *_"))]


def _bare(item: str) -> str:
    return re.sub(r"[\s*_]*\(.*", "", item, flags=re.S).strip()


def _below(document: Document, sentence: Sentence, m: re.Match[str]) -> Counted | None:
    """A sentence that ends with a colon, and the list or table directly under it."""
    if not sentence.text.rstrip().endswith(":") or sentence.statement.kind != "sentence":
        return None
    after = [s for s in document.statements if s.start >= sentence.place.end][:1]
    if not after:
        return None
    here = document.place(sentence.place.start + m.start(), sentence.place.start + m.end())
    first = after[0]
    if first.table is not None:
        n = len(first.table.rows)
        note = Note(document.place(first.table.start, first.table.end), f"{n} rows")
        return Counted(here, value(m["n"]), m["noun"], n, "rows of the table below", False, (note,))
    if first.kind != "item":
        return None
    lines = document.text[sentence.place.end :].split("\n")
    marks = _outer(lines[1:] if not lines[0].strip() else lines)
    note = Note(document.place(first.start, first.end), f"{len(marks)} items")
    goes_on = re.compile(rf"\s*[*_]*{len(marks) + 1}[.)]\s")
    sure = len(set(marks)) == 1 and not any(goes_on.match(line) for line in lines)
    return Counted(here, value(m["n"]), m["noun"], len(marks), "items of the list below", sure, (note,)) if len(marks) > 1 else None


def _outer(lines: list[str]) -> list[str]:
    """The items at the outer level of the list that begins at the first line with text, each by the kind of its first character: things
    of one kind are written alike."""
    marks: list[str] = []
    indent = -1
    for line in lines:
        if not line.strip():
            continue
        deep = len(line) - len(line.lstrip())
        item = _ITEM.match(line)
        if item:
            indent = deep if indent < 0 else indent
            if deep <= indent:
                marks.append("a" if line[item.end() - 1].isalnum() else line[item.end() - 1])
        elif indent < 0 or deep <= indent:
            break
    return marks
