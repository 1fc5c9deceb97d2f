"""The one function: read, facts, graph, checks, rules."""

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sessionlens import checks, facts, formats, rules
from sessionlens.facts import trace as tracing
from sessionlens.graph.build import build, judged, linted
from sessionlens.graph.view import View
from sessionlens.model.session import Session
from sessionlens.model.span import Problem

Told = Callable[[str, str], None]


def _untold(source: str, stage: str) -> None:
    """Nobody listens."""


class UnreadableError(ValueError):
    """No session could be read from a source; `problem` says where and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.record}: {problem.why}")
        self.problem = problem


def investigate(source: str | Path | Session, *, format: str | None = None, first_message: int = 1) -> View:
    """A transcript's graph with every conclusion judged and every fault of method found.

    `source` is a file, a folder or a session already read. Of several sessions in it the first is taken, which is the parent
    where there are subagents; `investigate_all` gives every one. Raises `UnreadableError` if there is none.
    Example: `investigate("log.jsonl").verdicts`.
    """
    if isinstance(source, Session):
        with _without_cycles():
            return examine(source)
    for result in investigate_all([source], format=format, first_message=first_message):
        if isinstance(result, View):
            return result
        raise UnreadableError(result)
    raise UnreadableError(Problem(record=str(source), why="no session in it"))


def investigate_all(
    paths: Iterable[str | Path], *, format: str | None = None, first_message: int = 1, told: Told = _untold
) -> Iterator[View | Problem]:
    """Every session of the given files and folders, one at a time, and a `Problem` for what could not be read.

    A generator, so that a folder of a hundred transcripts needs the memory of its largest. `told` hears the source's name and the
    stage before each stage.
    """
    for path in paths:
        for read in formats.read(path, format=format, first_message=first_message):
            if isinstance(read, Problem):
                yield read
            else:
                with _without_cycles():
                    view = examine(read, told)
                del read
                yield view
                del view


def examine(session: Session, told: Told = _untold) -> View:
    """A session, once read, through all later stages."""
    told(session.source, "commands, outputs, prose")
    trace = tracing.closely(session)
    told(session.source, "facts")
    view = build(trace, facts.find(trace))
    told(session.source, "checking")
    view = judged(view, checks.check(view))
    return linted(view, rules.lint(view))


@contextmanager
def _without_cycles() -> Iterator[None]:
    """No cyclic garbage collection for a while.

    A session makes some hundred thousand small objects that all stay alive, and collecting over them again and again costs a third
    of the whole time; nothing that the stages make refers to itself.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
