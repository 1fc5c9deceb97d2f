"""An index that exists, taken for one that is used. A part of the rule `presence_not_use`.

The catalogue says that an index was made; whether a query goes through it, the planner decides, and `explain` shows.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.rules.base import Hit, at_statement
from sessionlens.rules.index import Calls
from sessionlens.text.regex import regex

_TOOLS = frozenset(("psql", "mysql", "mariadb", "sqlite3", "duckdb"))
_LISTS = regex(r"\\d[i+ ]|\\d\b|pg_indexes|\.indexes|\.indices|\.schema|show (?:index|create table)|create (?:unique )?index", re.I)
_PLANS = regex(r"\bexplain\b|idx_scan|pg_stat_user_indexes|\.eqp", re.I)
_NAME = regex(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b", re.I)
_USES = regex(
    r"\b(?:uses? (?:it|the (?:new )?index|this index|that index|`?\w+`?)|(?:is|gets|are) (?:now |already )?(?:used|hit|picked)"
    r"|goes? through|served (?:by|from)|searched (?:by|through))\b",
    re.I,
)
_OPEN = regex(r"\b(?:if|whether|should|would|could|can|may|might|not|n['’]t|no|never|does|let me|check|will)\b|\?", re.I)
_NEAR = 2


def find(view: View) -> Iterator[Hit]:
    for msg, run in view.once(Calls).of_tools(_TOOLS):
        command = run.call.command or ""
        if not _LISTS.search(command) or _PLANS.search(command):
            continue
        named = {n.lower() for n in _NAME.findall(f"{run.call.output} {command}") if "index" in f"{command} {run.call.output}".lower()}
        for number in range(msg + 1, msg + _NEAR + 1):
            turn = view.turns.get(number)
            if turn is None or turn.message.role == "user" or (view.until is not None and number > view.until):
                break
            said = next((s for s in turn.statements if taken(s.text, named)), None)
            if said is not None:
                yield at_statement(
                    view, number, said, f"msg {msg} shows that the index is there; no plan shows that a query goes through it"
                )
                break
            if any(_PLANS.search(r.call.command or "") for r in turn.runs):
                break


def taken(text: str, named: set[str]) -> bool:
    """Whether a statement has one of the indexes used."""
    return (
        _USES.search(text) is not None
        and not _OPEN.search(text)
        and "index" in text.lower()
        and any(n.lower() in named for n in _NAME.findall(text))
    )
