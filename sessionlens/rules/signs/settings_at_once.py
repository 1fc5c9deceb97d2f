"""Several settings changed in one step, then measured as one. A part of the rule `confounded_changes`.

Three lines more in a build profile, or three `alter system set` in one call: what the next run shows is the work of all of them. Settings
that a file is written with for the first time, and those that are put back, are no step.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Run
from sessionlens.rules.base import Hit, at_run
from sessionlens.rules.index import Calls
from sessionlens.text.regex import regex

_FILES = (".toml", ".conf", ".cnf", ".ini", ".cfg", ".properties", ".env", ".config")
_LINE = regex(r"^\s*([A-Za-z_][\w.-]{2,})\s*[=:]\s*(\S.*?)\s*$", re.M)
_SQL = regex(r"\balter (?:system|database [\w\"]+|role [\w\"]+) set ([\w.]+)\s*(?:=|to)", re.I)
_RESET = regex(r"\breset\b|=\s*default\b|\bto default\b", re.I)
_VERSION = regex(r"^[\"']?[~^]?\d+\.\d+(?:\.\d+)?[\"']?$|^\{")
_MANY, _NEAR = 3, 3


def find(view: View, reported: set[int]) -> Iterator[Hit]:
    if not view.measurements:
        return
    taken_back = {r.msg for r in view.reversions}
    first = min(m.msg for m in view.measurements)
    runs = view.once(Calls).runs
    for at, (msg, run) in enumerate(runs):
        names = set_in(run) if msg > first and (run.call.edits or run.call.command) and msg not in taken_back else []
        if len(names) < _MANY or not reported.isdisjoint(range(msg, msg + _NEAR + 1)):
            continue
        after = next(((n, r) for n, r in runs[at:] if msg <= n <= msg + _NEAR and r.readings), None)
        if after is not None:
            reported.add(after[0])
            yield at_run(view, *after, f"measured after {len(names)} settings were changed in one step ({', '.join(names[:4])})")


def set_in(run: Run) -> list[str]:
    """The settings that a call gives another value, by name."""
    command = run.call.command or ""
    names = dict.fromkeys(_SQL.findall(command)) if "alter" in command.lower() and not _RESET.search(command) else {}
    for edit in run.call.edits:
        if edit.old is None or not edit.path.lower().endswith(_FILES):
            continue
        before = dict(_LINE.findall(edit.old))
        names |= {n: None for n, value in _LINE.findall(edit.new or "") if before.get(n) != value and not _VERSION.match(value)}
    return list(names)
