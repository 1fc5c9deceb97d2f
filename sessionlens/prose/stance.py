"""Whether a clause states a result, or plans, asks, supposes, advises or describes.

The stance of a clause reaches to what depends on it: "let me run it and compare" is one plan, "if it fails, the build is red" one
condition. It ends at a dash, a semicolon, a bracket or "but", where agents turn from what they do to what they see.
"""

import re
from functools import lru_cache

from sessionlens.model.trace import Statement
from sessionlens.prose import cues, lexicon
from sessionlens.prose.cells import DELTA
from sessionlens.prose.clauses import ARROW, COMPOUND, Clause, Said
from sessionlens.prose.openers import ADVICE, ASIDE, ORDER, PLAN, RULE, SCENE, SELF, STEP, opener
from sessionlens.prose.sentences import LONG

TODO_LEAD = re.compile(
    r"\b(?:plan|todo|to do|next|steps?|options?|propos\w+|recommend\w*|suggest\w*|candidates?|can|could|may|might|would|"
    r"should|want|worth|prevent|approach(?:es)?|"
    r"hypothes[ie]s|goals?|tasks?|checklist|fix scope|will|ideas?|either|questions?|spec|non-goals|test plan|usage|example|"
    r"how to|if|when|let me|let's)\b",
    re.I,
)
"""A list under such a line says what is to come, or how things go in general."""
TODO_HEAD = re.compile(
    r"\b(?:plan|next steps?|todo|proposed|proposal|options?|open questions?|recommendations?|hypothes[ie]s|spec|fix scope|"
    r"approach|usage|background|how it works|suggestions?)\b",
    re.I,
)
DONE_HEAD = re.compile(
    r"\b(?:what (?:changed|i did|was done)|changes?(?: made)?|done|verified|verification|results?|summary|completed|"
    r"implemented|findings|fixed|not kept|kept|evidence)\b",
    re.I,
)
"""Under such a heading even a phrase without a verb reports ("parser: one pass instead of two")."""
ELIDED = re.compile(r"(?:\w+ly\s+|also\s+|then\s+|still\s+|even\s+|just\s+)*$")
"""What may stand before the verb of a clause whose subject is that of the clause before."""
GOES_ON = frozenset({"and", "but", "then", "which", "so", "(", ","})
SHORT = frozenset({";", ":", "-", ","})
"""After these a report of one word may go on: "Reverted; the tree is clean."."""
BREAKS = frozenset({"-", ";", "(", "but"})


def results(s: Statement, said: Said, grounded: bool, leads: bool = False) -> list[tuple[int, int]]:
    """Offsets of the clauses of a sentence or list item that state a result. `said` is its message; `grounded` is whether the
    agent had run anything since a person last spoke: without that, statements in the plain present are explanations. `leads` is
    whether the statement is the last one before the agent runs something.
    """
    out: list[tuple[int, int]] = []
    parts = said.of(s) if s.end - s.start < LONG else []
    if not parts or _to_come(s, said.masked):
        return out
    masked = said.masked
    ending = s.text.rstrip("*_ )\"'”")[-1:]
    done = s.kind == "item" and is_done(s.lead, s.heading)
    quotes = '"' in s.text
    final = len(parts) - 1
    held = told = False
    for i, c in enumerate(parts):
        start, end, joint, verbs, flags = c
        text = masked[start:end].lstrip(OPENING)
        if joint in BREAKS:
            held = False
        may = opener(text)
        if not held and (flags & lexicon.CONDITION or may & STOPPING):
            held = stops(text, c, may)
        if (quotes and masked.count('"', masked.rfind("\n", 0, s.start) + 1, start) % 2) or held:
            continue
        if ending == "?" and (i == final or cues.QUESTION.match(text)):
            continue
        if may & SCENE and i < final and not flags & SAYING and cues.PREPOSED.match(text):
            continue
        whole = not final or (not i and parts[1].opener in SHORT)
        lead = ending == ":" and i == final
        if not states(text, c, may, whole=whole, lead=lead, done=done and not i, grounded=grounded):
            told = False
        elif not (verbs and (joint in GOES_ON or leads) and _explains(text, c, told, leads and i == final)):
            told = True
            out += _spans(masked, c)
    return out


def _to_come(s: Statement, masked: str) -> bool:
    """Whether the heading, the line above a list, or an empty box says that a statement tells of what is to come."""
    if (s.heading and todo(s.heading)) or (s.kind == "item" and s.checked is None and s.lead and to_come(s.lead)):
        return True
    return s.checked is False and masked[max(0, s.start - 4) : s.start].rstrip().endswith("]")


STOPPING = PLAN | ADVICE | ORDER
OPENING = '*_("“~ '
SAYING = lexicon.NUMBER | lexicon.AUXED
"""A phrase that sets the scene says nothing itself, unless it has a figure or an auxiliary."""


@lru_cache(maxsize=512)
def todo(heading: str) -> bool:
    """Whether what stands under a heading is to come."""
    return TODO_HEAD.search(heading) is not None


@lru_cache(maxsize=512)
def to_come(lead: str) -> bool:
    """Whether a list after this line says what is to come, or how things go in general."""
    return TODO_LEAD.search(lead) is not None or cues.PLAN.match(lead) is not None


@lru_cache(maxsize=512)
def is_done(lead: str, heading: str) -> bool:
    """Whether a list reports what was done or found."""
    return DONE_HEAD.search(lead or heading) is not None or DONE_HEAD.search(heading) is not None


def stops(text: str, c: Clause, may: int) -> bool:
    """Whether a clause, and what depends on it, is a plan, an order, advice or a condition; `may` is its `opener`."""
    if c.flags & lexicon.CONDITION:
        return True
    if not may:
        return False
    if (may & PLAN and cues.PLAN.match(text)) or (may & ADVICE and cues.ADVICE.match(text)):
        return True
    return bool(may & ORDER) and c.opener not in (",", "(") and orders(text, c)


def orders(text: str, c: Clause) -> bool:
    """Whether a clause opens with a bare verb as an order: "Build the parser", not "Build is back", "Fix confirmed"."""
    m = cues.ORDER.match(text)
    if not m or m.end() >= len(text.rstrip(" .!")) or COMPOUND.match(text):
        return False
    rest = text[m.end() :]
    if cues.FIRM.match(rest):
        return True
    if cues.ORDERED_LIST.match(rest):
        return True
    near = rest if rest[:1] in ",/" else " ".join(rest.split(",", 1)[0].split(None, 3)[:3])
    if c.flags & STATED and cues.STATE.search(near):
        return False
    return not any(_told_of(text, v - c.start, m.end()) for v in c.verbs)


def _told_of(text: str, at: int, end: int) -> bool:
    """Whether the verb at `at` tells of a noun that could be a bare verb and ends at `end`: "Build is back", "Fix confirmed", not "Keep
    trusted hosts"."""
    if not end <= at < end + 24:
        return False
    word = WORD.match(text, at)
    return word is None or not word[0].endswith("ed") or OF_NOUN.match(text, word.end()) is None


STATED = lexicon.STATE | lexicon.UNSURE


def _state(text: str, flags: int) -> bool:
    """Whether a clause names a state in which a thing was found or left."""
    return bool(flags & lexicon.STATE) or (bool(flags & lexicon.UNSURE) and cues.STATE.search(text) is not None)


WORD = re.compile(r"\w+")
OF_NOUN = re.compile(
    r"\s+(?!(?:by|in|with|as|at|on|to|from|for|and|but|or|again|now|already|successfully|after|before|because|since|when|while|the|an?|its?|this|that)\b)"
    r"[a-z`]",
    re.I,
)
"""After a form in -ed: a noun that it describes."""


ADMITTED = re.compile(
    r"^\W*(?:why|how|what|whether|which|where)\b.*\b(?:is|are|remains?|stays?)\s+(?:still\s+|an?\s+)?open\b|\bopen\s+questions?\b", re.I
)
"""A question that the agent says is not answered: no result."""


def states(text: str, c: Clause, may: int, *, whole: bool, lead: bool, done: bool, grounded: bool) -> bool:
    """Whether a clause that is no plan, condition or question states a result."""
    flags = c.flags
    delta = figure = False
    if flags & lexicon.NUMBER:
        delta = cues.compares(text)
        figure = delta or cues.MEASURED.search(text) is not None
    if flags & DOUBTFUL and _doubts(text, flags, figure):
        return False
    if (may & SELF and cues.SELF.match(text)) or (may & ASIDE and cues.ASIDE.match(text)) or ("open" in text and ADMITTED.search(text)):
        return False
    if flags & lexicon.APPRAISAL and not delta and cues.REMARK.match(text):
        return False
    past = flags & lexicon.PAST
    if (flags & lexicon.SELF and ("'" in text or "’" in text) and cues.DOING.search(text)) or (
        may & RULE and not past and cues.WHENEVER.match(text)
    ):
        return False
    words = text.count(" ") + 1
    if words < 5:
        if cues.ALONE.fullmatch(text):
            return whole
        if words < 2 or cues.TALK.fullmatch(text):
            return False
    if lead:
        return delta and bool(c.verbs)
    if may & STEP and not figure and cues.STEP.match(text):
        return False
    if c.verbs:
        told = grounded or figure or past or flags & lexicon.LIMIT
        return bool(told) and not (flags & lexicon.CODE and _describes(text, flags, figure))
    if cues.NOW.match(text) or text.rstrip("*_ ").endswith(":") or (not figure and cues.ATTRIBUTE.match(text)):
        return False
    return bool(done or figure or cues.NEGATIVE.match(text) or _state(text, flags) or cues.counted(text) or cues.DID.match(text))


DOUBTFUL = lexicon.ESTIMATE | lexicon.HEDGE | lexicon.MODAL


def _doubts(text: str, flags: int, figure: bool) -> bool:
    """Whether a clause foretells, guesses or supposes; a figure stands for itself also where it is supposed."""
    if flags & lexicon.ESTIMATE and not cues.AS_SAID.match(text):
        return True
    return bool((flags & lexicon.MODAL and not figure) or (flags & lexicon.HEDGE and cues.HEDGE.search(text)))


def _explains(text: str, c: Clause, told: bool, leads: bool) -> bool:
    """Whether a clause only goes on explaining: in the plain present and without a figure or a state, after "so", "and" or "which"
    or as the last word before a tool call; or without a subject of its own after a clause that stated nothing (`told`)."""
    flags = c.flags
    goes_on = c.opener in GOES_ON
    if not (goes_on or leads) or (flags & lexicon.NUMBER and FIGURED.search(text)):
        return False
    if goes_on and not told and not flags & lexicon.PAST and ELIDED.match(text, 0, max(0, len(text) - (c.end - c.verbs[0]))):
        return True
    if c.opener == "," or _state(text, flags):
        return False
    return not flags & lexicon.AUXED and (c.opener == "so" or not flags & (lexicon.PAST | lexicon.LIMIT))


FIGURED = re.compile(r"\d")


def _describes(text: str, flags: int, figure: bool) -> bool:
    """Whether a clause tells how code works, in the present, without denying or limiting anything."""
    if figure or flags & lexicon.LIMIT:
        return False
    m = cues.CODE_SUBJECT.match(text)
    return cues.CODE_VERB.match(text, m.end() if m else 0) is not None and cues.RANKED.search(text) is None


def _spans(masked: str, c: Clause) -> list[tuple[int, int]]:
    """The clause without marks around it; "v1: 14.0 ms (-25 %)" is two results."""
    a, b = c.start, c.end
    while a < b and masked[a] in "*_( ":
        a += 1
    while b > a and masked[b - 1] in "*_" and masked.count(masked[b - 1], a, b) % 4 != 0:
        b -= 1
    if masked[b - 1 : b] == ")" and masked.count("(", a, b) < masked.count(")", a, b):
        b -= 1
    if c.verbs or not c.flags & lexicon.NUMBER:
        return [(a, b)]
    text = masked[a:b]
    tail = DELTA.search(text.rstrip(".*_"))
    if tail and cues.FIGURE.search(text, 0, tail.start()) and not ARROW.search(text):
        return [(a, a + tail.start()), (a + tail.start(1), a + tail.end(1))]
    return [(a, b)]
