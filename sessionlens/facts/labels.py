"""Labels that a session gives to what it tries: which of them name a belief.

A sentence "K4: a plain list instead of the heap" says of no effect; that a later message judges K4 shows that one was looked for.
"""

import re

from sessionlens.facts.verdicts import on
from sessionlens.model.trace import Trace

AGAIN = 2
"""How many later messages of the agent that speak of a label show that it names what is tried, where none judges it."""


def lives_on(trace: Trace, label: str, at: int) -> bool:
    """Whether message `at` is the first of the session to use a label, and later ones of the agent judge it or come back to it.

    >>> lives_on(trace, "K4", 12)      # doctest: +SKIP
    True
    """
    named = re.compile(rf"(?<![\w-]){re.escape(label)}(?![\w-])")
    later = 0
    for turn in trace.turns:
        message = turn.message
        if label not in message.text or not named.search(message.text):
            continue
        if message.number < at:
            return False
        if message.number > at and message.role != "user":
            later += 1
            if later >= AGAIN or any(label in s.text and s.kind != "heading" and on(s.text, label) for s in turn.statements):
                return True
    return False
