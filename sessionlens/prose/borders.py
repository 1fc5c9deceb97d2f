"""What stands on one side of a joint so that the sentence is cut there: the reason of a plan, a whole short report."""

import re

from sessionlens.prose.cues import PLAN
from sessionlens.text.regex import regex

REASON = regex(r"(?:since|because)\s+", re.I)
PLANNED = regex(rf"{PLAN.pattern}|(?:i|we)['’](?:m|re)\s+(?:now\s+|also\s+|just\s+)?\w+ing\b", re.I)
"""What is going to be done or is being done; the reason for it is a claim."""
STEP = regex(
    r"(?:final|one|another|last|quick|next|second|same|new|fresh|full|first)\s+(?:[\w-]+\s+)?"
    r"(?:check|run|pass|test|look|build|try|attempt|measurement|comparison|round)s?\b",
    re.I,
)
"""A step to come, without a verb; the reason for it stands by itself: "one more run, since the last had a cold cache"."""
ADMITS = regex(r"\b(?:wrong|mistaken?|suspicious|suppose|too\s+(?:strong|neat|early|late)|by\s+the\s+way|in\s+particular|missed)\b", re.I)
"""What the agent says of its own words before a colon; after it stands what is the case."""
BRIEF = regex(r"(?:all\s+)?(?:clean|green|identical)(?:\s+[\w.-]+){1,2}", re.I)
"""A report of two or three words that needs no verb: "clean tree, and the totals agree"."""
LANDED = regex(
    r"(?!(?:that|this|it)(?:['’]s|\s+(?:is|was))\b)(?:\S+\s+){1,6}(?:pass(?:es|ed)|succeeded|failed|landed|reproduced|in|out|gone|"
    r"clean|green|(?:covered|fixed|done|works?|there)(?:\s+(?:too|now))?)\W*",
    re.I,
)
"""A whole report before a colon; what stands after it is the next: "The push went out: `main` is at 3f2"."""
SHORT_STATE = regex(
    r"(?:(?:the|all|full|whole|entire)\s+)*(?!no\b)[\w/.-]+(?:\s+(?!not\b)[\w/.-]+)?\s+(?:(?:all|still|now|both)\s+)*"
    r"(?:green|clean|red|intact|unchanged|identical|passing|untouched)[.*_\s]*",
    re.I,
)
"""A thing and its state, the shortest report of a list: "all fixed, tree clean, full suite green"."""
