"""Output knowledge: what the tools of a message established, and what they did not. What the agent concluded stands in `claims`."""

from sessionlens.model.facts import Reversion, Verification
from sessionlens.model.frozen import Record
from sessionlens.reports.carried import not_shown
from sessionlens.reports.context.common import change_name, codes, value_of
from sessionlens.reports.context.verifications import PRESENCE, row
from sessionlens.reports.lines import Code, Line, Piece, Quote, Word, counted, say
from sessionlens.reports.scope import Scope

VALUES_SHOWN = 8


class Established(Record):
    """`yes` is what the tools of the message showed. `no` is what they did not show."""

    yes: tuple[Line, ...]
    no: tuple[Line, ...]


def build(scope: Scope) -> Established | None:
    number = scope.message
    if number is None:
        return None
    yes: list[Line] = []
    no: list[Line] = []
    measured = [m for m in scope.view.measurements if m.msg == number]
    for m in measured[:VALUES_SHOWN]:
        yes.append(
            say(
                f"{m.metric}{f' of {m.config}' if m.config else ''}: {value_of(m)}",
                f" ({counted(m.n, 'run')})" if m.n else "",
                cites=(number,),
            )
        )
    if len(measured) > VALUES_SHOWN:
        yes.append(say(f"{len(measured) - VALUES_SHOWN} more values were printed.", cites=(number,)))
    for v in (v for v in scope.view.verifications if v.msg == number):
        _verified(scope, v, yes, no)
    for c in (c for c in scope.view.changes if c.msg == number):
        pieces: list[Piece] = [f"A change was made: {change_name(c)}" if not c.files else "Changed: ", *codes(c.files, 3)]
        yes.append(say(*pieces, cites=(number,)))
    for r in (r for r in scope.view.reversions if r.msg == number):
        _reverted(r, yes, no)
    if not yes and not no and any(c.command for c in scope.whole.message(number).calls):
        no.append(say("What its commands printed was read neither as a value nor as an answer to a question.", cites=(number,)))
    return Established(tuple(yes), tuple(no)) if yes or no else None


def _verified(scope: Scope, v: Verification, yes: list[Line], no: list[Line]) -> None:
    audit = row(scope, v)
    yes.append(
        say(
            Quote(audit.question) if audit.question else Code(audit.command),
            ": ",
            Word(v.result),
            f", {audit.shows}" if audit.shows else "",
            cites=(v.msg,),
        )
    )
    if left := not_shown(v):
        no.append(say(f"It does not show {left}.", cites=(v.msg,)))
    for limit in audit.limits:
        if limit == PRESENCE:
            continue
        no.append(say(f"Limit: {limit}.", cites=(v.msg,)))


def _reverted(r: Reversion, yes: list[Line], no: list[Line]) -> None:
    yes.append(
        say(
            "Taken out for a trial and put back: " if r.restored else "Undone in part: " if r.partial else "Undone: ",
            *codes(r.files or (r.text,), 3),
            cites=(r.msg, *([r.of_msg] if r.of_msg else [])),
        )
    )
    if not (r.verified or r.restored):
        no.append(say("That the undoing is complete: nothing that looked at it afterwards was seen.", cites=(r.msg,)))
