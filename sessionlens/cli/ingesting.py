"""Transcripts read and kept: what `sessionlens ingest` does, apart from how its options are read."""

import gc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sessionlens.cli.amending import read_amendments, unmet
from sessionlens.cli.common import UNREADABLE, USAGE, CommandError, clip, notice, opened, plural, project
from sessionlens.cli.replacing import loss
from sessionlens.text.visible import on_one_line

if TYPE_CHECKING:
    from sessionlens.cli.progress import Progress
    from sessionlens.graph.view import View
    from sessionlens.model.span import Problem
    from sessionlens.pipeline import Extra
    from sessionlens.store import Store

SHOWN = 3
COLLECT_EVERY = 64
"""Sessions after which cyclic garbage is collected; one leaves some hundred kilobytes."""


def take(
    *,
    paths: list[str] | None = None,
    from_: str | None = None,
    first_message: int = 1,
    evidence: list[Path] | None = None,
    amendments: Path | None = None,
    jobs: int = 1,
    replace: bool = False,
    session: str | None = None,
    store: Path | None = None,
) -> int:
    """The options are those of the command; the exit status."""
    from sessionlens import formats
    from sessionlens.cli.progress import Progress

    names = [f.NAME for f in formats.FORMATS]
    if from_ is not None and from_ not in names:
        raise CommandError(f"no such format: {from_}; there are {', '.join(names)}")
    extra = _extra(evidence or [], amendments, store)
    if not paths:
        _beside(extra, session, store)
        return 0
    with opened(store, new=True) as keeper, Progress(paths) as progress:
        kept, problems, refused = _keep(_results(paths, jobs, from_, first_message, progress, extra), keeper, progress, extra, replace)
    told = [f"{p.record}: {p.why}" for p in problems]
    if not kept and len(told) < 2:
        raise CommandError(told[0] if told else f"no transcript in {', '.join(paths)}", USAGE if refused else UNREADABLE)
    for line in told:
        notice(line)
    if not kept:
        raise CommandError(f"none of {plural(len(told), 'input')} was kept", USAGE if refused else UNREADABLE)
    return UNREADABLE if any(p.why == formats.MISSING for p in problems) else 0


def _extra(evidence: list[Path], amended: Path | None, store: Path | None) -> "Extra":
    """Result files and corrections; a result file that is none ends the command."""
    from sessionlens.facts import beside
    from sessionlens.pipeline import NOTHING, Extra

    sheets = []
    for path in evidence:
        sheet = beside.read(path)
        if not isinstance(sheet, beside.Sheet):
            raise CommandError(f"{sheet.record}: {sheet.why}", UNREADABLE)
        sheets.append(sheet)
    corrections = read_amendments(amended, store)
    return Extra(corrections, tuple(sheets)) if corrections or sheets else NOTHING


def _beside(extra: "Extra", session: str | None, store: Path | None) -> None:
    """Evidence without a transcript: for the session that was last ingested, or the one named."""
    from sessionlens.pipeline import again

    if not extra.sheets:
        raise CommandError("give a transcript, or --evidence for a session that was ingested before")
    with opened(store) as keeper:
        view = again(keeper.load(session or project().session), extra)
        keeper.save(view)
    print(summary(view))


def _results(
    paths: list[str], jobs: int, format: str | None, first: int, progress: "Progress", extra: "Extra"
) -> Iterator["View | Problem"]:
    from sessionlens.pipeline import investigate_all, investigate_together

    if min(jobs, len(paths)) > 1:
        return investigate_together(paths, jobs, format=format, first_message=first, extra=extra)
    return investigate_all(paths, format=format, first_message=first, told=progress.at, extra=extra)


def _keep(
    results: Iterator["View | Problem"], store: "Store", progress: "Progress", extra: "Extra", replace: bool
) -> tuple[int, list["Problem"], int]:
    """How many were kept, what is to be told of the others, and how many of these were refused for what they would have replaced."""
    from sessionlens.model.span import Problem

    kept, refused, problems = 0, 0, []
    sources = {e.id: e.source for e in store.sessions()}
    written: set[str] = set()
    for result in results:
        if isinstance(result, Problem):
            problems.append(result)
            progress.done(result.record)
            continue
        session = result.session
        if not session.messages:
            problems.append(Problem(record=session.source, why="nothing in it: no message of a person or an agent"))
            progress.done(session.source)
            for line in _troubles(result):
                notice(line)
            continue
        before = sources.get(session.id)
        lost = loss(store, result) if before is not None and not replace else ""
        if lost:
            refused += 1
            problems.append(Problem(record=session.source, why=lost))
            progress.done(session.source)
            continue
        store.save(result)
        kept += 1
        if kept % COLLECT_EVERY == 0:
            gc.collect()
        progress.done(session.source)
        print(summary(result))
        if before is not None and (before != session.source or session.id in written):
            notice(f"  replaces the session ingested from {before}")
        sources[session.id] = session.source
        written.add(session.id)
        for line in (*_troubles(result), *unmet(result, extra.amendments)):
            notice(line)
    return kept, problems, refused


def summary(view: "View") -> str:
    """One line per session: its id, how many messages, how many facts of each kind, how many problems."""
    from sessionlens.store.encode import KINDS

    session = view.session
    counts = [plural(len(view.facts(cls)), kind) for kind, cls in KINDS.items()]
    counts += [plural(len(view.findings), "finding")]
    of = f" (subagent of {session.parent})" if session.parent else ""
    read = f"{session.format}, {plural(len(session.messages), 'message')}, {plural(len(session.problems), 'problem')}"
    return on_one_line(f"{session.id}{of}: {read}; {', '.join(counts)}")


def _troubles(view: "View") -> list[str]:
    """Problems by their reason, the most frequent first, each with the first places where it stands."""
    reasons = Counter(p.why for p in view.session.problems)
    lines = []
    for why, count in reasons.most_common(SHOWN):
        places = [p.record for p in view.session.problems if p.why == why]
        more = f" and {count - SHOWN} more" if count > SHOWN else ""
        lines.append(f"  {clip(why, 60)}: {', '.join(places[:SHOWN])}{more}")
    if len(reasons) > SHOWN:
        lines.append(f"  and {len(reasons) - SHOWN} other kinds of problem; `sessionlens export` lists all")
    return lines
