"""The technique explained: one plain sentence per family of commands that the message used, from one data file."""

import tomllib
from functools import cache
from pathlib import Path

from sessionlens.model.frozen import Record
from sessionlens.reports.lines import Code, Line, say
from sessionlens.reports.scope import Scope

DATA = Path(__file__).parent.parent / "techniques.toml"


class Technique(Record):
    lines: tuple[Line, ...]


@cache
def families() -> tuple[tuple[str, frozenset[str], str], ...]:
    """(name, tools, sentence) of each family in `techniques.toml`, in its order. A tool may be two words: "perf stat"."""
    data = tomllib.loads(DATA.read_text("utf-8"))
    return tuple((f["name"], frozenset(f["tools"]), f["text"]) for f in data["family"])


def build(scope: Scope) -> Technique | None:
    message = scope.subject
    if message is None:
        return None
    used: dict[str, None] = {}
    for run in scope.whole.turns[message.number].runs:
        for action in run.actions:
            argv = action.command.argv
            used[action.command.tool] = None
            used[action.runner] = None
            for wrapper in action.command.wrappers:
                used[wrapper] = None
            if len(argv) > 1:
                used[f"{action.command.tool} {argv[1]}"] = None
    lines = []
    for name, tools, text in families():
        if tools & used.keys():
            lines.append(say(Code(name), f": {text}"))
    return Technique(tuple(lines)) if lines else None
