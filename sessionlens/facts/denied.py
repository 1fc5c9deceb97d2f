"""Trials of which the agent's very next words say that nothing came of them.

Whether a setting helps is seldom printed as such: the figures are, and the agent says what they come to. A plain "No difference" right
after a trial that was announced with what it should bring about makes the trial a fail; nothing that is said later does.
"""

import re

from sessionlens.facts.questions import holds
from sessionlens.text.regex import regex

_EXPECTED = regex(
    r"\b(?:prediction|if (?:it|he|she|they|that|this|\w+) (?:is|are|was|were) (?:right|true|so|the (?:cause|culprit))|counter-?test"
    r"|should (?:now )?(?:be|go|drop|rise|fall|come|bring|get|run|take|help|recover)\w*"
    r"|would (?:then )?(?:be|go|drop|rise|fall|come|bring|help)"
    r"|does (?:it|that|this|\w+) (?:help|recover|change|improve)"
    r"|(?:is|are) (?:it|the \w+) (?:then )?(?:fast|slow|gone|fixed|back))\b",
    re.I,
)
_DENIED = regex(
    r"\W*(?:(?:hm+|well|ok(?:ay)?|so|nope|no)\b\W+)?"
    r"(?:no (?:\w+ )?(?:difference|effect|change|gain|improvement|influence)\b|not what (?:I|we) (?:expected|hoped|predicted|wanted)"
    r"|(?:that|this|it) (?:did|does|has|made|makes|changes|changed)(?:n['’]t| not| no| nothing)\b[^.\n]{0,30}"
    r"(?:help|recover|difference|effect|matter|nothing|change (?:anything|a thing|much))\b"
    r"|nothing (?:has )?(?:changed|changes|helped|helps|moved)\b"
    r"|unchanged\b|(?:just )?as (?:slow|bad) as before\b|still (?:just )?(?:as )?(?:slow|failing|broken|red|there|leaking)\b)",
    re.I,
)
_MARKS = ("redict", "if ", "If ", "ounter", "hould", "ould", "oes ", "is ", "are ", "Is ", "Are ")


def announced(said: str) -> bool:
    """Whether the words before a call say what it should bring about: "if he is right, the list is fast afterwards"."""
    return holds(said, _MARKS) and _EXPECTED.search(said) is not None


def denied(said: str) -> bool:
    """Whether words begin by saying that nothing came of what was done: "No difference, the theory is off the table"."""
    return _DENIED.match(said) is not None
