"""Tables of before and after whose "before" nobody ran. A part of the rule `no_baseline`.

Work that began with an edit has no before: what stands under that head was worked out from the code.
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Table
from sessionlens.rules.base import Hit, at_statement, talking
from sessionlens.rules.index import Calls, cues
from sessionlens.rules.signs.runs import SCRIPTS, compiled_source
from sessionlens.text.regex import regex

_RUNS = frozenset(("test", "benchmark", "run", "profile"))
_BEFORE = cues("before")
_PLAIN_NUMBER = regex(r"[-+−]?\d[\d.,]*\s?\S{0,3}$")


def find(view: View) -> Iterator[Hit]:
    """A table of before and after under work that began with an edit: what stands under "before" was reasoned, not run."""
    shown = [
        (msg, table)
        for msg, turn in talking(view, _BEFORE)
        if (table := next((s for s in turn.statements if s.table is not None and sides(s.table)), None)) is not None
    ]
    first = min((c.msg for c in view.changes if any(map(compiled, c.files))), default=None) if shown else None
    ran = next((msg for msg, run in view.once(Calls).of_intents(_RUNS) if run.call.output.strip()), None) if shown else None
    if first is None or ran is None or ran < first:
        return
    for msg, table in shown:
        if msg > ran:
            yield at_statement(view, msg, table, f"a table of before and after, and nothing was run before the first edit (msg {first})")


def compiled(path: str) -> bool:
    """Whether a file is of a program."""
    return compiled_source(path) or path.endswith(SCRIPTS)


def sides(table: Table) -> bool:
    """Whether a table sets numbers of before and after beside each other."""
    heads = [h.strip("`* ").lower() for h in table.header]
    at = next((i for i, h in enumerate(heads) if i and h.startswith("before")), None)
    if at is None or not any(h.startswith("after") for h in heads):
        return False
    return any(len(row) > at and _PLAIN_NUMBER.match(row[at].strip()) for row in table.rows)
