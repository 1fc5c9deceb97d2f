"""Where sentences end, in the prose of agents: full of file names, versions, code spans and check marks.

A full stop is no end inside a code span or a link target, after an abbreviation (`i.e.`, `vs.`), or between the
parts of a number or a name (`1.9.0`, `main.rs`). A line break is an end only where the line was broken early:
hard-wrapped prose is wider than 60 characters and breaks where the next word no longer fits.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from sessionlens.text.regex import regex

CODE = regex(r"`(?:(?<!``)[^`]+`(?!`)|(`+)(?!`).+?(?<!`)`\1(?!`))", re.S)
LINK = regex(r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)|https?://[^\s)>\]]+")
QUOTE = regex(r'["“][^"”\n]*$')
"""The beginning of a quotation of a few words, which may end inside a sentence: 'prints "Ready." at the end'."""
ABBREVIATIONS = frozenset(
    {"e.g", "i.e", "eg", "ie", "vs", "cf", "etc", "approx", "resp", "incl", "excl", "ca", "dr", "mr", "mrs", "prof", "jr", "sr", "dept"}
)
"""Words that keep their full stop in running text."""
BEFORE_DIGIT = frozenset({"max", "min", "avg", "no", "nr", "fig", "figs", "sec", "ch", "eq", "pp", "vol", "est"})
"""Abbreviations only before a digit: `no. 5`, but "It said no. Why?"."""
END = regex(r"[.!?…][.!?…]*[\"'”’)\]*_»`]*(?=\s)")
"""A stop. It begins with a character of its own, so that the search can leap to those."""
WIDE = regex("[。！？]")
WIDE_END = regex(f"{END.pattern}|{WIDE.pattern}")
OPENING = regex(r"\s*[(*_—–\- ]*(.)", re.S)
WORD_BEFORE = regex(r"[\s(\[/]")
LABEL = r"\*\*|__|[✅❌☑✔✓✗✘🔲⬜☐⚠🟢🔴🟡➡→•▸▶–—]|[-*+]\s|\d+[.)]\s|[A-Z][\w /-]{0,30}:(?:\s|\Z)"
BREAK = regex(rf"(?P<hard>[ ]{{2}}|(?=\\))?[ \t]*(?:\\?\r?\n|\r)[ \t>]*(?=(?P<label>{LABEL})?)(?=(?P<word>\S*))")
"""A line break with what tells whether it was made on purpose: Markdown's own mark for one, or how the next line begins."""
WRAP = 60
LONG = 2000
"""No sentence has so many characters; what has was pasted."""


@lru_cache(maxsize=2048)
def mask(text: str) -> str:
    """The same text with code spans and link targets blotted out by `x`, at equal length, so that offsets still hold.

    Their dots, commas and pipes then separate nothing; quotes and brackets around them stay. A span ends with its paragraph.
    """
    if "`" in text:
        text = CODE.sub(_blot, text) if "``" in text else _without_code(text)
    if "](" in text or "://" in text:
        text = LINK.sub(lambda m: "x" * len(m[0]), text)
    return text


def _without_code(text: str) -> str:
    """A text in which every span of code stands between two single ticks."""
    parts = text.split("`")
    for i in range(1, len(parts) - 1, 2):
        if "\n\n" not in parts[i]:
            parts[i] = "x" * len(parts[i])
    return "`".join(parts)


def _blot(m: re.Match[str]) -> str:
    span = m[0]
    if "\n\n" in span:
        return span
    ticks = len(m[1] or "") + 1
    return span[:ticks] + "x" * (len(span) - 2 * ticks) + span[-ticks:]


def lowered(text: str) -> str:
    """The text in lower case with straight apostrophes and blanks, at equal length (a few letters grow in lower case: then as it was)."""
    low = text.lower()
    return (low if len(low) == len(text) else text).replace("’", "'").replace("\n", " ").replace("\t", " ")


def sentences(masked: str, start: int, end: int) -> list[tuple[int, int]]:
    """The sentences of masked[start:end], as offsets, without surrounding blanks.

    >>> sentences("Built, i.e. linked. All 7 pass!", 0, 31)
    [(0, 19), (20, 31)]
    """
    part = masked[start:end]
    ends = WIDE_END if not part.isascii() and WIDE.search(part) else END
    out: list[tuple[int, int]] = []
    for a, b in _lines(masked, start, end) if "\n" in part or "\r" in part else _trimmed(masked, start, end):
        at = a
        for m in ends.finditer(masked, a, b):
            if _ends(masked, m.start(), m.end(), b):
                out.append((at, m.end()))
                at = m.end()
                while at < b and masked[at].isspace():
                    at += 1
        if at < b:
            out.append((at, b))
    return out if end - start < LONG else [line for a, b in out for line in _apart(masked, a, b)]


def _apart(masked: str, a: int, b: int) -> list[tuple[int, int]]:
    """A stretch that is too long for a sentence, line by line: a log, whose lines are all of one width."""
    if b - a < LONG:
        return [(a, b)]
    edges = [a, *(m.end() for m in BREAK.finditer(masked, a, b)), b]
    return [line for x, y in pairwise(edges) for line in _trimmed(masked, x, y)]


def _ends(text: str, dot: int, after: int, limit: int) -> bool:
    """Whether the stop at `dot` ends a sentence."""
    if after >= limit:
        return False
    if text[dot] != "." or text[dot + 1] == "." or (text[dot + 1] in '"”' and QUOTE.search(text, max(0, dot - 24), dot)):
        opening = OPENING.match(text, after, limit)
        return opening is None or not opening[1].islower()
    word = WORD_BEFORE.split(text[max(0, dot - 12) : dot])[-1].lower().lstrip("*_\"'")
    if word in ABBREVIATIONS or (word in BEFORE_DIGIT and text[after : after + 40].lstrip()[:1].isdigit()):
        return False
    if len(word) == 1 and word.isalpha() and text[dot - 1].isupper():
        return False
    numbered = word.isdigit() and len(word) < 3 and text[max(0, dot - len(word) - 1) : dot - len(word)] in ("", "\n")
    return not numbered


def _breaks(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """The line breaks of text[start:end], with the blanks around them: sought by their line feeds, which is ten times as fast."""
    if text.find("\r", start, end) >= 0:
        yield from BREAK.finditer(text, start, end)
        return
    while (feed := text.find("\n", start, end)) >= 0:
        line = text[start : feed - 1 if feed > start and text[feed - 1] == "\\" else feed]
        m = BREAK.match(text, start + len(line.rstrip(" \t")), end)
        if m:
            yield m
        start = m.end() if m else feed + 1


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches of text[start:end] between line breaks that were made on purpose, blanks trimmed."""
    breaks = list(_breaks(text, start, end))
    widths = []
    at = start
    for m in breaks:
        widths.append(m.start() - at)
        at = m.end()
    width = max(WRAP, *widths)
    at = start
    for m, w in zip(breaks, widths, strict=True):
        word = m["word"]
        if w + 1 + len(word) <= width or not word or m["label"] or m["hard"] or text[m.start() - 1 : m.start()] in ":;":
            yield from _trimmed(text, at, m.end())
            at = m.end()
    yield from _trimmed(text, at, end)


def _trimmed(text: str, a: int, b: int) -> list[tuple[int, int]]:
    """The stretch without blanks around it, none if nothing is left."""
    part = text[a:b].rstrip(" \t\r\n>\\")
    end = a + len(part)
    begin = end - len(part.lstrip())
    return [(begin, end)] if begin < end else []
