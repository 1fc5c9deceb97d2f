"""What set the message off: the nearest message of a person before it."""

from sessionlens.model.frozen import Record
from sessionlens.reports.context.common import person_before
from sessionlens.reports.scope import Scope


class Trigger(Record):
    """`between` messages stand between the person's and this one."""

    msg: int
    text: str
    between: int


def build(scope: Scope) -> Trigger | None:
    if scope.message is None:
        return None
    asked = person_before(scope, scope.message)
    if asked is None or not asked.text.strip():
        return None
    between = sum(asked.number < n < scope.message for n in scope.whole.turns)
    text = scope.redact(asked.text.strip())
    return Trigger(asked.number, text if len(text) <= 1200 else text[:1199] + "…", between)
