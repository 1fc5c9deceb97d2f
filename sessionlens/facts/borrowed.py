"""Labels that a belief only speaks of. Apart from `keys`, because a report asks for no more than this."""

from sessionlens.model.facts import Hypothesis
from sessionlens.text.regex import regex

LABEL = regex(r"[A-Z]{1,2}\d{1,2}")
HEADED = regex(r"[*_`]*[A-Z]{1,2}\d{1,2}[*_`]*\s*[:—–]")
"""How a belief begins that bears a label: "K1: ..."."""


def borrows(h: Hypothesis) -> bool:
    """Whether a belief only speaks of a label ("K2 may be what costs the time"), which names the belief that was stated
    under it: "K2: ..." or "the pool (K2) saves time"."""
    first = h.aliases[0] if h.aliases else ""
    if h.amended or first not in h.quote or not LABEL.fullmatch(first):
        return False
    return f"({first})" not in h.quote and not HEADED.match(h.quote)
