"""Bounds as they are worded: "under 100 ms", "at least 2x", "within its limit of 90 kB", "never exceeds 4 GB"."""

from sessionlens.checks.claims.claim import Claim
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

_LIMIT = (
    r"(?:(?:the|our|its|a|their|this) (?:[a-z]+ )?(?:limit|budget|cap|ceiling|quota|maximum|threshold|target|gate|allowance|floor) of )?"
)
"""What a bound may be called before its number: "under its limit of 90 kB". A printed bound of that name is not what is bounded."""
_BELOW = regex(
    rf"(?:\b(?:well |still |comfortably |always |safely |far )?(?:under|below|less than|fewer than|within|shorter than"
    rf"|smaller than|faster than|lower than)|<(?![-=]))\s*{_LIMIT}(?:the\s+|our\s+|its\s+|a\s+)*[~]?$"
)
_MOST = regex(
    r"(?:\b(?:at most|up to|(?:no|not|never) (?:more|larger|bigger|higher|longer|slower|greater|heavier|later|worse|wider|taller) than)"
    r"|≤|<=)\s*(?:the\s+|our\s+|its\s+|a\s+)?$"
)
_ADDED = regex(r"\b(?:add|sum|total|come|round)\w* up to\s*(?:the\s+)?$")
"""An "up to" that is no bound."""
_ABOVE = regex(
    rf"(?:\b(?:over|above|more than|greater than|exceeds?|exceeded|exceeding|longer than|larger than|higher than|past"
    rf"|beyond)|(?<![-=–—])>)\s*{_LIMIT}(?:the\s+|our\s+|its\s+|a\s+)*[~]?$"
)
THAN = regex(
    r"\b(?P<word>faster|quicker|slower) than\s+(?:the |our |its |that |a )?(?:(?:old|older|previous|original|former|earlier|initial) )*"
    r"[~≈]?$"
)
"""A value that is no bound of its own, but the other side: "still faster than the old 2.3 ms"."""
_RELATIVE = regex(r"\d\s?(?:%|x|×|times|percent) (?:less|more|faster|slower|fewer|smaller|larger|lower|higher) than\b")
"""What stands behind "5 % less than" is the other side of a comparison and no bound."""
_LEAST = regex(
    r"(?:\b(?:at least|(?:no|not|never) (?:less|fewer|smaller|lower|shorter|faster|quicker|lighter|sooner|earlier) than)|≥|>=)"
    r"\s*(?:the\s+|our\s+|its\s+|a\s+)?$"
)
_QUICK = regex(r"\b(?:faster|quicker|slower) than")
_BOUNDS = (
    *("than", "at most", "at least", "up to", "under", "below", "within", "over", "above", "exceed", "past", "beyond"),
    *("<", ">", "≤", "≥"),
)
"""One of these stands in each of the wordings above."""
_OTHER = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_DENIED = regex(
    r"(?:\bnot|n't|\bnever|\bno (?!matter|longer)[a-z-]+|\bnone(?: of (?:the |these |them )?[a-z]*)?|\bcannot|\bnothing)"
    r"(?: (?:ever|go(?:es)?|went|gets?|rise[sn]?|rose|climb(?:s|ed)?|drop(?:s|ped)?|falls?|fell|dip(?:s|ped)?|sinks?|takes?|took|is|are|was"
    r"|were|be|stays?|runs?|needs?|uses?|grows?|has|have|come[s]?|came|far|much|even)){0,3} $"
)
"""A denial of the bound behind it: "never goes above", "no queue takes over", "does not exceed"."""


def find(claim: Claim) -> tuple[Quantity, str] | None:
    for q in claim.quantities:
        found = bound(claim, q)
        if found is not None:
            return q, found[0]
    return None


def bound(claim: Claim, q: Quantity) -> tuple[str, int] | None:
    """The relation that the words before a number make it the bound of, and where they begin; a denied one ("never exceeds") is turned
    round, and "faster than" is below a time but above a rate."""
    before = claim.low[max(0, q.start - 48) : q.start]
    if not any(map(before.__contains__, _BOUNDS)):
        return None
    first = max(0, q.start - 48)
    if _RELATIVE.search(before) or _ADDED.search(before):
        return None
    for pattern, relation in ((_MOST, "<="), (_LEAST, ">="), (_BELOW, "<"), (_ABOVE, ">")):
        if match := pattern.search(before):
            if (
                not first
                and match[0].lstrip().startswith("under ")
                and not before[: match.start()].strip(" *`-")
                and q is not claim.quantities[-1]
            ):
                return None  # "under 300 requests a second the mean is 9 ms" says what was run
            if q.dimension == "rate" and _QUICK.search(match[0]):
                relation = _OTHER[relation]
            if relation in ("<", ">") and (denied := _DENIED.search(before[: match.start()])):
                return {"<": ">=", ">": "<="}[relation], first + denied.start()
            return relation, first + match.start()
    if q.dimension in ("time", "rate") and (than := THAN.search(before)):
        return (">" if (than["word"] == "slower") == (q.dimension == "time") else "<"), first + than.start()
    return None


_CALLED = regex(r"\b(?:limit|budget|cap|ceiling|quota|maximum|threshold|target|gate|allowance|floor)\b")


def named(claim: Claim) -> bool:
    """Whether a bound is spoken of by a name ("its limit of 90 kB", "the 80 % gate"), which a tool may print beside the value."""
    return _CALLED.search(claim.low) is not None
