"""Beliefs that are told apart by letters or numbers alone: "Suspect A, the cache: ...", "(b) the pool ...", "either (a) ... or (b) ...".

The label that such a belief gets has the noun by which the words around it call its like, so that "(b)" becomes "Suspect B".
"""

import re

from sessionlens.text.regex import regex

LETTERED = regex(
    r"[*_`]*(?:(?P<noun>(?:hypothesis|theory|suspect|suspicion|cause|candidate|idea|explanation|possibility|reason|guess)\s+[#(]?(?:\d{1,2}|[A-Z])\)?)|"
    r"\((?P<inside>[A-Za-z])\)|(?P<letter>[A-HJ-Z]|\d{1,2})(?=[*_`]*\s*[).:—–]))[*_`]*(?:\s*(?:[).:,—–]|-(?=\s))[*_`]*)*\s+(?=\S+\s+\S)",
    re.I,
)
"""A label of a letter before an item of a list of hypotheses: "Suspect A, the cache: ...", "(b) the pool ...", "**C.** ..."."""
EITHER = regex(
    r"\b(?:either|hypothes[ie]s|theories|suspects|suspicions|(?:possible|likely|candidate)\s+(?:causes|reasons|explanations)|"
    r"(?:two|three|four|five)\s+(?:things|causes|reasons|explanations|possibilities|candidates))\b[^.?!]{0,40}?\(a\)",
    re.I,
)
MEMBER = regex(r"(?<=\s)(?:\((?P<inside>[a-hA-H])\))\s+(?=\S+\s+\S)(?P<noun>)(?P<letter>)")
"""What could be so, in running words: "either (a) the lease is never returned, or (b) the proxy drops it"."""


SEPARATOR = regex(r"[,;.\s]*(?:\b(?:and|or))?\s*$")
CALLED_BY = regex(r"\b(?:theories|suspects|suspicions|causes|reasons|explanations|candidates|ideas|guesses|culprits)\b", re.I)
SINGULAR = {"theories": "theory", "guesses": "guess", "culprits": "suspect"}


def lettered_so(m: re.Match[str], above: str) -> str:
    """The label of a lettered item, with the noun that the words above call the items by where it has none of its own.

    >>> m = LETTERED.match("(b) the pool runs dry")
    >>> lettered_so(m, "Three suspects:") if m else ""
    'Suspect B'
    """
    if m["noun"]:
        noun, key = m["noun"].rsplit(None, 1)
        return f"{noun.capitalize()} {key.strip('#()').upper()}"
    called = CALLED_BY.search(above)
    noun = called[0].lower() if called else "hypothesis"
    return f"{SINGULAR.get(noun, noun.removesuffix('s') if called else noun).capitalize()} {(m['inside'] or m['letter']).upper()}"


def either(text: str) -> list[tuple[int, int, str]]:
    """The members of a list in running words as start, end and label: what could be so.

    >>> either("It is either (a) the lease, never returned, or (b) the proxy.")
    [(17, 42, 'Hypothesis A'), (51, 60, 'Hypothesis B')]
    """
    marks = [*MEMBER.finditer(text)] if EITHER.search(text) else []
    if len(marks) < 2:
        return []
    ends = [m.start() for m in marks[1:]] + [len(text)]
    lead = text[: marks[0].start()]
    return [
        (m.end(), m.end() + len(SEPARATOR.sub("", text[m.end() : end])), lettered_so(m, lead)) for m, end in zip(marks, ends, strict=True)
    ]
