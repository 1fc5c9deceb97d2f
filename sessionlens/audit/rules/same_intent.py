"""The same thing is called meant in one place and a mistake in another.

A section with a heading like "Mistakes" calls everything that its items begin with a mistake.

Fires:

    The reader must know that `job --dry list` is intentionally invalid, it only shows that the tool is there.

    # Mistakes and wrong turns

    1. `job --dry list` is invalid: the tool prints its usage, and nothing is learned of the queue.

Quiet:

    The reader must know that `job --dry list` is intentionally invalid. The order of the two runs was a mistake.

    # Mistakes and wrong turns

    1. The queue was full: the tool waited, and nothing is learned of its speed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sessionlens.audit.base import Hit, Note
from sessionlens.audit.document import Place, Sentence
from sessionlens.audit.library import Library
from sessionlens.checks.claims.words import content, word_set
from sessionlens.model.words import Issue
from sessionlens.text.regex import regex

NUMBER = "D017"
ISSUE: Issue = "self-contradiction"
HELP = "quote what shows that it was meant, or leave it a mistake"
_MEANT = regex(
    r"\b(?:is|was|are|were)\s+(?:\w+\s+)?(?:intentional(?:ly)?|deliberate(?:ly)?|on purpose|by design|purposely|purposefully)\b", re.I
)
_SLIP = regex(
    r"\b(?:is|was|are|were)\s+(?:an?\s+|the\s+)?(?:\w+\s+)?(?:mistakes?|mistaken|oversights?|accident(?:al)?|blunders?|unintentional"
    r"|inadvertent|unintended|errors? of the (?:agent|assistant|author))\b",
    re.I,
)
_HEAD = regex(r"\b(?:mistakes?|missteps?|blunders?|slips|errors made|what went wrong)\b", re.I)
_SAYS = regex(r"\b(?:is|are|was|were)\b")
_NOT = regex(r"\b(?:not|n['’]t|never|no)\b", re.I)
_OPENS = regex(r"(?:.*\b(?:that|because|since|while|although|but|and|so)\s|.*[,;:(—])(?=\S)", re.S)
_VAGUE = word_set("it this that they which what command message step one thing agent assistant author choice")
_SHARED = 2


@dataclass(frozen=True, slots=True)
class Stance:
    """What a sentence calls meant or a mistake: the words of its subject, and where the judgement stands."""

    about: frozenset[str]
    meant: bool
    place: Place


def find(library: Library) -> Iterator[Hit]:
    stances = [s for sentence in library.sentences for s in _stances(sentence)]
    for i, later in enumerate(stances):
        for earlier in stances[:i]:
            shared = later.about & earlier.about
            if later.meant is earlier.meant or len(shared) < _SHARED or len(shared) * 3 < min(len(later.about), len(earlier.about)) * 2:
                continue
            here, there = later.place.document, earlier.place.document
            where = f"line {earlier.place.line}" + ("" if here is there else f" of {there.name}")
            said = ("meant", "a mistake") if later.meant else ("a mistake", "meant")
            yield Hit(later.place, f"called {said[0]} here and {said[1]} in {where}", "low", (Note(earlier.place, said[1]),))
            break


def _stances(sentence: Sentence) -> Iterator[Stance]:
    text, document, start = sentence.text, sentence.place.document, sentence.place.start
    meant = _MEANT.search(text)
    found = meant or _SLIP.search(text)
    if found is None and sentence.statement.kind == "item" and _HEAD.search(sentence.section):
        found = _SAYS.search(text)
    if found is None or _NOT.search(found[0]):
        return
    subject = _OPENS.sub("", text[: found.start()], count=1) if meant or found.re is _SLIP else text[: found.start()]
    about = frozenset(content(subject) - _VAGUE)
    if about:
        at = start + found.start() - len(subject)
        yield Stance(about, meant is not None, document.place(max(start, at), start + found.end()))
