"""What counts as a repetition of a measurement: asked by the rule `single_sample`.

`--runs 10` repeats, and so does a loop whose variable the command does not use, also where an `echo` numbers the rounds; a loop over
sizes takes each once. A script that keeps the best of several rounds has repeated each of them.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from math import prod

from sessionlens.model.facts import Measurement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

_AGGREGATE = regex(r"\b(?:min|max|median|mean|avg|average|best|worst|fastest|p\d\d|geomean|median_of_\w+)\b", re.I)
_TAKEN_OVER = regex(
    r"(?<!\S)(?:min|max|median|mean|avg|best)(?!\S)|\b(?:runs|rounds|reps|repeats|samples|trials)=(?!1\b)\d+|\bn=(?:[2-9]|[12]\d)\b"
)
"""In a configuration: the program says over how many rounds it took the value. (A large n is a size of the input.)"""
_ROUNDS = regex(r"-(?<!\S.)(?:-?count|-runs?|r|-repeats?|-reps|-rounds|-iterations|-benchmark_repetitions)[= ]?(\d+)\b")
_SCRIPTED = regex(r"\bfor \w+ in range\((\d+)\):[^\n]*(?:\n[^\n]*){0,4}?\b(?:min|median|mean)\(|\brepeat=(\d+)|\btimeit\.repeat\(()")
"""Rounds within a script: the best of `range(5)`, `repeat=5`."""
_ROUND = regex(r"#?\s*\b(?:run|round|iteration|iter|rep|repetition|pass|trial|attempt|take)[ #=:]*\d+\b", re.I)
_VALUE = regex(r"(?<![\w./-])\d+\.\d+(?= (?:ms|s|[µu]s|ns|%)(?!\w))")
_LOOP = regex(r"\bfor (\w+) in ([^;\n]+?)\s*[;\n]")
_OWN_NAMES = frozenset(("echo", "printf", "awk", "gawk", "perl", "sed", "jq"))
"""Tools that measure nothing, or have a `$i` of their own."""
_PARTS = regex(r"[\s=:,/]+")
_AGREE = 0.05


def repeating(run: Run) -> bool:
    """Whether a command asks for more than one round: `--runs 10`, or a script in it that keeps the best of several."""
    command = run.call.command or ""
    if any(int(n) > 1 for n in _ROUNDS.findall(command)):
        return True
    if "done |" in command and any(not used and len(items) > 1 for used, items in loops(run)):
        return True  # rounds, and a filter that makes one number of them
    measuring = [a for a in run.actions if a.intent in ("benchmark", "run", "profile")]
    if measuring and all("for" in a.command.nesting for a in measuring) and any(not used and len(items) > 1 for used, items in loops(run)):
        return True  # whatever the outputs name their rows
    scripted = _SCRIPTED.search(command) if "range(" in command or "repeat" in command else None
    return scripted is not None and (scripted[1] or scripted[2] or "2") != "1"


@lru_cache(maxsize=4096)
def unnumbered(config: str) -> str:
    """A configuration or metric without the number of its round, or another value of its line: "old run 2" is "old"."""
    if "." in config and _VALUE.search(config):
        config = _VALUE.sub("#", config)
    return _ROUND.sub("", config).strip() if _ROUND.search(config) else config


@lru_cache(maxsize=1024)
def aggregate(metric: str) -> bool:
    """Whether a metric's name says that the program took it over several rounds: "median of minima", "p99"."""
    return _AGGREGATE.search(metric) is not None


@lru_cache(maxsize=4096)
def taken_over(config: str) -> bool:
    """Whether a configuration says that its values were taken over several rounds: "v2 n=5", "cold min"."""
    return _TAKEN_OVER.search(config) is not None


def once(group: list[Measurement], each: int) -> bool:
    """Whether readings of one metric and configuration are no repetitions: there is one, or one for each round of a loop over variants."""
    first = group[0]
    if first.spread is not None or any(one.samples for one in group) or (first.n or 1) > 1:
        return False
    if (first.n != 1 and aggregate(first.metric)) or taken_over(first.config):
        return False
    return len(group) == 1 or len(group) == each


def repeated(one: Measurement, same: list[Measurement], own: set[str]) -> bool:
    """Whether another call measured the same thing and agrees."""
    return any(o.id not in own and abs(o.value - one.value) <= _AGREE * abs(one.value) for o in same)


def loops(run: Run) -> list[tuple[bool, list[str]]]:
    """The loops of a command over written items: whether the loop's variable is put to use, and the items."""
    command = run.call.command or ""
    found = []
    for name, items in _LOOP.findall(command) if "for " in command else ():
        used = any(
            f"${name}" in word or f"${{{name}}}" in word
            for action in run.actions
            if action.command.tool not in _OWN_NAMES
            for word in action.command.argv
        )
        if "$" not in items and not items.endswith(":"):
            found.append((used, items.split()))
    return found


def variants(run: Run, configs: Iterable[str] = ()) -> int:
    """How many different things a loop of the call measures: 3 for `for n in 10 20 30; do ./bench -n $n; done`, 1 if it only repeats.

    With the configurations that were told apart, only the loops count whose items these do not name.
    """
    told = {word for config in configs for word in (config, *_PARTS.split(config))}
    return prod(len(items) for used, items in loops(run) if used and told.isdisjoint(items))


def items(run: Run) -> frozenset[str]:
    """The items of a call's own loops: a value among them is the name of a round, and was not measured."""
    return frozenset(item for _, found in loops(run) for item in found)


def beside_repeated(one: Measurement, single: dict[str, Measurement], groups: dict[tuple[int, int, str, str], list[Measurement]]) -> bool:
    """Whether a reading of resident memory stands beside others of its call that were all repeated and agree: the quantity is steady."""
    if one.parser != "time":
        return False
    same = [o.id for (*place, _), group in groups.items() if place == [one.msg, one.part, one.metric] for o in group if o.id != one.id]
    return bool(same) and single.keys().isdisjoint(same)
