"""One thing in two states: done in part and done wholly, done and not done.

Words that tell of progress ("first", "later", "now") link the two and make it no contradiction; so does standing in one sentence.

Fires:

    The K3 cache has been partially removed. It is out of the reader.

    Since K3 has been removed, only K4 is left.

Quiet:

    The K3 cache has been partially removed. Later, K3 was fully removed. K4 has been removed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sessionlens.audit.base import Hit, Note
from sessionlens.audit.document import Sentence
from sessionlens.audit.library import Library
from sessionlens.model.words import Confidence, Issue
from sessionlens.text.regex import regex

NUMBER = "D003"
ISSUE: Issue = "self-contradiction"
HELP = "say how far it had gone, as of which message"
_STATE = regex(
    r"\b(?:has|have|had|is|are|was|were)\s+(?:(?:already|also|since|been|just|largely)\s+)*"
    r"(?:(?:only\s+)?(?P<how>partially|partly|half|fully|completely|entirely|wholly|totally|never|not)\s+)?(?:been\s+)?"
    r"(?P<verb>reverted|removed|implemented|merged|fixed|migrated|ported|deployed|released|disabled|enabled|"
    r"tested|verified|restored|undone|rewritten|replaced|finished|completed|converted|covered|updated|applied|"
    r"committed|rolled back|backed out|taken out)\b"
    r"(?P<after>\s+(?:in part|only in|from all|everywhere|in full|in all))?",
    re.I,
)
_TIME = regex(
    r"\b(?:first|at first|initially|then|later|eventually|finally|afterwards?|subsequently|meanwhile|yet|still|"
    r"will|would|if|until|again|now|before|earlier|soon)\b",
    re.I,
)
_PART = frozenset(("partially", "partly", "half", "in part", "only in"))
_WHOLE = frozenset(("fully", "completely", "entirely", "wholly", "totally", "from all", "everywhere", "in full", "in all"))


@dataclass(frozen=True, slots=True)
class State:
    """What a sentence says of a name: the verb and how far ("part", "whole", "plain", "not")."""

    sentence: Sentence
    name: str
    verb: str
    how: str
    start: int
    end: int

    @property
    def dated(self) -> bool:
        """Whether the sentence says as of which message."""
        return any(self.sentence.place.start <= r.start < self.sentence.place.end for r in self.sentence.place.document.references)

    @property
    def note(self) -> Note:
        document = self.sentence.place.document
        return Note(
            document.place(self.start, self.end), {"part": "in part", "whole": "wholly", "plain": "done", "not": "not done"}[self.how]
        )


def find(library: Library) -> Iterator[Hit]:
    states = [s for sentence in library.sentences for s in _states(sentence, library)]
    seen: set[tuple[str, str, str]] = set()
    for i, later in enumerate(states):
        for earlier in states[:i]:
            pair = {earlier.how, later.how}
            key = (later.name, later.verb, "/".join(sorted(pair)))
            if earlier.dated and later.dated:
                continue
            if later.name != earlier.name or later.verb != earlier.verb or key in seen or later.sentence.place == earlier.sentence.place:
                continue
            confidence = _clash(pair)
            if confidence is None:
                continue
            seen.add(key)
            here, there = later.note, earlier.note
            where = f"line {there.place.line}" + ("" if there.place.document is here.place.document else f" of {there.place.document.name}")
            why = f"{later.name} is {later.verb} {_say(later.how)} here and {_say(earlier.how)} in {where}"
            yield Hit(here.place, why, confidence, (there,))


def _clash(pair: set[str]) -> Confidence | None:
    if pair == {"part", "whole"}:
        return "high"
    return "medium" if pair in ({"part", "plain"}, {"not", "plain"}, {"not", "whole"}) else None


def _say(how: str) -> str:
    return {"part": "in part", "whole": "wholly", "plain": "without reserve", "not": "not at all"}[how]


def _states(sentence: Sentence, library: Library) -> Iterator[State]:
    text = sentence.text
    for m in _STATE.finditer(text):
        start = max(text.rfind(c, 0, m.start()) for c in ",;:—.")
        plain = re.sub(r"\([^()]*\)", lambda p: " " * len(p[0]), text[start + 1 : m.start()])
        names = [n for n, _ in library.names(plain)]
        if (
            len(set(names)) != 1
            or _TIME.search(text[max(0, start - 40) : m.end() + 30])
            or sentence.place.document.looks_ahead(sentence.section)
        ):
            continue
        how = (m["after"] or m["how"] or "").strip().lower()
        word = "part" if how in _PART else "whole" if how in _WHOLE else "not" if how in ("not", "never") else "plain"
        at = sentence.place.start + start + 1
        at += len(plain) - len(plain.lstrip())
        yield State(sentence, names[-1], m["verb"].lower(), word, at, sentence.place.start + m.end())
