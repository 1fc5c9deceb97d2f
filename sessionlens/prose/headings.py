"""What a heading, or the line above a list, says of what stands under it: that it is to come, or that it was done."""

import re
from functools import lru_cache

from sessionlens.model.trace import Statement
from sessionlens.prose import cues
from sessionlens.prose.deeds import DID
from sessionlens.text.regex import regex

TODO = r"todo(?:s|\s+(?:list|items?))?(?=\W*$|\s*[:—–(])"
"""A list of tasks, and no program of that name ("a todo app")."""
TODO_LEAD = regex(
    rf"\b(?:plan|{TODO}|to do|next(?!\.\w)|steps?|options?|"
    r"propos\w+|recommend\w*|suggest\w*|candidates?|can(?!\s+(?:now\s+|also\s+)?see\b)|could|may|might|would|"
    r"should|want|worth|prevent|approach(?:es)?|"
    r"hypothes[ie]s|goals?|tasks?|checklist|fix scope|will|ideas?|either|questions?|spec|non-goals|test plan|usage|example|"
    r"how to|if|when|let me|let's)\b",
    re.I,
)
"""A list under such a line says what is to come, or how things go in general."""
TODO_HEAD = regex(
    rf"\b(?:plan|next steps?|{TODO}|proposed|proposal|options?|open questions?|recommendations?|hypothes[ie]s|spec|fix scope|"
    r"approach|usage|background|how it works|suggestions?)\b",
    re.I,
)
DONE_HEAD = regex(
    r"\b(?:what (?:changed|i did|was done)|changes?(?: made)?|done|(?:added|created|removed|updated)(?=\W*$|/|\W*\s(?:in|to)\b)|"
    r"verified|verification|results?|summary|completed|"
    r"implemented|findings|fixed|not kept|kept|evidence)\b",
    re.I,
)
"""Under such a heading even a phrase without a verb reports ("parser: one pass instead of two")."""

COUNTS = regex(
    r"[^\d(]{2,60}\((?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?:[a-z]+\s+)?"
    r"(?:comments?|remarks?|threads?|findings?|issues?|problems?|bugs?|failures?|errors?|warnings?|match(?:es)?|hits?|occurrences?|uses?|usages?|"
    r"references?|callers?|call\s+sites?|regressions?|vulnerabilit(?:y|ies))\)",
    re.I,
)
"""A heading that counts what stands under it: "Second reviewer (3 comments)"."""
REPORTED = regex(
    r"\b(?:summary|overview|list|gist|recap)\s+of\s+(?:the\s+)?(?:[\w#'’-]+\s+){0,3}(?:feedback|comments?|remarks?|tickets?)\b|"
    r"\b(?:feedback|comments?|remarks?|reviews?|complaints?)\s+(?:from|by)\b|"
    r"\(\d+\s+(?:\w+\s+)?(?:comments?|remarks?)\)|"
    r"\b(?:reviewers?|reporters?|commenters?|users?|maintainers?|customers?)\s+(?:says?|said|asks?|asked|wants?|reports?|reported|requested|complain\w*)\b|"
    r"\b(?:the\s+)?(?:issue|ticket|report|review)\s+(?:says|said|asks|reports|claims|describes)\b",
    re.I,
)
"""Under such a line stands what somebody else said."""

REPORTING = (
    "feedback",
    "comment",
    "remark",
    "review",
    "ticket",
    "complain",
    "reporter",
    "user",
    "maintainer",
    "customer",
    "issue",
    "report",
)
"""One of these stands in every such line."""


@lru_cache(maxsize=512)
def reported(lead: str, heading: str) -> bool:
    """Whether a list tells what somebody else said."""
    return any(any(map(line.lower().__contains__, REPORTING)) and REPORTED.search(line) is not None for line in (heading, lead))


def ahead(s: Statement, masked: str, made: bool) -> bool:
    """Whether the heading, the line above a list, or an empty box says that a statement tells of what is to come."""
    if (s.heading and todo(s.heading)) or (s.kind == "item" and s.checked is None and not made and s.lead and to_come(s.lead)):
        return True
    if s.kind == "item" and not made and reported(s.lead, s.heading) and DID.match(s.text) is None:
        return True
    return s.checked is False and masked[max(0, s.start - 4) : s.start].rstrip().endswith("]")


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
