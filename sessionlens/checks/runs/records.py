"""The status of a ticket or a pull request, as the record that came back has it: "PROJ-12 closed"."""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_SAID = regex(
    r"\b([A-Za-z][A-Za-z0-9]+-\d+|#\d+)\b(?: (?:is|was|now|set to|moved to|marked(?: as)?))* "
    r"(cancel+ed|closed|done|merged|resolved|reopened|open|completed|in progress|todo|backlog)\b",
    re.I,
)
_STATUS = regex(r'"(?:status|state)"\s*:\s*(?:"([^"]{1,40})"|\{[^{}]{0,200}?"name"\s*:\s*"([^"]{1,40})")')
_ALIKE = (
    word_set("canceled cancelled"), word_set("closed done completed resolved merged"), word_set("open reopened todo backlog"),
)  # fmt: skip
_ENDED = word_set("closed done completed resolved merged canceled cancelled")
WORDS = frozenset().union(*_ALIKE) | {"progress"}
"""One of these is in every statement of a status."""


def status(claim: Claim, evidence: Evidence, limit: int = 12) -> Judgement | None:
    """By the newest output that has the record's name and a status; None where no record was printed."""
    match = _SAID.search(claim.text)
    if match is None or claim.negated:
        return None
    name, said = match[1], match[2].lower()
    for at, run in evidence.runs_before(claim.msg):
        limit -= 1
        if limit < 0:
            return None
        output, bare = run.call.output, name.lstrip("#")
        if bare not in f"{run.call.command or ''} {output} {run.call.input}":
            continue
        found = _STATUS.findall(output) if bare in output else []
        if len(found) != 1:
            return None  # it was touched again, and what came of that was not printed
        printed = (found[0][0] or found[0][1]).lower()
        text = f'msg {at}: the record of {name} has the status "{printed}"'
        if printed == said or any(printed in group and said in group for group in _ALIKE):
            return Judgement("supported", (), text, (at,))
        known = printed in frozenset().union(*_ALIKE) or printed in ("in progress", "started", "unstarted")
        ended = (said in _ENDED) != (printed in _ENDED)
        return Judgement("contradicted" if known and ended else "undecidable", (), f"{text}, claimed {said}", (at,))
    return None
