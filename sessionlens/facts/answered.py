"""What the other side says of a belief: the agent's yes or no to what a person believes, a person's no to what an agent offers."""

import re

from sessionlens.facts import aliases
from sessionlens.facts.keys import hedged
from sessionlens.model.facts import Hypothesis
from sessionlens.model.trace import Trace
from sessionlens.model.words import Status
from sessionlens.prose.remedies import STARTS
from sessionlens.text.regex import regex

ANSWER = regex(
    r"[*_#\s]*(?:(?P<yes>yes|yep|right|exactly|correct|you(?:['’]re|\s+are|\s+were)\s+(?:\w+\s+)?right|"
    r"(?:mostly|largely|basically|pretty\s+much)(?:\s+yes)?|(?:it|they)\s+(?:does|is|did|do|are))|(?:no|nope))\b[*_]*\s*(?:[,.:;!—–-]|$)",
    re.I,
)
"""How a message begins that answers a question."""
ASKS = regex(r"(?:(?:or|and|so|but)\s+)?(?:is|are|was|were|does|do|did|can|could|has|have)\s", re.I)
"""How a question begins, with or without its mark."""
DECLINES = regex(
    r"(?:\w+,?\s+){0,2}?(?:no|nope|nah|don['’]?t|do\s+not|let['’]?s\s+(?:not|wait|leave|hold)|leave\s+(?:it|that)|skip\s+(?:it|that)|not\s+(?:now|yet)|"
    r"hold\s+off|never\s*mind)\b",
    re.I,
)
"""How a person begins who does not want what is offered."""
SOON = 3
"""Messages within which a statement of a person that is no question is answered."""


def answered(h: Hypothesis, trace: Trace) -> list[tuple[int, Status]]:
    """The agent's yes or no to what a person asked, before the person speaks again; to what a person only stated, soon after and with a
    word of it."""
    if h.by != "user":
        return []
    asked, topic = "?" in h.quote or ASKS.match(h.quote), aliases.content(h.text)
    turn = trace.turn(h.msg)
    several = turn is not None and turn.message.text.count("?") > 1
    for later in trace.between(h.msg + 1):
        message = later.message
        if message.role == "user" or (not asked and message.number > h.msg + SOON):
            return []
        m = ANSWER.match(message.text)
        if m and m["yes"] and not several and message.number == h.msg + 1 and not WILL.match(message.text, m.end()):
            return [(message.number, "confirmed")]
        if m and ((asked and not several) or topic & aliases.content(message.text[m.end() :].partition(". ")[0])):
            return [(message.number, "confirmed" if m["yes"] else "refuted")]
    return []


SEES = regex(
    r"[*_#\s]*(?:(?:ok(?:ay)?|right|good|yes)[,.!]\s+)?(?:(?:now\s+)?i\s+(?:now\s+)?(?:see|understand)|indeed|confirmed|right|found\s+it|you(?:['’]re|\s+are)\s+right)\b",
    re.I,
)
"""How a message begins that takes up what a person reported."""
WILL = regex(r"\s*(?:i['’]?ll|let|sure|of\s+course|i\s+(?:will|can)|we\s+(?:can|could)|good\s+(?:idea|point))\b", re.I)
"""What follows a "yes" that only agrees to do something."""


def taken_up(h: Hypothesis, trace: Trace) -> list[tuple[int, Status]]:
    """Where the agent, after a look and before the person speaks again, says that it sees what was reported, in its words."""
    topic = aliases.content(h.text) if h.by == "user" else frozenset[str]()
    looked = False
    for turn in trace.between(h.msg + 1) if topic else ():
        message = turn.message
        if message.role == "user":
            return []
        if looked and SEES.match(message.text):
            for s in turn.statements:
                shared = topic & aliases.content(s.text)
                if (
                    len(shared) >= (2 if any(name in s.text for name in h.aliases) else 3)
                    and not hedged(s.text)
                    and not s.text.endswith("?")
                ):
                    return [(message.number, "confirmed")]
        looked = looked or bool(message.calls)
    return []


_FIRST = regex(r"(?<=[.!?;])\s|\n")
"""Behind the sentence that says no, a person goes on to something else."""


def declined(h: Hypothesis, trace: Trace) -> list[tuple[int, Status]]:
    """What a person does not want of what the agent offers: their next message, or a later one that names it, says no."""
    if h.by == "user":
        return []
    mentioned = False
    words, remedy = aliases.content(h.quote), STARTS.match(h.quote)
    for turn in trace.between(h.msg):
        message = turn.message
        if message.role != "user":
            mentioned = mentioned or message.number in h.mentions
        else:
            m = DECLINES.match(message.text)
            if m and ((mentioned and remedy) or words & aliases.content(_FIRST.split(message.text[:80], maxsplit=1)[0])):
                return [(message.number, "abandoned")]
            mentioned = False
    return []
