"""What is answered at once: an expectation by the count that its own message asks for or by the test into which it writes it, a question
of the agent by its next words."""

import re
from itertools import pairwise

from sessionlens.facts import aliases
from sessionlens.model.facts import Hypothesis
from sessionlens.model.trace import Trace, Turn
from sessionlens.model.words import Status
from sessionlens.text.regex import regex

GONE = regex(
    r"\bshould\s+(?:now\s+)?(?:have\s+(?:now\s+)?(?:disappeared|vanished|gone)|be\s+(?:gone|absent)|no\s+longer\s+(?:be|appear|show|contain|match)|"
    r"not\s+(?:be|appear|show|contain|match))\b|\bshould(?:n['’]t|\s+not)\s+(?:be|appear|show|contain|match)\b",
    re.I,
)
THERE = regex(r"\bshould\s+(?:now\s+)?(?:be\s+(?:there|in|present)|appear|show\s+up|contain|have\s+(?:appeared|shown\s+up))\b", re.I)
"""What is expected of something that is then searched for."""
COUNTS = regex(r"\bgrep\b[^|;&]*\s-\w*c\b|\bgrep\b[^|;&]*--count\b|\bwc\s+-l\b")
COUNT = regex(r"(?:\S+:)?\s*(\d+)(?:\s+\S+)?")
NONE = regex(r"[*_]*(?:no|none|neither)\b(?!\s+(?:\w+\s+)?(?:doubt|wonder|problem|need|luck)\b)(?P<what>[^.;\n]*)", re.I)


def expected(h: Hypothesis, turn: Turn | None) -> list[tuple[int, Status]]:
    """What the count in the message of an expectation says of it, where its one call only counts matches.

    "The old name should be gone from the library" over `grep -c old_name lib.so` that prints 0 is confirmed at once.
    """
    if turn is None or len(turn.message.calls) != 1 or "should" not in h.quote.lower():
        return []
    gone, there = GONE.search(h.quote), THERE.search(h.quote)
    call = turn.message.calls[0]
    if (not gone and not there) or not call.command or not COUNTS.search(call.command):
        return []
    counts = [COUNT.fullmatch(line.strip()) for line in (call.output or "").strip().split("\n")]
    if not all(counts):
        return []
    none = not any(int(m[1]) for m in counts if m)
    return [(h.msg, "confirmed" if none is (gone is not None) else "refuted")]


TEST_FILE = regex(r"(?:^|[/\\._-])(?:tests?|specs?)(?:[/\\._-]|$)", re.I)
VALUE = regex(r"\bshould\b.*?(?<![\w.])(\d[\w.]*)", re.I | re.S)
SOON = 6
"""How many messages after an expectation was written into a test the test's run still answers for it."""


def asserted(h: Hypothesis, turn: Turn | None, trace: Trace) -> list[tuple[int, Status]]:
    """What the tests say of an expected value that the message of the expectation writes into one: "with the new key it should now be
    12", an edit of `key_test.py` that asserts 12, and the next test run passes. A failing run can have other reasons and says nothing."""
    m = VALUE.search(h.quote) if turn is not None and "should" in h.quote.lower() else None
    if m is None or turn is None:
        return []
    edits = [e for call in turn.message.calls for e in call.edits]
    if not any(TEST_FILE.search(e.path) and re.search(rf"(?<!\w){re.escape(m[1])}(?!\w)", e.new or "") for e in edits):
        return []
    for after in trace.between(h.msg + 1, h.msg + SOON + 1):
        told = [o.result for run in after.runs for o in run.outcomes if o.kind == "tests"]
        if told:
            return [(after.message.number, "confirmed")] if all(r == "pass" for r in told) else []
    return []


LOST = regex(
    r"\b(?:lost|missing|gone|vanished|deleted|removed|wiped)\b|\b(?:was|were|is|are|did|has|have)(?:n['’]t|\s+not)\s+(?:\w+ly\s+|been\s+|get\s+)*"
    r"(?:created?|written|saved|copied|made|there|installed|generated)\b",
    re.I,
)
THERE_AFTER_ALL = regex(
    r"\b(?:is|are|was|were)\s+(?:actually|in\s+fact)\s+(?:still\s+|all\s+)?(?:in|at|under|there|present|intact)\b|\b(?:is|are|was|were)\s+there\s+(?:all\s+along|after\s+all)\b",
    re.I,
)
"""What says that a thing believed lost is there, only elsewhere."""


def there_after_all(h: Hypothesis, trace: Trace) -> list[tuple[int, Status]]:
    """A thing believed lost or never made that the agent then finds: "it seems the spool got lost", then "the spool is actually under
    /var". Soon after, one word in common is enough, later two."""
    topic = aliases.content(h.text) if h.by != "user" and LOST.search(h.quote) else frozenset()
    for turn in trace.between(h.msg + 1) if topic else ():
        message = turn.message
        if message.role == "user" or not (" actually " in message.text or " there " in message.text or " in fact " in message.text):
            continue
        least = 1 if message.number <= h.msg + SOON // 2 else 2
        if any(THERE_AFTER_ALL.search(s.text) and len(topic & aliases.content(s.text)) >= least for s in turn.statements):
            return [(message.number, "refuted")]
    return []


def ruled_out(h: Hypothesis, trace: Trace) -> list[tuple[int, Status]]:
    """A guess that answers the agent's own question, where its next message, after a look, begins by saying that there is none:
    "And the proxies? A proxy on one host only would explain it." with "No proxy on either host." after it."""
    for turn, after in pairwise(trace.between(h.msg, h.msg + 2)):
        if turn.message.role == "user" or after.message.role == "user" or not turn.message.calls:
            return []
        m = NONE.match(after.message.text.lstrip())
        if not m:
            return []
        asked = [s.text for s in turn.statements if s.end <= h.span.start and s.text.rstrip().endswith("?")]
        denied = aliases.content(m["what"].partition(",")[0])
        return [(after.message.number, "refuted")] if asked and aliases.content(asked[-1]) & denied else []
    return []
