"""The results that the agent states: which clauses and table cells of its messages are conclusions.

A clause is one unless something speaks against it: it announces, asks, supposes, guesses, advises, describes code, or says
nothing that could be checked. What is left needs a finite verb or the short form of a report ("All green.", "0 errors").
"""

import re

from sessionlens.model.facts import Conclusion, Hypothesis
from sessionlens.model.span import Span
from sessionlens.model.trace import Trace, Turn
from sessionlens.prose import accounts, cells, notes, results
from sessionlens.prose.clauses import said
from sessionlens.text.regex import regex

SUMS_UP = regex(
    r"\b(?:sum(?:ming)?\s+(?:it|this|that)?\s*up|summar(?:y|ies|i[sz]e\w*)|write[- ]?up|wrap(?:\s+it)?\s+up|report|recap|conclu\w+|"
    r"commit\s+message|results?|findings|what\s+(?:did|have)\s+(?:you|we)\s+(?:find|found|learn\w*|do|done|change\w*))\b",
    re.I,
)
"""A person who asks for what was found asks for results, though nothing is run in between."""

PASTED = regex(r"(?:[^\n]*\n){5}|```|^\s*[$>] \S", re.M)
"""What a person shows: five lines or more, a block, a prompt or a quotation. What the agent reads in it is found, not known."""

LONG = 20_000
"""Characters of a person's message that are looked at for what it asks or shows."""
HABIT = 3
"""So many messages show whether an author mostly writes notes."""


def find(trace: Trace, hypotheses: tuple[Hypothesis, ...] = ()) -> tuple[Conclusion, ...]:
    """All conclusions of a session, in order. A cell's `row` is its whole line; a cell with a value and a percentage
    ("8.0 ms (-35 %)") is two. `names` are the aliases of hypotheses that the statement uses. After a person's word a message that runs
    something still tells of the work, once anything was run; one that only answers explains, unless the person showed something.

    >>> find(Trace(session, turns))[0].quote      # doctest: +SKIP
    'all 9 tests pass'
    """
    out: list[Conclusion] = []
    grounded = ran = False
    written = terse = 0
    for turn in trace.turns:
        if turn.message.role == "user":
            ran = ran or grounded
            word = turn.message.text
            grounded = (grounded and SUMS_UP.search(word, 0, LONG) is not None) or (ran and PASTED.search(word, 0, LONG) is not None)
        elif turn.message.text:
            noted = notes.terse(turn.statements, said(turn.message.text))
            written, terse = written + 1, terse + noted
            seen = grounded or (ran and bool(turn.message.calls))
            out += _in_message(turn, trace.session.source, seen, noted, written >= HABIT and terse * 2 >= written)
        grounded = grounded or bool(turn.message.calls)
    return tuple(out)


def _in_message(turn: Turn, source: str, grounded: bool, noted: bool, habit: bool) -> list[Conclusion]:
    """The conclusions of a message; `noted` is whether it is written as notes, `habit` whether most messages so far were."""
    text, number = turn.message.text, turn.message.number
    out: list[Conclusion] = []
    spoken = said(text)
    before = ""
    last = turn.statements[-1] if turn.message.calls and turn.statements else None
    account = accounts.Account(turn.statements) if last is None and grounded else None
    for s in turn.statements:
        cell = s.kind == "cell"
        for a, b in (
            cells.results(s, spoken.masked)
            if cell
            else results.find(
                s,
                spoken,
                grounded,
                last is s,
                made=account is not None and account.lists(s),
                noted=grounded and (noted or habit),
                habit=habit,
            )
        ):
            quote = text[a:b]
            out.append(
                Conclusion(
                    id=f"c{number}.{len(out) + 1}",
                    msg=number,
                    text=" ".join(quote.split()),
                    span=Span(source=source, msg=number, start=a, end=b),
                    quote=quote,
                    at=a,
                    row=s.table.lines[s.row_index] if s.table and s.row_index is not None else None,
                    statement=s,
                    before=before,
                )
            )
        if not cell:
            before = s.text
    return out
