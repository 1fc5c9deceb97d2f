"""Lists of a closing message whose lead alone says what they are: checks that were run, and facts as "Branch: `name`".

Under "Checks run:" or "Verification" each item names a check, mostly as a command and without a verb; "Result: succeeded" gives a label and
what it is. Both are reports, which the log can bear out.
"""

import re

from sessionlens.model.trace import Statement
from sessionlens.text.regex import regex

_CHECKS = regex(
    r"^\W*(?:(?:all|local|the|focused|final|quick|further|post-\w+|pre-\w+) )*(?:checks?|tests?|verifications?|validations?"
    r"|verified|validated)(?: (?:run|ran|passed|done|performed|completed|executed|locally|with|by"
    r"|results?|i ran|that passed|all pass|passing))*\W*$",
    re.I,
)
_FACT = regex(
    r"(?:branch|commit|tag|version|result|status|outcome|conclusion|state|pull request|pr|release)\**:\**\s+(?=\S)(?!https?:)"
    r"(?:`[^`\n]+`(?:,? (?:and )?`[^`\n]+`)*|(?:succeeded|success|successful|passed|failed|failure|green"
    r"|red|clean|merged|open|closed|done|draft))"
    r"(?:\s*\([^()]{1,60}\))?\W*$",
    re.I,
)
_LONG = 160


def told(s: Statement) -> bool:
    """Whether an item is such a report as a whole."""
    if s.kind != "item" or s.end - s.start > _LONG or s.checked is False:
        return False
    text = s.text.lstrip("*_ ")
    if ":" in text[:20] and _FACT.match(text):
        return True
    return "`" in text and _CHECKS.match(s.lead or s.heading) is not None
