"""Where sentences end, in the prose of agents: full of file names, versions, code spans and check marks.

A full stop is no end inside a code span or a link target, after an abbreviation (`i.e.`, `vs.`), or between the
parts of a number or a name (`1.9.0`, `main.rs`). A line break is an end only where the line was broken early:
hard-wrapped prose is wider than 60 characters and breaks where the next word no longer fits.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

CODE = re.compile(r"(?<!`)`[^`]+`(?!`)|(`{2,})(?!`).+?(?<!`)\1(?!`)", re.S)
LINK = re.compile(r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)|https?://[^\s)>\]]+")
ABBREVIATIONS = frozenset(
    {"e.g", "i.e", "eg", "ie", "vs", "cf", "etc", "approx", "resp", "incl", "excl", "ca", "dr", "mr", "mrs", "prof", "jr", "sr", "dept"}
)
"""Words that keep their full stop in running text."""
BEFORE_DIGIT = frozenset({"max", "min", "avg", "no", "nr", "fig", "figs", "sec", "ch", "eq", "pp", "vol", "est"})
"""Abbreviations only before a digit: `no. 5`, but "It said no. Why?"."""
END = re.compile(r"[.!?…]+[\"'”’)\]*_»`]*(?=\s)")
WIDE_END = re.compile(END.pattern + "|[。！？]")
WORD_BEFORE = re.compile(r"[\s(\[/]")
LINE = re.compile(r"[ \t]*(?:\\?\r?\n|\r)[ \t>]*")
LABEL = re.compile(r"\*\*|__|[✅❌☑✔✓✗✘🔲⬜☐⚠🟢🔴🟡➡→•▸▶–—]|[-*+]\s|\d+[.)]\s|[A-Z][\w /-]{0,30}:\s")
WRAP = 60


@lru_cache(maxsize=2048)
def mask(text: str) -> str:
    """The same text with code spans and link targets blotted out by `x`, at equal length, so that offsets still hold.

    Their dots, commas and pipes then separate nothing; quotes and brackets around them stay. A span ends with its paragraph.
    """
    if "`" in text:
        text = CODE.sub(_blot, text)
    if "](" in text or "://" in text:
        text = LINK.sub(lambda m: "x" * len(m[0]), text)
    return text


def _blot(m: re.Match[str]) -> str:
    span = m[0]
    if "\n\n" in span:
        return span
    ticks = len(m[1]) if m[1] else 1
    return span[:ticks] + "x" * (len(span) - 2 * ticks) + span[-ticks:]


def lowered(text: str) -> str:
    """The text in lower case with straight apostrophes and blanks, at equal length (a few letters grow in lower case: then as it was)."""
    low = text.lower()
    return (low if len(low) == len(text) else text).replace("’", "'").replace("\n", " ").replace("\t", " ")


def sentences(masked: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences of masked[start:end], as offsets, without surrounding blanks.

    >>> list(sentences("Built, i.e. linked. All 7 pass!", 0, 31))
    [(0, 19), (20, 31)]
    """
    broken = masked.find("\n", start, end) >= 0 or masked.find("\r", start, end) >= 0
    wide = "。" in masked or "！" in masked or "？" in masked
    for a, b in _lines(masked, start, end) if broken else _trimmed(masked, start, end):
        at = a
        for m in (WIDE_END if wide else END).finditer(masked, a, b):
            if _ends(masked, m.start(), m.end(), b):
                yield at, m.end()
                at = m.end()
                while at < b and masked[at].isspace():
                    at += 1
        if at < b:
            yield at, b


def _ends(text: str, dot: int, after: int, limit: int) -> bool:
    """Whether the stop at `dot` ends a sentence."""
    if after >= limit:
        return False
    if text[dot] != "." or text[dot + 1 : dot + 2] == ".":
        return not text[after:limit].lstrip().lstrip("(*_—–- ")[:1].islower()
    word = WORD_BEFORE.split(text[max(0, dot - 12) : dot])[-1].lower().lstrip("*_\"'")
    rest = text[after : after + 40].lstrip()
    if word in ABBREVIATIONS or (word in BEFORE_DIGIT and rest[:1].isdigit()):
        return False
    if len(word) == 1 and word.isalpha() and text[dot - 1].isupper():
        return False
    numbered = word.isdigit() and len(word) < 3 and text[max(0, dot - len(word) - 1) : dot - len(word)] in ("", "\n")
    return not numbered


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches of text[start:end] between line breaks that were made on purpose, blanks trimmed."""
    cuts: list[int] = []
    breaks = list(LINE.finditer(text, start, end))
    widths = [b.start() - a for a, b in zip([start] + [m.end() for m in breaks], breaks, strict=False)]
    width = max([WRAP, *widths])
    for m, w in zip(breaks, widths, strict=True):
        word = text[m.end() : end].split(None, 1)[:1]
        wrapped = word and w + 1 + len(word[0]) > width and text[m.start() - 1 : m.start()] not in ":;"
        if not wrapped or LABEL.match(text, m.end()) or text[m.start() : m.end()].startswith(("  ", "\\")):
            cuts.append(m.end())
    for a, b in zip([start, *cuts], [*cuts, end], strict=True):
        yield from _trimmed(text, a, b)


def _trimmed(text: str, a: int, b: int) -> list[tuple[int, int]]:
    """The stretch without blanks around it, none if nothing is left."""
    part = text[a:b]
    inner = part.lstrip()
    a += len(part) - len(inner)
    b = a + len(inner.rstrip(" \t\r\n>\\"))
    return [(a, b)] if a < b else []
