"""Units that a script says of its own table: `# usage: cpu.sh ROUNDS BINARY...   CPU ms per run: min, median, mean`.

A table's bare columns get the unit that a comment of the script gives, if the session wrote that script itself, the comment speaks of
the table's statistics by name, and it names one unit only. Where two scripts of a call say different units, neither is taken.
"""

from collections.abc import Iterator
from dataclasses import replace

from sessionlens.model.trace import Reading, Run, Turn
from sessionlens.outputs.directions import direction
from sessionlens.text import units
from sessionlens.text.programs import INTERPRETERS
from sessionlens.text.regex import regex

_STATISTICS = {
    "min": "min minimum minima minimal best fastest", "best": "best minimum minima min fastest",
    "median": "median medians", "mean": "mean means average averages avg", "avg": "avg average mean", "average": "average mean avg",
    "max": "max maximum maxima worst", "worst": "worst maximum max slowest", "sd": "sd stddev deviation deviations",
    "std": "std stddev deviation", "stddev": "stddev deviation", "stdev": "stdev deviation",
    "p50": "p50 median", "p90": "p90", "p95": "p95", "p99": "p99",
}  # fmt: skip
"""Heads of columns that have the unit of what they summarise, each with the words that a comment has for them."""
_SAID = {head: frozenset(words.split()) for head, words in _STATISTICS.items()}
_COMMENT = regex(r"\s*(?:#(?!!)|//|--|\*|;|\"\"\"|'''|[Uu]sage\b)")
_WORD = regex(r"[a-z]\w*")
_UNIT = regex(
    r"(?<![\w/])(?P<unit>ns|us|µs|ms|msec|milliseconds?|microseconds?|nanoseconds?|seconds|secs?|[KMG]iB|[kKMG]B|bytes|(?<=in )s)(?![\w/])"
)
_FAR = 40
_LEAST = 2


def units_said(turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """The turns with the units that scripts say of their tables."""
    if not any(_bare(run) for turn in turns for run in turn.runs):
        return turns
    written: dict[str, str] = {}
    return tuple(_turn(turn, written) for turn in turns)


def _bare(run: Run) -> bool:
    """Whether a call printed a table with a column of a statistic that has no unit."""
    return any(r.parser == "table" and not r.unit and r.metric.lower() in _SAID for r in run.readings)


def _turn(turn: Turn, written: dict[str, str]) -> Turn:
    runs = []
    for run in turn.runs:
        for name, text in _writes(run, written):
            written[name] = text
        unit = _unit(run, written) if _bare(run) else ""
        runs.append(replace(run, readings=tuple(_with(r, unit) for r in run.readings)) if unit else run)
    return replace(turn, runs=tuple(runs)) if any(a is not b for a, b in zip(runs, turn.runs, strict=True)) else turn


def _with(r: Reading, unit: str) -> Reading:
    if r.parser != "table" or r.unit or r.metric.lower() not in _SAID:
        return r
    return replace(r, unit=unit, direction=direction(r.metric, unit), exact=False)


def _writes(run: Run, written: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The scripts that a call writes, by the last part of their path, and what they then hold."""
    for action in run.actions:
        if action.command.heredoc is not None:
            files = [r.target for r in action.command.redirects if r.op == ">"]
            files += [w for w in action.command.argv[1:] if action.command.tool == "tee" and not w.startswith("-")]
            yield from ((file.strip("\"'").rsplit("/", 1)[-1], action.command.heredoc) for file in files)
    for edit in run.call.edits:
        name = edit.path.rsplit("/", 1)[-1]
        if edit.new is not None and edit.old is None:
            yield name, edit.new
        elif edit.new is not None and edit.old and name in written:
            yield name, written[name].replace(edit.old, edit.new)


def _unit(run: Run, written: dict[str, str]) -> str:
    """The one unit that the scripts of a call say of its tables; "" where none or several are said."""
    heads = {r.metric.lower() for r in run.readings if r.parser == "table" and not r.unit} & _SAID.keys()
    ran = set()
    for action in run.actions:
        argv = action.command.argv
        word = argv[1] if action.command.tool in INTERPRETERS and len(argv) > 1 else argv[0] if argv else ""
        ran.add(word.rsplit("/", 1)[-1])
    said = {unit for name in ran & written.keys() for unit in _said(written[name], heads)}
    return said.pop() if len(said) == 1 else ""


def _said(text: str, heads: set[str]) -> Iterator[str]:
    for line in text.split("\n")[:_FAR]:
        if _COMMENT.match(line) is None:
            continue
        words = frozenset(_WORD.findall(line.lower()))
        if sum(not words.isdisjoint(_SAID[head]) for head in heads) >= min(_LEAST, len(heads)):
            found = {units.normal(m["unit"]) for m in _UNIT.finditer(line)}
            if found:
                yield from found
