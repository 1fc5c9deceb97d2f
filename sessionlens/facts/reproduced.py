"""A cause that a test was written for: the test fails before anything else is changed, which shows the fault, or the change that answers
a person's report brings a test with it and all pass.
"""

import re

from sessionlens.facts.awaited import TEST_FILE
from sessionlens.facts.healed import CAUSED, announced
from sessionlens.model.facts import Change, Hypothesis
from sessionlens.model.trace import Trace, Turn
from sessionlens.model.words import Status
from sessionlens.text.regex import regex

WRITTEN = regex(r"\b(?:fail(?:s|ing)?|reproduc\w+|regression|tdd)\b", re.I)
"""What is said of a test that is to show the fault."""
AHEAD = 12
"""Messages within which the test is written and run."""
FAR = 40
"""The same for the whole answer to a report."""


def reproduced(h: Hypothesis, trace: Trace, changed: tuple[Change, ...]) -> list[tuple[int, Status]]:
    """The first failing run of a test written for a belief, where only tests were changed since and a later run passes; or, for what a
    person reports, the first run of the changed code with its new test in which all pass."""
    if not (CAUSED.search(h.quote) or WRONG.search(h.quote) or announced(h, trace)):
        return []
    later = [c for c in changed if h.msg <= c.msg <= h.msg + FAR and c.files]
    tests = [c.msg for c in later if all(TEST_FILE.search(f) for f in c.files)]
    code = [c.msg for c in later if c.msg not in tests]
    if not tests:
        return []
    after = _until_a_person_speaks(trace, h.msg)
    for turn in after:
        number = turn.message.number
        results = {o.result for run in turn.runs for o in run.outcomes if o.kind in ("tests", "test")}
        if number <= tests[0] or not results:
            continue
        if "fail" in results and number <= h.msg + AHEAD and (not code or number < code[0]):
            said = any(WRITTEN.search(t.message.text) for t in after if t.message.number <= number)
            fixed = bool(code) and any(_all_pass(t) for t in after if t.message.number > code[0])
            return [(number, "confirmed")] if said and fixed else []
        if h.by == "user" and code and number > code[0] and _all_pass(turn):
            return [(number, "confirmed")]
        if h.by != "user":
            return []
    return []


WRONG = regex(
    r"\b(?:incorrect\w*|wrong\w*|false(?:ly)?|broken|missing|lost|never|lacks?|does(?:n['’]t|\s+not)|is(?:n['’]t|\s+not)|are(?:n['’]t|\s+not))\b",
    re.I,
)
"""What a report says is not as it should be."""


def _until_a_person_speaks(trace: Trace, start: int) -> list[Turn]:
    """The agent's messages after `start`, as far as a person does not speak."""
    out: list[Turn] = []
    for turn in trace.between(start, start + FAR + 1):
        if turn.message.number > start and turn.message.role == "user":
            break
        if turn.message.role != "user":
            out.append(turn)
    return out


def _all_pass(turn: Turn) -> bool:
    results = [o.result for run in turn.runs for o in run.outcomes if o.kind in ("tests", "test")]
    return "pass" in results and "fail" not in results
