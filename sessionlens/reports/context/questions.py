"""Open questions: what was asked and not answered, believed and not tested, claimed and not shown."""

import re

from sessionlens.model.frozen import Record
from sessionlens.reports import advice
from sessionlens.reports.context.common import called, status_at
from sessionlens.reports.lines import Line, Quote, say
from sessionlens.reports.scope import Scope
from sessionlens.text.regex import regex

SHOWN = 12
_ASKS_READER = regex(r"\b(?:would you|do you|shall|should i|want me|which|may i|can i|let me know|ok(?:ay)?)\b", re.I)


class Questions(Record):
    """`hypotheses` that are open; `asked` at the end of the session and left unanswered; `claims` of the
    last message that concluded anything which need one more run: what was handed over without being shown."""

    hypotheses: tuple[Line, ...]
    asked: tuple[Line, ...]
    claims: tuple[Line, ...]
    more: int


_UNDECIDED = "runs are linked to it, and no message was found that decides it"
_SPOKEN_OF = "spoken of again, and no message was found that decides it"
_ALONE = "no run and no verdict was found for it"
"""What is known of an open belief: what was found, since a test of it may be worded so that it was not."""


def build(scope: Scope) -> Questions | None:
    hypotheses = []
    for h in scope.hypotheses:
        if not scope.sees_message(h.msg):
            continue
        status, decided = status_at(scope, h)
        if status == "open":
            tested = bool(scope.whole.sources(h.id, "tests"))
            why = _UNDECIDED if tested else _SPOKEN_OF if decided else _ALONE
            hypotheses.append(say(*called(scope, h), f": {why}", cites=(h.msg, *decided)))
    claims = []
    last = max((c.msg for c, _ in scope.judged()), default=0)
    for c, v in scope.judged():
        if c.msg != last:
            continue
        if v.verdict == "undecidable" or (
            v.verdict == "unsupported" and v.claim in ("causal", "attribution", "universal", "change-of-state")
        ):
            claims.append(say(Quote(scope.clip(c.quote, 160)), f": {advice.for_verdict(v.verdict, v.caveats)}", cites=(c.msg,)))
    asked = _last_questions(scope) if scope.message is None and not scope.sliced else ()
    if not (hypotheses or claims or asked):
        return None
    more = max(0, len(hypotheses) - SHOWN) + max(0, len(claims) - SHOWN)
    return Questions(tuple(hypotheses[:SHOWN]), asked, tuple(claims[:SHOWN]), more)


def _last_questions(scope: Scope) -> tuple[Line, ...]:
    """What the agent's last messages asked; questions that only ask for leave are none."""
    numbers = sorted(scope.whole.turns)[-2:]
    found = []
    for n in numbers:
        turn = scope.whole.turns[n]
        if turn.message.role == "assistant" and "?" in turn.message.text:
            found += [
                say(Quote(scope.clip(s.text, 200)), cites=(n,))
                for s in turn.statements
                if s.kind in ("sentence", "item") and s.text.rstrip().endswith("?") and not _ASKS_READER.search(s.text)
            ]
    return tuple(found[:SHOWN])
