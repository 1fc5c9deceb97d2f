"""`sessionlens show N`: one message, what it did and what came of it."""

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sessionlens.cli.bars import Bars, of_message
from sessionlens.cli.common import CommandError, clip, loaded, print_json, room
from sessionlens.cli.hiding import hidden, hidden_message
from sessionlens.cli.options import AsFormat, Listing, SessionId, StorePath
from sessionlens.text.visible import visible

if TYPE_CHECKING:
    from sessionlens.graph.view import View
    from sessionlens.model.session import Message, ToolCall

Number = Annotated[int, typer.Argument(metavar="N", help="The message's number.")]
LINES = 12
"""Lines of a text or an output that are shown; `--full` shows all."""
LONGEST = 4000
Full = Annotated[bool, typer.Option("--full", help="Texts and outputs in full.")]
_CAME = {e: e for e in ("supports", "opposes", "tests", "verifies", "reverts", "supersedes")} | {"motivates": "led to"}


def command(
    number: Number,
    full: Full = False,
    bars: Bars = True,
    format: AsFormat = Listing.text,
    session: SessionId = None,
    store: StorePath = None,
) -> None:
    """One message: what it said and did, why, and what came of it."""
    with loaded(store, session) as view:
        if number not in view.turns:
            known = sorted(view.turns)
            has = f"it has {known[0]} to {known[-1]}" if known else "it has none"
            raise CommandError(f"no message {number} in session {view.session.id}; {has}")
        if format is Listing.json:
            print_json(as_data(view, number))
        else:
            for line in [*lines(view, number, full), *(of_message(view, number) if bars else ())]:
                print(line)


def as_data(view: "View", number: int) -> dict[str, Any]:
    """A message with its calls and what was found in it."""
    from sessionlens.graph.export import listed

    message = view.message(number)
    calls = [
        {"part": part, "tool": c.name, "command": c.command, "exit_code": c.exit_code, "status": c.status, "output": c.output}
        for part, c in enumerate(message.calls, 1)
    ]
    return {
        "number": number,
        "role": message.role,
        "time": message.time,
        "record": message.record,
        "text": message.text,
        "calls": calls,
        "nodes": listed(view, msg=number),
        "asked_by": asked_by(view, number),
    }


def asked_by(view: "View", number: int) -> int | None:
    """The number of the person's message that this one answers; None if it is a person's own or the first."""
    if view.message(number).role == "user":
        return None
    return next((n for n in sorted(view.turns, reverse=True) if n < number and view.message(n).role == "user"), None)


def lines(view: "View", number: int, full: bool = False) -> Iterator[str]:
    """The message as text of 80 columns, or fewer on a narrow screen: what it said, what it ran, what was found in it, what that led to."""
    message = hidden_message(view.message(number))
    who = "person" if message.role == "user" else "agent"
    yield clip(
        f"msg {number} of {len(view.turns)}, {who}" + (f", {message.time}" if message.time else "") + f", {message.record}", room(80)
    )
    asked = asked_by(view, number)
    if asked is not None:
        yield clip(f"asked by msg {asked}: {hidden(view.message(asked).text)}", room(80))
    yield from _text(message, full)
    for part, call in enumerate(message.calls, 1):
        yield from _call(part, call, full)
    yield from _found(view, number)


def _text(message: "Message", full: bool) -> Iterator[str]:
    if message.text.strip():
        yield ""
        rows = message.text.strip().splitlines()
        yield from rows if full else _cut([row for line in rows for row in _wrapped(line)], full)


def _wrapped(line: str) -> list[str]:
    """A line as rows of the screen; one so long that it is data and no prose is only cut."""
    return [line] if len(line) > LONGEST else wrap(line, room(80, 2)) or [""]


def _call(part: int, call: "ToolCall", full: bool) -> Iterator[str]:
    yield ""
    what = call.command if call.command is not None else " ".join([call.name, *(e.path for e in call.edits)])
    first, *rest = what.splitlines() or [""]
    yield (
        f"[{part}] $ {first if full else clip(first, room(80, 6))}" if call.command is not None else f"[{part}] {clip(first, room(80, 4))}"
    )
    yield from _cut(rest, full)
    yield from _cut(call.output.splitlines(), full)
    if call.exit_code is not None or call.status not in ("ok", "unknown"):
        yield f"  -> exit {call.exit_code}" if call.exit_code is not None else f"  -> {call.status}"


def _cut(rows: list[str], full: bool) -> Iterator[str]:
    """Rows indented by two, the middle left out where there are many."""
    if full:
        yield from ("  " + row for row in rows)
        return
    half = LINES // 2
    kept = rows if len(rows) <= LINES else [*rows[:half], f"... {len(rows) - 2 * half} more lines ...", *rows[-half:]]
    yield from ("  " + visible(row.expandtabs(4))[: room(80, 2)] for row in kept)


def _found(view: "View", number: int) -> Iterator[str]:
    from sessionlens.graph.export import listed

    nodes = listed(view, msg=number)
    if nodes:
        yield ""
    for node in nodes:
        mark = {"conclusion": "verdict", "verification": "result", "hypothesis": "status", "methodology": "confidence"}.get(node["kind"])
        said = f" ({node[mark]})" if mark and node[mark] else ""
        head = f"{node['id']:<8} {node['kind']}{said}: "
        if room(80) - len(head) < 24:
            yield head.rstrip()
            head = " " * 9
        yield head + clip(hidden(node["text"]), room(80, len(head)))
        if node["kind"] == "conclusion" and node["derivation"]:
            yield from ("         " + row for row in wrap(hidden(node["derivation"]), room(80, 9)))
        for edge, verb in _CAME.items():
            targets = view.targets(node["id"], edge) if node["id"] in view.graph else ()
            if targets:
                yield " " * 9 + clip(f"{verb} {', '.join(targets)}", room(80, 9))
