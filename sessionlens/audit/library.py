"""What audit rules look at: the documents, and the session where one is given."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from sessionlens.audit.base import Claim
from sessionlens.audit.document import Document, Sentence
from sessionlens.checks.claims.words import word_set
from sessionlens.graph.view import View
from sessionlens.text.regex import regex

_NAME = regex(
    r"`[^`\n]{2,60}`|\b[A-Z]{1,3}\d{1,3}\b|\b[a-z]+[A-Z]\w+\b|\b[A-Z][a-z0-9]+[A-Z]\w+\b|\b\w+_\w+\b|\b\w+(?:/[\w.-]+)+\b|\b[A-Z]{2,6}\b"
)
_ALIAS = regex(r"(?P<a>`[^`\n]{2,40}`|\b[\w.-]{2,30})\s+\((?P<b>`[^`\n]{2,40}`|[A-Za-z][\w./-]{1,30})(?: (?:for|in|on) [^()]{1,40})?\)")
_COMMON = word_set("ci cd ok ms us ns kb mb gb tb kib mib gib tib id no pr cpu gpu ram api cli os sql json html")
_UPPER = word_set("US UK EU OK NOTE TODO WARNING IT THE AND NOT ALL")


@dataclass(frozen=True)
class Library:
    """Documents audited together. `claims` are those of all documents, judged; rules may look at them."""

    documents: tuple[Document, ...]
    view: View | None = None
    claims: tuple[Claim, ...] = field(default=(), compare=False)

    @property
    def sentences(self) -> Iterator[Sentence]:
        return (s for d in self.documents for s in d.sentences)

    @cached_property
    def aliases(self) -> Mapping[str, str]:
        """The one spelling of every name: "B1 (pinPages)" makes them one, in whichever document it stands."""
        first: dict[str, str] = {}
        for document in self.documents:
            for m in _ALIAS.finditer(document.text):
                a, b = fold(m["a"]), fold(m["b"])
                if is_name(m["a"]) and is_name(m["b"]) and a != b and b not in first and a not in first:
                    first[b] = a
        return first

    def names(self, text: str) -> list[tuple[str, int]]:
        """Names in a text, by their one spelling, with where each stands."""
        return [
            (self.aliases.get(key := fold(m[0]), key), m.start())
            for m in _NAME.finditer(text)
            if m[0] not in _UPPER and fold(m[0]) not in _COMMON
        ]


def fold(name: str) -> str:
    """A name as compared: without backticks, in lower case."""
    return name.strip("`").lower()


def is_name(word: str) -> bool:
    """Whether a word names one thing of a project: code, mixed case, letters with digits."""
    found = _NAME.fullmatch(word)
    return found is not None and fold(word) not in _COMMON and word not in _UPPER
