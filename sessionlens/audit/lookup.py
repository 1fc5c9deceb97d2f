"""A session as what a document's references and quotations are looked up in."""

import re
from collections.abc import Iterator
from functools import lru_cache

from sessionlens.checks.claims.words import content
from sessionlens.graph.view import View

_SPACE = re.compile(r"[\s`*_]+")
_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "\u00a0": " ", "…": "."})
_TELLING = re.compile(
    r"`[^`\n]{2,60}`|\b[A-Za-z]+\d+\w*\b|\b[a-z]+[A-Z]\w+\b|\b[A-Z][a-z0-9]+[A-Z]\w+\b|\b[\w-]+\.(?:[a-z]{1,4})\b|\b\w+_\w+\b|\b\d+\.\d+\b"
)
_REFERENCE = re.compile(r"\[?\b(?:msgs?|messages?)\s*#?\d+\]?")


def plain(text: str) -> str:
    """A text as quotations are compared: one space for any, straight quotes, no emphasis, in lower case."""
    return _SPACE.sub(" ", text.translate(_QUOTES)).strip().lower()


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
            parts += [call.command or "", call.description, call.output, *(str(v) for v in call.input.values())]
        return plain("\n".join(parts))

    def holds(self, text: str, first: int, last: int) -> bool:
        """Whether one of the messages has the text, in its words, commands or outputs."""
        wanted = plain(text).strip(" .,;:!?\"'")
        return any(wanted in self._texts(n) for n in range(first, last + 1) if n in self)

    def where(self, text: str) -> Iterator[int]:
        """Messages that have the text."""
        wanted = plain(text).strip(" .,;:!?\"'")
        return (n for n in sorted(self._view.turns) if wanted in self._texts(n))

    def lacking(self, sentence: str, first: int, last: int) -> list[str]:
        """The telling words of a sentence, where the messages have none of them, nor half of its plain words; else nothing."""
        sentence = _REFERENCE.sub(" ", sentence)
        telling = list(dict.fromkeys(m[0].strip("`") for m in _TELLING.finditer(sentence)))
        if not telling:
            return []
        texts = " ".join(self._texts(n) for n in range(first, min(last, first + 200) + 1) if n in self)
        if any(plain(t) in texts for t in telling):
            return []
        words = content(sentence)
        return [] if sum(w in texts for w in words) * 2 >= len(words) else telling
