"""What tells one belief from another that is worded alike: the labels it goes by, the things it numbers, the words of doubt."""

import re

from sessionlens.facts import aliases
from sessionlens.facts.borrowed import LABEL
from sessionlens.model.facts import Hypothesis
from sessionlens.prose.asked import ELSE
from sessionlens.text.regex import regex

THING = regex(r"\b([^\W\d_]{3,})\s+#?(\d+)\b")
"""A thing with its number: "replica 2"."""
HEDGED = regex(
    r"\b(?:(?:most\s+|quite\s+|very\s+)?likely|probably|presumably|possibly|perhaps|maybe|apparently|seemingly|supposedly|"
    r"i\s+(?:think|guess|suppose|suspect|bet)|(?:might|may|could)\s+(?:be|have))\b",
    re.I,
)
"""What leaves open whether it is so."""
HEDGES = (
    "likely",
    "probabl",
    "presum",
    "possibl",
    "perhaps",
    "maybe",
    "appar",
    "seeming",
    "suppos",
    "i think",
    "i guess",
    "suspect",
    "i bet",
)
MIGHT = ("might ", "may ", "could ")


def hedged(text: str) -> bool:
    """Whether a text leaves open what it says.

    >>> hedged("Most likely, yeah."), hedged("The queue is full.")
    (True, False)
    """
    low = text.lower()
    return (any(map(low.__contains__, HEDGES)) or any(map(low.__contains__, MIGHT))) and HEDGED.search(low) is not None


MEANING = regex(r"\S.{8,}?,?\s(?:meaning|which\s+(?:would\s+)?means?|implying|suggesting)\s+(?:that\s+)?(?=\S+\s+\S)", re.I | re.S)
"""What was seen, before what is made of it."""


def core(h: Hypothesis) -> str:
    """What a belief says, without whose it is or what it is made of: of "Rosa swears it's the codec" the codec, of "the field is null,
    meaning that nothing was written" that nothing was."""
    m = ELSE.match(h.text) if h.by == "user" else MEANING.match(h.text)
    return h.text[m.end() :] if m else h.text


NAME = regex(r"[A-Z][A-Z0-9_]{1,15}")
"""A label that is a word: "POOL"."""


def judged_by(h: Hypothesis) -> tuple[str, ...]:
    """The labels by which a belief is judged: its own where it was stated under one ("K1: ..."), else all that it speaks of."""
    first = h.aliases[0] if h.aliases else ""
    if first and NAME.fullmatch(first) and first not in h.quote:
        return (first,)
    labels = tuple(n for n in h.aliases if LABEL.fullmatch(n) or aliases.NUMBERED.fullmatch(n))
    return labels[:1] if labels and labels[0] not in h.quote else labels


def agrees(belief: str, said: str) -> bool:
    """Whether a text may say the same as a belief by the things both number: "replica 2" is not "replica 1".

    >>> agrees("replica 1 writes into the log of replica 2", "replica 2 writes into its own log")
    False
    """
    mine = things(belief)
    theirs = things(said) if mine else {}
    return all(numbers <= theirs[noun] if noun in theirs else len(numbers) == 1 for noun, numbers in mine.items())


def things(text: str) -> dict[str, set[str]]:
    """The numbers that each noun of a text is given, by the noun's stem: "replica 2" gives {"replica": {"2"}}."""
    out: dict[str, set[str]] = {}
    for noun, number in THING.findall(text):
        out.setdefault(aliases.STEMS[noun.lower()], set()).add(number)
    out.pop("", None)
    return out
