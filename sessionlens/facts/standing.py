"""What the named things of databases and settings stand at, and which message of the session put them there."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from sessionlens.facts.ledger import Entry

_UNKNOWN = "?"
Shown = Callable[[str, str, int], bool]
"""Whether the session had printed a value beside a name before a message."""


@dataclass
class Standing:
    """For each thing what it was before the session, and what the session's messages set it to since, the newest last."""

    values: dict[str, list[tuple[str, Entry | None]]] = field(default_factory=dict)

    def put(self, name: str, value: str, entry: Entry, shown: Shown) -> tuple[str, Entry | None]:
        """Sets a thing, and says in a word what that is: "new"; "same" where it stood at that; "back" with the entry whose setting is
        taken back.

        What was made for the first time was not there before. What a thing was set to first may have been printed before: only then
        can a later setting be told to be back at it.
        """
        stack = self.values.get(name)
        if stack is None:
            absent = value.lower().startswith(("create", "add", "granted")) and not value.lower().startswith("create or replace")
            stack = self.values[name] = [("" if absent else _UNKNOWN, None)]
        current, owner = stack[-1]
        if value == current:
            return "same", None
        for place in range(len(stack) - 2, -1, -1):
            before, _ = stack[place]
            since = stack[place + 1][1]
            if before == value or (before == _UNKNOWN and since is not None and self._was(name, value, current, since, shown)):
                del stack[place + 1 :]
                return "back", owner
        stack.append((value, entry))
        return "new", None

    @staticmethod
    def _was(name: str, value: str, current: str, since: Entry, shown: Shown) -> bool:
        """Whether a thing of which nothing is known from before is back: what was dropped is made again, a default is taken up again, or
        the value had been printed beside its name before the session first set it."""
        if name.startswith(_REMOVABLE):
            return current == "" and value != ""
        return value == "" or shown(name, value, since.msg)


_REMOVABLE = (
    "index ", "table ", "view ", "function ", "procedure ", "trigger ", "extension ", "type ", "sequence ", "schema ", "role ", "user ",
    "database ", "policy ", "publication ", "subscription ", "statistics ", "domain ", "rule ", "constraint ", "column ", "right ",
    "materialized ", "foreign ", "event ",
)  # fmt: skip
"""Kinds of things that are there or are not; any other has a value, and a default."""


def beside(name: str, value: str, output: str) -> bool:
    """Whether an output has a value on the line of a name, or on one of the two below: `work_mem | 4MB`, `save` and then `3600 1`."""
    word = re.split(r"[ .]", name)[-1]
    at = output.lower().find(word)
    while at >= 0:
        lines = output[at:].split("\n", 3)[:3]
        if any(re.search(rf"(?<![\w.]){re.escape(value)}(?![\w.])", line) for line in lines):
            return True
        at = output.lower().find(word, at + len(word))
    return False
