"""A number of things, and beside it their first and last number, which give another count.

Fires:

    The team had finished three rounds of tuning. Rounds 0 through 3 were merged.

Quiet:

    The team had finished four rounds of tuning. Rounds 0 through 3 were merged. Of two steps, steps 1 to 2 are done.
"""

import re
from collections.abc import Iterator

from sessionlens.audit import lists
from sessionlens.audit.base import Hit, Note
from sessionlens.audit.library import Library
from sessionlens.checks.claims.words import stem
from sessionlens.model.words import Issue
from sessionlens.text.regex import regex

NUMBER = "D002"
ISSUE: Issue = "self-contradiction"
HELP = "count the first one too, or say that it is left out"
_SPAN = regex(r"\b(?P<noun>[A-Za-z]{3,}s)\s+#?(?P<a>\d{1,3})\s*(?:through|thru|to|–|—|-)\s*#?(?P<b>\d{1,3})\b(?!\s*[%a-zA-Z]*/)")
_NUMBERED = regex(r"[,(—–]?\s*(?:numbered|counted|labell?ed)\s+(?:from\s+)?(?P<a>\d{1,3})\s*(?:through|thru|to|–|—|-)\s*(?P<b>\d{1,3})\b")
_LABELS = regex(r"[,:(—–]\s*(?P<label>[A-Z]{1,2})(?P<a>\d{1,3})\s*(?:through|thru|to|–|—|-)\s*(?P=label)?(?P<b>\d{1,3})\b")
"""The same by labels, right behind the number: "three milestones, M0 to M3"."""
NEAR = 240
"""Characters between the two within which they speak of the same things."""


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        spans = list(_SPAN.finditer(document.text))
        for m in lists.stated(document.text):
            labels = _LABELS.match(document.text, m.end()) or _NUMBERED.match(document.text, m.end())
            for span in [s for s in spans if _same(document.text, m, s)] + ([labels] if labels else []):
                said, first, last = lists.value(m["n"]), int(span["a"]), int(span["b"])
                counted = last - first + 1
                if last > first and said != counted:
                    unless = f", unless {first} is not counted" if said == counted - 1 else ""
                    why = f"{said} {m['noun']} said, and {span[0].strip(',:(—– ')} are {counted}{unless}"
                    yield Hit(document.place(*m.span()), why, "medium", (Note(document.place(*span.span()), f"{counted}"),))


def _same(text: str, m: re.Match[str], span: re.Match[str]) -> bool:
    """Whether a number of things and a span of them stand near each other, in one paragraph, and neither is a part of the other."""
    gap = max(span.start() - m.end(), m.start() - span.end())
    if stem(span["noun"].lower()) != stem(m["noun"].lower()) or not 0 <= gap < NEAR:
        return False
    return "\n" not in text[min(m.end(), span.end()) : max(m.start(), span.start())] and not _part(text, m, span)


def _part(text: str, m: re.Match[str], span: re.Match[str]) -> bool:
    """Whether one of the two is said to be a part of the other ("two of the rounds 0 to 3", "the other three rounds")."""
    first, second = sorted((m, span), key=lambda x: x.start())
    between = text[first.end() : second.start()].lower()
    if re.search(r"\b(?:of|in|among|except|without|beyond|after|before)\s+(?:the\s+|all\s+)?$", between):
        return True
    around = f"{text[max(0, m.start() - 16) : m.end()]} {between}".lower()
    return re.search(r"\b(?:only|other|remaining|except|first|last|more|another|further|these)\b", around) is not None
