"""Ideas that a plan lists under one letter each, and messages that carry out two of them in one step.

"**idea T**: keep the last stamp" and "**idea R**: no split" name T and R; "T and R first" before an edit makes both at once. A part of the
rule `confounded_changes`, which knows labels with a number by itself.
"""

from sessionlens.graph.view import View
from sessionlens.text.regex import regex

_PAIR = regex(r"\b([A-Z])(?: ?(?:and|\+|&) ?|, )(?:([A-Z])(?:,? and |, | ?\+ ?))?([A-Z])\b(?!['’./-]|\s(?:should|would|may|might|could))")
_JOINED = (" and ", "+", "&", ", ")


def letters(view: View) -> dict[str, int]:
    """The letters under which hypotheses are listed, with the message of each."""
    found: dict[str, int] = {}
    for hypothesis in view.hypotheses:
        for alias in hypothesis.aliases:
            last = alias.rpartition(" ")[2]
            if len(last) == 1 and last.isupper():
                found.setdefault(last, hypothesis.msg)
    return found


def both(text: str, known: dict[str, int], msg: int) -> str | None:
    """The letters of two or three listed ideas that a text takes in one step, as it names them."""
    if len(known) < 2 or not any(mark in text for mark in _JOINED):
        return None
    for pair in _PAIR.finditer(text):
        named = [letter for letter in pair.groups() if letter]
        if all(known.get(letter, msg) < msg for letter in named):
            return ", ".join(sorted(named))
    return None
