"""Statements that are wider by their words than anything that was looked at: "regardless of X", "never crashes", "all tried: 3-5 %".

Part of the rule `overgeneralised`.
"""

import re

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.verdict import Verdict
from sessionlens.rules.signs.varied import quoted, tried, varied
from sessionlens.text.regex import regex

WHATEVER = regex(
    r"\b(?:regardless of|no matter (?:which|what|how)|irrespective of|independent(?:ly)? of)\s+(?:the\s+|any\s+|your\s+)?(\w+)", re.I
)
QUESTION = frozenset(("where", "which", "what", "how", "who", "when", "whether"))
_LAW = regex(
    r"^(?:so\s+|but\s+|and\s+|note that\s+)?(?!(?:It|This|That|They|These|Those|Which|He|She|We|You|I)\b)(?:[A-Z]\w+"
    r"|\w+s)\s+(?:never|always)\s+\w+s?\b",
    re.I,
)
_PRESENT = regex(
    r"^[^`]*?\b(?:never|always)\s+(?!(?:calls|sets|uses|reads|writes|returns|frees|imports|closes|passes|checks|touches|contains)\b)"
    r"([a-z]+s)\b(?! been)"
)
"""Not what the text of a program says of it: that is read, and needs no case."""
_EVEN_IF = regex(
    r"\b(?:no|none|never|nothing|every|all|always|any)\b.*\b(?:when|if|while|after|under)\b.*?"
    r"\b(kill(?:ed|s)?|crash\w*|restart\w*|interrupt\w*|disconnect\w*|overload\w*|unplug\w*|reboot\w*)\b",
    re.I,
)
_TRIED = regex(r"\b(?:every|all|each|any)\b.*\b(?:tried|tested|measured|ran|looked at)\b", re.I)
_RANGE = regex(r"\d\s?(?:-|–|to|and)\s?\d[\d.]*\s?%")


def too_wide(view: View, conclusion: Conclusion, verdict: Verdict) -> str | None:
    """What makes a universal statement wider than anything that was looked at, or None."""
    quote = conclusion.quote
    whatever = WHATEVER.search(quote)
    if whatever and whatever[1].lower() not in QUESTION and not quoted(quote, whatever.start()) and not varied(view, whatever[1]):
        return f"{whatever.group(0)!r}: {whatever[1]} was not varied in any run"
    if _LAW.match(quote) and _PRESENT.match(quote) and view.measurements:
        return "a law of the tool, from the cases of this session"
    if _TRIED.search(quote) and _RANGE.search(quote):
        return f"one range for every case tried, and no output gives it: {verdict.derivation}"
    untried = _EVEN_IF.search(quote)
    if untried and not tried(view, conclusion.msg, untried[1]):
        return f"{untried[1]!r} was not tried in any run"
    return None
