"""What is said of a machine on which nothing was run: shared by `evidence_not_shown` and `estimate_as_measured`.

"Staging is fixed", "on the CI box it takes 95 ms now": the session's calls ran here. Where a call names that place (its host, its job, its
log), or a person spoke of the same, it may have been looked at.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Statement
from sessionlens.rules.base import talking
from sessionlens.rules.index import cues
from sessionlens.text.regex import regex

_PLACE = regex(
    r"\b(?:on|in|at) (?:the |your |our |their )?(?P<a>CI|staging|production|prod|nightly)\b"
    r"|\b(?P<b>CI|[Ss]taging|[Pp]roduction)(?:['’]s)? [a-z0-9]+"
)
_CURED = regex(
    r"\b(?:is|are) (?:now |all |fully )?(?:fixed|gone|solved|cured|green again|back to normal|healthy|fast again)\b"
    r"|\bnow (?:takes?|runs?|needs?|uses?|handles?|serves?|stays?|finishes)\b",
    re.I,
)
_OPEN = regex(
    r"\b(?:if|would|should|might|may|could|will|whether|expect\w*|unless|until|once|when|needs? to|has to|have to|must|unknown|not|never"
    r"|likely|probably|said|says|asked)\b|n['’]t|\?",
    re.I,
)
_CUES = cues("ci", "staging", "production", "prod", "nightly")
_NUMBER = regex(r"\b\d[\d.,]* ?(?:ms|s|[µμun]s|%|[KMG]i?B|x|/s)(?!\w)")
_HOSTS = {"ci": ("gh run", "glab ci", "workflow", "pipeline", "actions/runs", "jenkins", "buildkite", "circleci")}


def told(view: View) -> tuple[tuple[int, Statement, str, bool], ...]:
    """Such statements with their messages, the place, and whether they give a number for it."""
    return tuple(_all(view))


def _all(view: View) -> Iterator[tuple[int, Statement, str, bool]]:
    for msg, turn in talking(view, _CUES):
        for said in turn.statements:
            found = _PLACE.search(said.text) if said.kind in ("sentence", "item") and said.table is None else None
            if found is None or not _CURED.search(said.text) or _OPEN.search(said.text):
                continue
            place = (found["a"] or found["b"]).lower()
            if not _reached(view, msg, place):
                yield msg, said, place, _NUMBER.search(said.text) is not None
                break


def _reached(view: View, until: int, place: str) -> bool:
    """Whether a call names the place, or a way there."""
    ways = (*_HOSTS.get(place, (place,)),)
    return any(n <= until and any(map((run.call.command or "").lower().__contains__, ways)) for n, run in view.runs())
