"""Whether an ingest would lose what an earlier one of the same session has kept.

A session's file grows, so a later ingest takes the earlier one's place, as long as everything is still in it. A part of a session, or
another history under the same id, does not go in its place unless the person says so: what `git push` calls no fast-forward.
"""

from typing import TYPE_CHECKING

from sessionlens.cli.common import plural

if TYPE_CHECKING:
    from sessionlens.graph.view import View
    from sessionlens.model.session import Message
    from sessionlens.store import Store

COMPARED = 64
"""Messages of a session whose texts are compared, evenly spread: another history differs in most of them."""


def loss(store: "Store", view: "View") -> str:
    """What would be lost if the view were saved, as one line; "" where nothing would be, or nothing is stored under its id."""
    kept = store.load(view.session.id).session
    numbers = [m.number for m in view.session.messages]
    known = set(numbers)
    stored = getattr(kept.messages, "numbers", None) or [m.number for m in kept.messages]
    gone = [n for n in stored if n not in known]
    shared = [n for n in stored if n in known]
    new = {m.number: m for m in view.session.messages}
    spread = shared[:: max(1, len(shared) // COMPARED)]
    others = [n for n in spread if not _goes_on(_stored(kept.messages, stored, n), new[n])]
    if not gone and not others:
        return ""
    what = f"{len(gone)} of them are not in this one" if gone else f"message {others[0]} is another one here"
    span = f"{plural(len(stored), 'message')}, {stored[0]} to {stored[-1]}"
    return f"not kept: the store has this session with {span} (from {kept.source}), and {what}; --replace keeps this one instead"


def _stored(messages: "tuple[Message, ...]", numbers: list[int], number: int) -> "Message":
    return messages[numbers.index(number)]


def _goes_on(before: "Message", after: "Message") -> bool:
    """Whether a message is the same, or the same one further on: a session may be read while it is written."""
    return before.role == after.role and after.text.startswith(before.text) and len(after.calls) >= len(before.calls)
