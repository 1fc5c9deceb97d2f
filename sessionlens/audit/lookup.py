"""A session as what a document's references and quotations are looked up in."""

import html
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from sessionlens.checks.claims.words import content
from sessionlens.graph.view import View
from sessionlens.text.regex import regex

_MARKS = regex(r"[`*]+")
_SPACE = regex(r"[\s_]+")
_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "\u00a0": " ", "…": "."})
_TELLING = regex(
    r"`[^`\n]{2,60}`|\b[A-Za-z]+\d+\w*\b|\b[a-z]+[A-Z]\w+\b|\b[A-Z][a-z0-9]+[A-Z]\w+\b|\b[\w-]+\.(?:[a-z]{1,4})\b|\b\w+_\w+\b|\b\d+\.\d+\b"
    r"|\b\d{2,}(?= (?:ms|s|us|µs|ns|min|[kKMGT]i?B|bytes|%)(?!\w))"
)
_REFERENCE = regex(r"\[?\b(?:msgs?|messages?)\s*#?\d+\]?(?:\([^()\s]*\))?")
_COMPUTED = regex(
    r" = |\bclaimed\b|\[-?\d[\d., ]*, ?-?\d[\d., ]*\]|(?<![\w.])[+−-]\d|\b(?:mean|median|average|geomean|in all|sum|total) of\b", re.I
)
"""A sentence that works its numbers out: no message need print them."""
_ADVICE = regex(r"\b(?:To do|What to do|help|Suggested)\b[^.]{0,50}:")
"""Advice speaks of what was not done."""
_RULE = regex(r"[RD]\d{3}\Z")
"""A rule of this program, which no session knows."""
_ESCAPED = regex(r"\\([!-/:-@\[-`{-~])")
_ENTITY = regex(r"&(?:#\d{1,6}|#x[0-9a-fA-F]{1,6}|amp|lt|gt|quot);")


def plain(text: str) -> str:
    """A text as quotations are compared: one space for any, straight quotes, no emphasis, in lower case."""
    return _SPACE.sub(" ", _MARKS.sub("", text).translate(_QUOTES)).strip().lower()


def computed(sentence: str) -> bool:
    """Whether a sentence works its numbers out: no message need print them."""
    return _COMPUTED.search(unmarked(sentence)) is not None


def unmarked(text: str) -> str:
    r"""A document's text without the escapes of Markdown: "a\_b", "x&#58;" are what their reader sees."""
    if "\\" in text:
        text = _ESCAPED.sub(r"\1", text)
    return _ENTITY.sub(lambda m: html.unescape(m[0]), text) if "&" in text else text


class Log:
    """Messages by number: who wrote them, and whether a text stands in one."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._texts = lru_cache(maxsize=2048)(self._read)
        self.first, self.last = (min(view.turns, default=0), max(view.turns, default=0))

    def __contains__(self, number: int) -> bool:
        return number in self._view.turns

    def role(self, number: int) -> str:
        """ "user" or "assistant"."""
        return self._view.message(number).role

    def _read(self, number: int) -> str:
        message = self._view.message(number)
        parts = [message.text, message.aside]
        for call in message.calls:
            parts += [call.name, call.command or "", call.description, call.output, *(str(v) for v in call.input.values())]
        return plain("\n".join(parts))

    def holds(self, text: str, first: int, last: int) -> bool:
        """Whether one of the messages has the text, in its words, commands or outputs; a part of it up to where it is cut ("…")."""
        wanted = _wanted(text)
        return any(wanted in self._texts(n) for n in range(first, last + 1) if n in self)

    def where(self, text: str) -> Iterator[int]:
        """Messages that have the text."""
        wanted = _wanted(text)
        return (n for n in sorted(self._view.turns) if wanted in self._texts(n))

    def _called(self, until: int) -> frozenset[str]:
        """The short names that hypotheses and changes up to a message go by: a write-up uses them where the message spells things out."""
        names = [(h.msg, h.aliases) for h in self._view.hypotheses] + [(c.msg, c.names) for c in self._view.changes]
        return frozenset(n.lower() for msg, group in names if msg <= until for n in group)

    def lacking(self, sentence: str, numbers: Iterable[int]) -> list[str]:
        """The telling words of a sentence, where the messages have none of them, nor half of its plain words; else nothing."""
        sentence = _REFERENCE.sub(" ", unmarked(sentence))
        telling = list(dict.fromkeys(m[0].strip("`") for m in _TELLING.finditer(sentence)))
        if _ADVICE.search(sentence):
            return []
        cited = [n for n in numbers if n in self]
        if computed(sentence):
            telling = [t for t in telling if not t[0].isdigit()]
        known = self._called(max(cited, default=0))
        telling = [t for t in telling if not _RULE.match(t) and t.lower() not in known]
        if not telling:
            return []
        texts = " ".join(self._texts(n) for n in cited)
        if any(plain(t) in texts for t in telling):
            return []
        words = content(sentence)
        return [] if sum(w in texts for w in words) * 2 >= len(words) else telling


def _wanted(text: str) -> str:
    """A quotation as it is looked for: without Markdown's escapes, up to where it was cut."""
    return plain(unmarked(text).partition("…")[0]).strip(" .,;:!?\"'")
