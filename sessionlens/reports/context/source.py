"""Where the report's facts come from: the transcript, the agent, and what could not be read."""

from sessionlens.model.frozen import Record
from sessionlens.reports.lines import Code, Line, counted, say
from sessionlens.reports.scope import Scope

PROBLEMS_SHOWN = 8


class Row(Record):
    name: str
    value: str


class Source(Record):
    """`rows` describe the transcript; `notes` are its own remarks about itself ("reconstructed"); `problems` are what could not be read.
    `more_problems` are not listed."""

    title: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...]
    problems: tuple[Line, ...]
    more_problems: int


def build(scope: Scope) -> Source:
    session = scope.whole.session
    numbers = sorted(scope.whole.turns)
    span = f"{numbers[0]} to {numbers[-1]}" if numbers else "none"
    dates = " to ".join(d[:19].replace("T", " ") for d in (session.started, session.ended) if d)
    injected = ", ".join(f"{n} {kind}" for kind, n in sorted(session.injected.items()))
    rows = [
        ("Session", session.id),
        ("Transcript", session.source.replace("\\", "/").rpartition("/")[2]),
        ("Format", session.format),
        ("Agent", " ".join(x for x in (session.agent, session.model and f"({session.model})") if x)),
        ("Messages", f"{counted(len(numbers), 'message')}, numbered {span}"),
        ("Read one by one", _read(scope)),
        ("Dates", dates),
        ("Working directory", session.cwd or ""),
        ("Parent session", session.parent or ""),
        ("Child sessions", ", ".join(c.id for c in session.children[:6]) + (" and more" if len(session.children) > 6 else "")),
        ("Records that are nobody's message", injected),
    ]
    problems = tuple(say(Code(p.record), f": {p.why}") for p in session.problems[:PROBLEMS_SHOWN])
    return Source(
        session.title,
        tuple(Row(n, scope.redact(v)) for n, v in rows if v),
        session.notes,
        problems,
        max(0, len(session.problems) - PROBLEMS_SHOWN),
    )


def _read(scope: Scope) -> str:
    """Of a very long session, how many messages the sections that quote prose and commands have gone through; "" where it was all."""
    if not scope.long:
        return ""
    read = len(scope.numbers())
    return f"the {read} messages that tell most; of the other {len(scope.whole.turns) - read} only what ingesting found in them"
