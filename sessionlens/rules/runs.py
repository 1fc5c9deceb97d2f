"""Questions that several rules ask of a tool call."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from sessionlens.model.trace import Action, Run

COMPILED = frozenset(
    f".{suffix}"
    for suffix in (
        *("c", "cc", "cpp", "cxx", "cu", "cuh", "h", "hh", "hpp", "rs", "go", "zig", "swift", "kt", "java", "scala"),
        *("cs", "fs", "hs", "ml", "f90", "m", "mm", "d", "nim", "asm", "s"),
    )
)
"""Suffixes of sources that do nothing until a compiler has run."""

BUILDING_RUNNERS = ("cargo ", "go ", "make", "just", "bazel", "gradle", "mvn", "dotnet", "zig ", "swift ", "ninja", "cmake")
"""Programs that rebuild what is out of date before they test or run it."""

CUTTERS = frozenset(("head", "tail"))


def compiled_source(path: str) -> bool:
    """Whether a file has to be compiled before an edit of it shows."""
    return PurePosixPath(path).suffix.lower() in COMPILED


def builds(action: Action) -> bool:
    """Whether this command brings build products up to date, by itself or before it runs something."""
    return action.intent == "build" or (
        action.intent in ("test", "benchmark", "run", "lint") and action.runner.startswith(BUILDING_RUNNERS)
    )


def stage_after(run: Run, action: Action) -> Iterator[Action]:
    """The commands that stand after `action` in its own pipeline."""
    for other in run.actions:
        if other.command.group == action.command.group and other.command.stage > action.command.stage:
            yield other


def cut_by(run: Run, action: Action) -> Action | None:
    """The `head` or `tail` that cuts this command's output, if one does."""
    return next((a for a in stage_after(run, action) if a.command.tool in CUTTERS), None)
