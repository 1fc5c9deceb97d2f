"""Beliefs that stand behind a label, however the label is written: "**K2 cache** (on-call): ...", "K2, the cache: ...", "idea B: ...",
"Another suspect, **K5 clock**: ...", "except that it is shared: **the lease theory**, every reader ...".

A label is a short code (K2), a noun of belief with a letter or number (idea B, theory 3), or a noun of belief with a name (the lease
theory). What follows it is the belief, unless it says what has become of it.
"""

import re

from sessionlens.model.trace import Statement
from sessionlens.prose.marked import NO_BELIEF, SEVERAL, Belief
from sessionlens.text.regex import regex

NOUN = r"(?:idea|theory|hypothesis|suspect|suspicion|candidate|hunch|guess|experiment|proposal|attempt|explanation|possibility)"
CODE = r"[A-Z]{1,3}\d{1,2}[a-z]?"
LABEL = rf"(?:(?i:{NOUN})\s+(?:#?\d{{1,2}}|[A-Z]\d?)\b|{CODE})"
WHAT_BECAME = (
    r"\W*(?:(?:is|was|are|has|have|been|now|still|also|mostly|clearly|indeed|i|we|that)\s+)*(?:confirmed|refuted|rejected|accepted|"
    r"abandoned|open\b(?!\s\w)|done|true|false|settled|kept|keep(?=\s*[.,;)]|\s*$)|dropped|drop(?=\s*[.,;)]|\s*$)|dead|gone|out\b|in\b|ruled|replaced|superseded|undecided|holds?\b|"
    r"wrong\b|right\b|not\s+(?:decided|tested|confirmed|the)|yes|no\b|taken|reverted|won|lost|wins|loses|untested|pending|next|undone|"
    r"partly|half|proven|disproved|disproven|unclear|unproven|moot|shelved|parked|implemented|committed|\(?[+-]?\d)"
)
FATE = f"(?!{WHAT_BECAME})"
"""What follows says what became of it, or gives its result."""
HEAD = regex(
    rf"\W{{0,4}}(?P<label>{LABEL})(?:,\s+[^:.;*\n]{{2,40}}?|\s+\([^()\n]{{2,40}}\)|\s+[\"“][^\"”\n]{{2,40}}[\"”]|\s+[^:.,;()*\n]{{2,30}}?)?"
    rf"(?:\s+\([^()\n]{{2,40}}\))?[\"”]?\s*(?::|\s[—–-])[*_]*\s+{FATE}(?=\S+\s+\S)"
)
"""How a statement begins that is labelled in plain letters: "K2, the cache: every read ..."."""
BOLD = regex(
    rf"(?:\*\*|__)(?P<label>{LABEL})[^*_\n]{{0,40}}?(?P<colon>:)?(?:\*\*|__)(?:\s+\([^()\n]{{2,40}}\))?"
    rf"(?(colon)|(?P<after>\s*(?::|,|[—–-]{{1,2}})?))\s+{FATE}(?=\S+\s+\S)"
)
"""The same in bold, anywhere in a statement."""
NAMED = regex(
    rf"(?:\*\*|__)(?:(?i:the|my|our)\s+)?(?P<label>[\w'’`/-]+(?:\s+[\w'’`/-]+)?\s+(?i:{NOUN}))(?:\*\*|__)\s*[:,—–-]\s+{FATE}(?=\S+\s+\S)"
)
"""A belief that gets a name of its own: "**the lease theory**, every reader ..."."""
CALLED = regex(
    rf"(?i:\b(?:(?:new|another|next|second|third|last|other|alternative|remaining|better|first|main|prime)\s+(?:\w+\s+)?)?{NOUN})[,:]?\s*(?:is\s+)?$"
)
"""What stands before a label and says that a belief follows."""
ASKS = regex(r"(?i:what|which|where)\b[^.?!]{0,40}\b(?i:could|might|may|can)\s+(?:\w+\s+){0,2}?\w+")
"""Above a list of what could be so: "what could be slow"."""


JUDGED = regex(rf"\W{{0,4}}(?P<name>[^:.\n]{{1,60}}?)\s*(?::|—|–|->|→)[*_]*\s+[*_]*(?!\d){WHAT_BECAME}\b", re.I)


def judged(s: Statement) -> bool:
    """Whether an item only says what has become of the belief or step that it names: "K2, the cache: refuted"."""
    return s.kind == "item" and JUDGED.match(s.text) is not None


def labelled(s: Statement) -> list[Belief] | None:
    """The belief behind the label of a sentence or item of an agent; None where it has none.

    As `listed` where the label, the words before it or what stands above call it a belief, else as `labelled`, which makes a belief
    only where the session comes back to the label.

    >>> labelled(statements("- **K2 cache** (on-call): every read goes to the disk.")[0])[0].label      # doctest: +SKIP
    'K2'
    """
    text = s.text
    m = HEAD.match(text)
    if m is None and ("**" in text or "__" in text):
        m = NAMED.search(text) or BOLD.search(text)
    if m is None or m.end() > len(text) - 8:
        return None
    if m.re is BOLD and not m["colon"] and not (m["after"] or "").strip() and not text[m.end() :].split(None, 1)[0].endswith("s"):
        return None  # a label as the subject says what it does: "**K2** keeps the day"
    label = m["label"]
    above = f"{s.lead} {s.heading}"
    beliefs = SEVERAL.search(above) or ASKS.search(above)
    known = (
        m.re is NAMED
        or (label[0] == "H" and label[1:].isdigit())
        or not re.fullmatch(CODE, label)
        or CALLED.search(text, 0, m.start()) is not None
        or (s.kind == "item" and beliefs is not None and NO_BELIEF.search(above) is None)
    )
    if s.kind == "item" and not known:
        return None  # the steps of a plan and the options of a choice have labels too
    return [Belief(s.start + m.end(), s.end, "listed" if known else "labelled", label)]
