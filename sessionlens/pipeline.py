"""The one function: read, facts, graph, checks, rules."""

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from sessionlens import amendments, checks, facts, formats, rules
from sessionlens.amendments import Amendment
from sessionlens.facts import Facts, beside
from sessionlens.facts import trace as tracing
from sessionlens.graph.build import build, judged, linted
from sessionlens.graph.view import View
from sessionlens.model.facts import Measurement
from sessionlens.model.session import Session
from sessionlens.model.span import Problem
from sessionlens.model.trace import Trace

Told = Callable[[str, str], None]


def _untold(source: str, stage: str) -> None:
    """Nobody listens."""


@dataclass(frozen=True)
class Extra:
    """What a person adds to a session: corrections (of any session; each takes its own), result files as evidence, and the evidence that
    an earlier ingest had added (`kept`)."""

    amendments: tuple[Amendment, ...] = ()
    sheets: tuple[beside.Sheet, ...] = ()
    kept: tuple[Measurement, ...] = ()


NOTHING = Extra()


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
    paths: Iterable[str | Path], *, format: str | None = None, first_message: int = 1, told: Told = _untold, extra: Extra = NOTHING
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
                    view = examine(read, told, extra)
                del read
                yield view
                del view


def investigate_together(
    paths: Sequence[str | Path], jobs: int, *, format: str | None = None, first_message: int = 1, extra: Extra = NOTHING
) -> Iterator[View | Problem]:
    """The same as `investigate_all`, in the same order, with up to `jobs` paths at a time in processes of their own.

    A folder is one piece of work, since its sessions belong together; standard input is read by this process.
    """
    from concurrent.futures import ProcessPoolExecutor
    from functools import partial
    from multiprocessing import get_context

    work = partial(_whole, format=format, first_message=first_message, extra=extra)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        pending = [None if str(path) == "-" else pool.submit(work, path) for path in paths]
        for path, task in zip(paths, pending, strict=True):
            yield from work(path) if task is None else task.result()


def _whole(path: str | Path, format: str | None, first_message: int, extra: Extra) -> list[View | Problem]:
    """Everything of one path at once, for a process that cannot hand it over piece by piece."""
    return list(investigate_all([path], format=format, first_message=first_message, extra=extra))


def examine(session: Session, told: Told = _untold, extra: Extra = NOTHING) -> View:
    """A session, once read, through all later stages."""
    told(session.source, "commands, outputs, prose")
    trace = tracing.closely(session)
    told(session.source, "facts")
    found = _corrected(facts.find(trace), trace, extra)
    view = build(trace, found)
    told(session.source, "checking")
    left_out = amendments.rejected(found)
    verdicts = checks.check(view)
    named = amendments.for_checks(view)
    if named is not view:
        verdicts = tuple(amendments.settled(verdicts, checks.check(named), {c.id: c for c in view.conclusions}))
    view = judged(view, (v for v in verdicts if v.conclusion not in left_out))
    return linted(view, rules.lint(view))


def again(view: View, extra: Extra) -> View:
    """A session that was examined before, with its added evidence, examined anew; for a stored one, while its store is open."""
    kept = tuple(m for m in view.measurements if m.span.source != view.session.source)
    session = replace(view.session, messages=tuple(view.session.messages))
    with _without_cycles():
        return examine(session, extra=replace(extra, kept=kept))


def _corrected(found: Facts, trace: Trace, extra: Extra) -> Facts:
    """The facts with what a person added and corrected."""
    if extra is NOTHING:
        return found
    added = tuple(m for m in extra.kept if m.span.source not in {s.name for s in extra.sheets})
    added += beside.find(extra.sheets, trace, beside.merged(found.measurements, added))
    found = replace(found, measurements=beside.merged(found.measurements, added))
    return amendments.applied(found, amendments.of_session(extra.amendments, trace.session.id))


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
