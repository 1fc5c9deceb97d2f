"""`sessionlens ingest`: read transcripts, find and check everything in them, keep it."""

import gc
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from sessionlens.cli.common import UNREADABLE, CommandError, StorePath, clip, notice, opened, plural

if TYPE_CHECKING:
    from sessionlens.cli.progress import Progress
    from sessionlens.graph.view import View
    from sessionlens.model.span import Problem
    from sessionlens.store import Store

Paths = Annotated[list[str], typer.Argument(metavar="PATH...", help="Files, folders, or - for standard input.")]
From = Annotated[str | None, typer.Option("--from", metavar="FORMAT", help="The transcripts' format (default: found by content).")]
First = Annotated[int, typer.Option("--first-message", metavar="N", min=1, help="The number of a partial transcript's first message.")]
SHOWN = 3
COLLECT_EVERY = 64
"""Sessions after which cyclic garbage is collected; one leaves some hundred kilobytes."""


def command(paths: Paths, from_: From = None, first_message: First = 1, store: StorePath = None) -> None:
    """Read transcripts: what they believed, changed, measured and concluded, each conclusion checked."""
    from sessionlens import formats
    from sessionlens.cli.progress import Progress

    names = [f.NAME for f in formats.FORMATS]
    if from_ is not None and from_ not in names:
        raise CommandError(f"no such format: {from_}; there are {', '.join(names)}")
    with opened(store) as keeper, Progress(paths) as progress:
        kept, problems = _keep(paths, from_, first_message, keeper, progress)
    told = [f"{p.record}: {p.why}" for p in problems]
    if not kept and len(told) < 2:
        raise CommandError(told[0] if told else f"no transcript in {', '.join(paths)}", UNREADABLE)
    for line in told:
        notice(line)
    if not kept:
        raise CommandError(f"none of {plural(len(told), 'input')} could be read", UNREADABLE)


def _keep(paths: list[str], format: str | None, first: int, store: "Store", progress: "Progress") -> tuple[int, list["Problem"]]:
    from sessionlens.model.span import Problem
    from sessionlens.pipeline import investigate_all

    kept, problems = 0, []
    for result in investigate_all(paths, format=format, first_message=first, told=progress.at):
        if isinstance(result, Problem):
            problems.append(result)
            progress.done(result.record)
            continue
        store.save(result)
        kept += 1
        if kept % COLLECT_EVERY == 0:
            gc.collect()
        progress.done(result.session.source)
        print(summary(result))
        for line in _troubles(result):
            notice(line)
    return kept, problems


def summary(view: "View") -> str:
    """One line per session: its id, how many messages, how many facts of each kind, how many problems."""
    from sessionlens.store.encode import KINDS

    session = view.session
    counts = [plural(len(view.facts(cls)), kind) for kind, cls in KINDS.items()]
    counts += [plural(len(view.findings), "finding")]
    of = f" (subagent of {session.parent})" if session.parent else ""
    read = f"{session.format}, {plural(len(session.messages), 'message')}, {plural(len(session.problems), 'problem')}"
    return f"{session.id}{of}: {read}; {', '.join(counts)}"


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
