"""Whether a clause states a result, or plans, asks, supposes, advises or describes.

The stance of a clause reaches to what depends on it: "let me run it and compare" is one plan, "if it fails, the build is red" one
condition. It ends at a dash, a semicolon, a bracket or "but", where agents turn from what they do to what they see.
"""

import re
from collections.abc import Iterator

from sessionlens.model.trace import Statement
from sessionlens.prose import cues, lexicon
from sessionlens.prose.cells import DELTA
from sessionlens.prose.clauses import ARROW, Clause, clauses
from sessionlens.prose.openers import ADVICE, ORDER, PLAN, SELF, opener

TODO_LEAD = re.compile(
    r"\b(?:plan|todo|to do|next|steps?|options?|propos\w+|recommend\w*|suggest\w*|candidates?|can|could|may|might|would|should|want|worth|prevent|approach(?:es)?|"
    r"hypothes[ie]s|goals?|tasks?|checklist|fix scope|will|ideas?|either|questions?|spec|non-goals|test plan|usage|example|how to|if|when|let me|let's)\b",
    re.I,
)
"""A list under such a line says what is to come, or how things go in general."""
TODO_HEAD = re.compile(
    r"\b(?:plan|next steps?|todo|proposed|proposal|options?|open questions?|recommendations?|hypothes[ie]s|spec|fix scope|approach|usage|background|how it works|suggestions?)\b",
    re.I,
)
DONE_HEAD = re.compile(
    r"\b(?:what (?:changed|i did|was done)|changes?(?: made)?|done|verified|verification|results?|summary|completed|implemented|findings|fixed|not kept|kept|evidence)\b",
    re.I,
)
"""Under such a heading even a phrase without a verb reports ("parser: one pass instead of two")."""
BREAKS = frozenset({"-", ";", "(", "but"})


def results(s: Statement, masked: str, grounded: bool) -> Iterator[tuple[int, int]]:
    """Offsets of the clauses of a sentence or list item that state a result. `masked` is the message with code spans
    blotted out; `grounded` is whether the agent had run anything since a person last spoke: without that, statements in the
    plain present are explanations.
    """
    if s.kind not in ("sentence", "item") or TODO_HEAD.search(s.heading):
        return
    if s.kind == "item" and s.checked is None and (TODO_LEAD.search(s.lead) or cues.PLAN.match(s.lead)):
        return
    if s.checked is False and masked[max(0, s.start - 4) : s.start].rstrip().endswith("]"):
        return
    asks = s.text.rstrip("*_ )\"'”").endswith("?")
    leads = s.text.rstrip("*_ ").endswith(":")
    parts = clauses(masked, s.start, s.end)
    done = s.kind == "item" and bool(DONE_HEAD.search(s.lead or s.heading) or DONE_HEAD.search(s.heading))
    held = False
    for i, c in enumerate(parts):
        last = i == len(parts) - 1
        text = masked[c.start : c.end].lstrip('*_("“~ ')
        if c.opener in BREAKS:
            held = False
        held = held or stops(text, c)
        if held or (asks and (last or cues.QUESTION.match(text))):
            continue
        if states(text, c, len(parts) == 1, leads and last, done, grounded):
            yield from _spans(masked, c)


def stops(text: str, c: Clause) -> bool:
    """Whether a clause, and what depends on it, is a plan, an order, advice or a condition."""
    if c.flags & lexicon.CONDITION:
        return True
    may = opener(text)
    if not may:
        return False
    if (may & PLAN and cues.PLAN.match(text)) or (may & ADVICE and cues.ADVICE.match(text)):
        return True
    return bool(may & ORDER) and c.opener not in (",", "(") and orders(text, c)


def orders(text: str, c: Clause) -> bool:
    """Whether a clause opens with a bare verb as an order: "Build the parser", not "Build is back", "Fix confirmed"."""
    m = cues.ORDER.match(text)
    if not m or m.end() >= len(text.rstrip(" .!")):
        return False
    near = " ".join(text[m.end() :].split(None, 3)[:3])
    return not (cues.STATE.search(near) or (c.verbs and m.start() < c.verbs[0] - c.start < m.end() + 24))


def states(text: str, c: Clause, whole: bool, lead: bool, done: bool, grounded: bool) -> bool:
    """Whether a clause that is no plan, condition or question states a result."""
    digits = cues.FIGURE.search(text) is not None
    delta = digits and cues.DELTA.search(text) is not None
    figure = delta or (digits and cues.MEASURED.search(text) is not None)
    if (c.flags & lexicon.ESTIMATE) or (c.flags & lexicon.HEDGE and cues.HEDGE.search(text)) or (c.flags & lexicon.MODAL and not figure):
        return False
    if c.flags & lexicon.SELF and opener(text) & SELF and cues.SELF.match(text):
        return False
    if (c.flags & lexicon.APPRAISAL and not delta and cues.REMARK.match(text)) or cues.ASIDE.match(text):
        return False
    past = c.flags & lexicon.PAST
    if not past and cues.WHENEVER.match(text):
        return False
    words = text.count(" ") + 1
    if words < 5:
        if cues.ALONE.fullmatch(text):
            return whole
        if words < 2 or cues.TALK.fullmatch(text):
            return False
    if lead:
        return delta and c.verb
    if c.verb:
        return not (c.flags & lexicon.CODE and _describes(text, c, figure)) and bool(grounded or figure or past or c.flags & lexicon.LIMIT)
    if cues.NOW.match(text) or text.rstrip("*_ ").endswith(":"):
        return False
    return bool(done or figure or cues.NEGATIVE.match(text) or cues.STATE.search(text) or cues.NUMBERED.match(text) or cues.DID.match(text))


def _describes(text: str, c: Clause, figure: bool) -> bool:
    """Whether a clause tells how code works, in the present, without denying or limiting anything."""
    if figure or c.flags & lexicon.LIMIT:
        return False
    m = cues.CODE_SUBJECT.match(text)
    return cues.CODE_VERB.match(text, m.end() if m else 0) is not None


def _spans(masked: str, c: Clause) -> Iterator[tuple[int, int]]:
    """The clause without marks around it; "v1: 14.0 ms (-25 %)" is two results."""
    a, b = c.start, c.end
    while a < b and masked[a] in "*_( ":
        a += 1
    text = masked[a:b]
    tail = None if c.verb else DELTA.search(text.rstrip(".*_"))
    if tail and cues.FIGURE.search(text, 0, tail.start()) and not ARROW.search(text):
        yield a, a + tail.start()
        yield a + tail.start(1), a + tail.end(1)
    else:
        yield a, b
