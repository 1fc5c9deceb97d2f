"""The absence of errors, read off the end of a log. A part of the rule `truncated_output`.

`tail -20 app.log` shows twenty lines: that there is no error in the log needs a search of the log.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Run
from sessionlens.rules.base import Hit, at_run, shorten
from sessionlens.rules.index import Calls
from sessionlens.rules.signs.runs import kept, shown_lines
from sessionlens.text.regex import regex

_ABSENT = regex(
    r"\b(?:no|without(?: any)?|nor any|zero|not a single) (?:\w+ ){0,2}(?:errors?|warnings?|failures?|panics?|exceptions?|crash(?:es)?"
    r"|retries|timeouts?)\b[^.;?]{0,40}\b(?:logs?|output|journal|trace|messages)\b"
    r"|\b(?:logs?|output|journal) (?:is|are|looks?|shows?|has|have|contains?) "
    r"(?:clean|no (?:\w+ )?(?:errors?|warnings?|exceptions?|panics?))\b",
    re.I,
)
_HEDGED = regex(r"\b(?:last|recent|these|those|tail|latest|so far|shown|end of|if|whether|should|would|expect\w*)\b|\?", re.I)
_LOGS = regex(r"\blog\b|logs\b|\.log\b|journalctl|dmesg|\.out\b|stderr", re.I)
_SEARCHES = ("grep", "rg ", "awk", "jq", "sed -n")
_NEAR, _FEW = 2, 3


def find(view: View) -> Iterator[Hit]:
    calls = view.once(Calls)
    for msg, run in calls.of_tools(frozenset(("tail", "head"))):
        limit = ended(run)
        if limit is None:
            continue
        for number in range(msg + 1, msg + _NEAR + 1):
            turn = view.turns.get(number)
            if turn is None or turn.message.role == "user" or (view.until is not None and number > view.until):
                break
            said = next((s for s in turn.statements if _ABSENT.search(s.text) and not _HEDGED.search(s.text)), None)
            if said is not None:
                yield at_run(view, msg, run, f"{limit} lines of a longer log, of which msg {number} says {shorten(said.text, 60)!r}")
                break
            if turn.runs:
                break


def ended(run: Run) -> int | None:
    """The number of lines at which a call's look at a log was cut, None where all of it was shown or it was searched."""
    command = run.call.command or ""
    if not _LOGS.search(command) or any(map(command.__contains__, _SEARCHES)):
        return None
    cutter = next((a for a in run.actions if a.command.tool in ("tail", "head")), None)
    limit = kept(cutter) if cutter is not None else None
    if limit is None and cutter is not None:
        words = [w for w in cutter.command.argv[1:] if w.startswith("-") and w[1:].isdecimal()]
        limit = int(words[0][1:]) if words else None
    return limit if limit is not None and limit >= _FEW and shown_lines(run) >= limit else None
