"""Questions that several rules ask of a tool call."""

import re
from collections.abc import Iterator
from functools import lru_cache

from sessionlens.model.facts import Measurement
from sessionlens.model.trace import Action, Run
from sessionlens.text.regex import regex
from sessionlens.text.units import dimension

COMPILED = frozenset(
    f".{suffix}"
    for suffix in (
        *("c", "cc", "cpp", "cxx", "cu", "cuh", "h", "hh", "hpp", "rs", "go", "zig", "swift", "kt", "java", "scala"),
        *("cs", "fs", "hs", "ml", "f90", "m", "mm", "d", "nim", "asm", "s"),
    )
)
"""Suffixes of sources that do nothing until a compiler has run."""

SCRIPTS = (".py", ".js", ".ts", ".rb", ".sql")
"""Suffixes of programs that run as they are written."""

BUILDING_RUNNERS = ("cargo ", "go ", "make", "just", "bazel", "gradle", "mvn", "dotnet", "zig ", "swift ", "ninja", "cmake")
"""Programs that rebuild what is out of date before they test or run it."""

ASKED = frozenset(("test", "build", "lint"))
"""Intents whose whole point is whether the command succeeds."""

CUTTERS = frozenset(("head", "tail"))
_DISTURBED = regex(r"rss|resident|fault|memory|heap|switches", re.I)
_RETAINED = regex(r"\b(?:live|retained|reachable)\b.*\bheap\b|\bheap\b.*\b(?:live|retained|in use)\b|^(?:cum|flat)$", re.I)
"""What is left after a collection is as repeatable as a count, and the rows of one profile are shares of it."""
_RESIDENT = regex(r"\brss\b|\bresident\b", re.I)
_REPEATS_EXACTLY = regex(r"instruction|\brefs\b|misses|test time|tests? |alloc|\bsize|length|count|bytes\b", re.I)
_RATE = regex(
    r"(?:tps|qps|rps|iops|fps|throughput|bandwidth|(?:req|requests|ops|transactions|queries|rows|events)[ _/]*(?:per|/)?[ _]*s(?:ec)?)",
    re.I,
)
"""Rates that a load generator prints without a unit."""
_LINES = regex(r"(?:(?<!\S)-(?:n\s*)?|--lines=)(\d+)\b")
_EXACT_PARSERS = frozenset(("valgrind", "sizes", "pytest", "libtest", "suites", "git", "cprofile"))
"""Parsers whose values are not compared run by run: counts, sizes, and the rows of one profile, which are shares of it."""


@lru_cache(maxsize=4096)
def compiled_source(path: str) -> bool:
    """Whether a file has to be compiled before an edit of it shows."""
    stem, dot, suffix = path.rpartition("/")[2].rpartition(".")
    return bool(stem and dot) and f".{suffix.lower()}" in COMPILED


def builds(action: Action) -> bool:
    """Whether this command brings build products up to date, by itself or before it runs something."""
    return action.intent == "build" or (
        action.intent in ("test", "benchmark", "run", "lint") and action.runner.startswith(BUILDING_RUNNERS)
    )


def makes_product(action: Action) -> bool:
    """Whether a command brings the program itself up to date: `go test` compiles what it tests and leaves the program as it was."""
    if action.runner.startswith(("go ", "zig ")):
        return action.intent == "build"
    if action.runner.startswith("cargo ") and action.intent in ("test", "lint"):
        return "--release" in action.command.argv
    return builds(action)


def stage_after(run: Run, action: Action) -> Iterator[Action]:
    """The commands that stand after `action` in its own pipeline."""
    for other in run.actions:
        if other.command.group == action.command.group and other.command.stage > action.command.stage:
            yield other


def cut_by(run: Run, action: Action) -> Action | None:
    """The `head` or `tail` that cuts this command's output, if one does."""
    return next((a for a in stage_after(run, action) if a.command.tool in CUTTERS), None)


def shown_lines(run: Run) -> int:
    """How many lines the call printed."""
    return run.call.output.rstrip("\n").count("\n") + 1 if run.call.output.strip() else 0


def noisy(measured: Measurement) -> bool:
    """Whether running the same thing again would give another value: times, rates, memory; not instructions, sizes or counts."""
    if measured.metric == "size" and measured.command and resident(measured.command):
        return True
    if "heap" in measured.metric and _RETAINED.search(f"{measured.config} {measured.metric}"):
        return False
    return varies(measured.parser, measured.metric, measured.unit)


@lru_cache(maxsize=256)
def resident(command: str) -> bool:
    """Whether a command asks for resident memory by a form that prints a plain size: `time -f '%M KB'`."""
    return "%M" in command or "RSS" in command


@lru_cache(maxsize=4096)
def varies(parser: str, metric: str, unit: str) -> bool:
    """`noisy` by what it depends on."""
    if _RESIDENT.search(metric):
        return True
    if parser in _EXACT_PARSERS or _REPEATS_EXACTLY.search(metric) or _RETAINED.search(metric):
        return False
    return (
        dimension(unit) in ("time", "rate", "power")
        or (not unit and _RATE.fullmatch(metric) is not None)
        or ("/" in unit and dimension(unit.partition("/")[0]) == "time")
        or bool(_DISTURBED.search(metric))
    )


def measuring(run: Run) -> bool:
    """Whether the call ran something and printed how it did."""
    return bool(run.readings) and any(a.intent in ("benchmark", "run", "profile") for a in run.actions)


def kept(cutter: Action) -> int | None:
    """How many lines a `head` or `tail` keeps, None where it is not a plain number."""
    words = cutter.command.argv[1:]
    if len(words) == 1 and words[0][:1] == "-" and words[0][1:].isdecimal():
        return int(words[0][1:])
    number = _LINES.search(" ".join(words))
    if number:
        return int(number[1])
    return 10 if not any(w.startswith("-") for w in words) else None
