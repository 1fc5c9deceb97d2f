"""The results that the agent states: which clauses and table cells of its messages are conclusions.

A clause is one unless something speaks against it: it announces, asks, supposes, guesses, advises, describes code, or says
nothing that could be checked. What is left needs a finite verb or the short form of a report ("All green.", "0 errors").
"""

import re
from collections.abc import Iterator

from sessionlens.model.facts import Conclusion, Hypothesis
from sessionlens.model.span import Span
from sessionlens.model.trace import Statement, Trace, Turn
from sessionlens.prose import cells, stance
from sessionlens.prose.clauses import Said, said

SUMS_UP = re.compile(
    r"\b(?:sum(?:ming)?\s+(?:it|this|that)?\s*up|summar(?:y|ies|i[sz]e\w*)|write[- ]?up|wrap(?:\s+it)?\s+up|report|recap|conclu\w+|"
    r"commit\s+message|results?|findings|what\s+(?:did|have)\s+(?:you|we)\s+(?:find|found|learn\w*|do|done|change\w*))\b",
    re.I,
)
"""A person who asks for what was found asks for results, though nothing is run in between."""


def find(trace: Trace, hypotheses: tuple[Hypothesis, ...] = ()) -> tuple[Conclusion, ...]:
    """All conclusions of a session, in order. A cell's `row` is its whole line; a cell with a value and a percentage
    ("8.0 ms (-35 %)") is two. `names` are the aliases of hypotheses that the statement uses.

    >>> find(Trace(session, turns))[0].quote      # doctest: +SKIP
    'all 9 tests pass'
    """
    out: list[Conclusion] = []
    grounded = False
    for turn in trace.turns:
        if turn.message.role == "user":
            grounded = grounded and SUMS_UP.search(turn.message.text) is not None
        elif turn.message.text:
            out += _in_message(turn, trace.session.source, grounded)
        grounded = grounded or bool(turn.message.calls)
    return tuple(out)


def _in_message(turn: Turn, source: str, grounded: bool) -> list[Conclusion]:
    message = turn.message
    out: list[Conclusion] = []
    spoken = said(message.text)
    before = ""
    last = turn.statements[-1] if message.calls and turn.statements else None
    for s in turn.statements:
        for a, b in _quotes(s, spoken, grounded, last is s):
            quote = message.text[a:b]
            row = s.table.lines[s.row_index] if s.table and s.row_index is not None else None
            out.append(
                Conclusion(
                    id=f"c{message.number}.{len(out) + 1}", msg=message.number, text=" ".join(quote.split()),
                    span=Span(source=source, msg=message.number, start=a, end=b), quote=quote, at=a, row=row, statement=s, before=before,
                )
            )  # fmt: skip
        if s.kind != "cell":
            before = s.text
    return out


def _quotes(s: Statement, spoken: Said, grounded: bool, leads: bool) -> Iterator[tuple[int, int]]:
    if s.kind == "cell":
        return cells.results(s, spoken.masked)
    return stance.results(s, spoken, grounded, leads)
