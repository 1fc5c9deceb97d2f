"""Causes that are passed on without what their report concedes. A part of the rule `untested_hypothesis`."""

import re

from sessionlens.graph.view import View
from sessionlens.model.trace import Statement
from sessionlens.rules.base import Hit, at_statement, shorten
from sessionlens.text.regex import regex

_CONCEDES = regex(
    r"\b(?:not (?:an? )?(?:empirical(?:ly)?|reproduced|a repro\w*|tested|verified empirically|confirmed empirically|observed)"
    r"|(?:no|without an?|not an?) (?:empirical |actual |live )?(?:repro|reproduction|runtime test)"
    r"|by (?:code )?reading (?:alone|only)|from (?:the )?code alone)",
    re.I,
)


def find(view: View, msg: int, said: Statement) -> Hit | None:
    """A cause passed on as found, where the report it comes from says that nothing was reproduced and the message does not."""
    if _CONCEDES.search(view.message(msg).text):
        return None
    for number in range(msg - 1, msg - 4, -1):
        for run in view.turns[number].runs if number in view.turns else ():
            found = _CONCEDES.search(run.call.output) if run.call.kind == "task" else None
            if found:
                why = f"the report of msg {number} says {shorten(found[0], 60)!r}; what it found is passed on without that"
                return at_statement(view, msg, said, why)
    return None
