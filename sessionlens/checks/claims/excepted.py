"""Domains with an exception, and statements of a difference within a domain: neither is said of every row as it was printed.

Example: "in every round but the second", "at every size above 1k", "after the first round every run", "p99 varies by less than
1 ms in all runs".
"""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.text.regex import regex

_EXCEPT = regex(
    r"\b(?:except|excepting|apart from|other than|save for|aside from|but (?:the|for|one|two|not|its)\b"
    r"|after the first|from the (?:second|third)"
    r"|(?:every|each|all|any) (?:\w+ )?(?!(?:are|is|was|were|stay|stays|stayed|lie|lies|keep|keeps|run|runs|go|goes) )[a-z]+"
    r" (?:above|below|beyond|over|under|larger|smaller|after|before|since|until|from|up to)\b"
    r"|all but|almost (?:all|every)|nearly (?:all|every)|most of|in most|mostly)\b"
)
_TWO = regex(r"\bin (?:every|each|all|both)\b.*, (?:at|for|in|on) [\w ]+ in (?:\w+)\b")
"""One count for each of two metrics: "at p50 in every round, at p99 in two"."""
_APART = word_set("difference differences varies vary varied variation spread gap gaps apart differ differs scatter scatters fluctuates")


def excepted(claim: Claim) -> bool:
    """Whether a clause leaves something of its domain out, or speaks of how far its values lie apart."""
    return not claim.words.isdisjoint(_APART) or _EXCEPT.search(claim.low) is not None or _TWO.search(claim.low) is not None
