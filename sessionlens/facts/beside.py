"""Benchmark results that a user adds beside a session: what a result file holds becomes measurements of the message that wrote it.

hyperfine, criterion, pytest-benchmark, google-benchmark, pyperf, JMH and airspeed velocity all write JSON; the same parsers read it
as where a session prints it. A file stands as of the last tool call that names it (`--export-json out.json`), so that it bears on
what was concluded afterwards; a file that no call names stands as of the session's end. Each file is a part of its own behind the
message's calls, and its span names the file: nobody takes it for something that the session printed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sessionlens import outputs
from sessionlens.facts.measurements import line
from sessionlens.model.facts import Measurement
from sessionlens.model.session import ToolCall
from sessionlens.model.span import Problem, Span
from sessionlens.model.trace import Reading, Trace
from sessionlens.model.words import LETTER

PARSERS = frozenset(("benchmark-json", "pyperf-json", "asv-json"))
_FOLDERS = frozenset(("new", "base", "change", "report", "criterion", "target"))


@dataclass(frozen=True)
class Sheet:
    """A result file: its name, its text, and the readings in it."""

    name: str
    text: str
    readings: tuple[Reading, ...]


def read(path: Path) -> Sheet | Problem:
    """A result file, or why it is none: it cannot be opened, is no JSON of these tools, or holds no number.

    Example: `read(Path("target/criterion/parse/new/estimates.json")).readings[0].config == "parse"`.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        return Problem(record=str(path), why=(error.strerror or str(error)).lower())
    except UnicodeDecodeError:
        return Problem(record=str(path), why="no text")
    call = ToolCall("evidence", "file", "shell", {}, command="result", output=text, exit_code=0)
    found, _ = outputs.read(text, (), call)
    known = tuple(replace(r, config=r.config or _named(path)) for r in found if r.parser in PARSERS)
    return Sheet(path.name, text, known) if known else Problem(record=str(path), why="no benchmark results in it")


def _named(path: Path) -> str:
    """What a file without names is about: the folders around criterion's `estimates.json`, else the file's own name."""
    folders = [p for p in path.parent.parts[-4:] if p.strip("./\\") and p not in _FOLDERS]
    after = path.parent.parts[path.parent.parts.index("criterion") + 1 :] if "criterion" in path.parent.parts else ()
    named = [p for p in after if p not in _FOLDERS] or (folders[-1:] if path.name == "estimates.json" else [])
    return "/".join(named) or path.stem


def find(sheets: Iterable[Sheet], trace: Trace, before: tuple[Measurement, ...]) -> tuple[Measurement, ...]:
    """The measurements of result files; `before` are those of the session, whose ordinals they continue."""
    ordinals = Counter(m.msg for m in before)
    parts: Counter[int] = Counter()
    out: list[Measurement] = []
    for sheet in sheets:
        at = _written(sheet.name, trace)
        if at is None:
            continue
        msg, calls, command = at
        parts[msg] += 1
        for m in _measurements(sheet, msg, calls + parts[msg], ordinals[msg], command):
            out.append(m)
        ordinals[msg] += len(sheet.readings)
    return tuple(out)


def merged(own: tuple[Measurement, ...], added: tuple[Measurement, ...]) -> tuple[Measurement, ...]:
    """Both, in the order of the session."""
    return tuple(sorted((*own, *added), key=lambda m: (m.msg, m.part))) if added else own


def _written(name: str, trace: Trace) -> tuple[int, int, str | None] | None:
    """The last message with a call that names the file, else the last of the session, with its number of calls and the command."""
    for turn in reversed(trace.turns):
        for call in reversed(turn.message.calls):
            if name in (call.command or "") or any(e.path.endswith(name) for e in call.edits):
                return turn.message.number, len(turn.message.calls), call.command
    if not trace.turns:
        return None
    last = trace.turns[-1].message
    return last.number, len(last.calls), None


def _measurements(sheet: Sheet, msg: int, part: int, ordinal: int, command: str | None) -> Iterator[Measurement]:
    letter = LETTER["measurement"]
    for k, r in enumerate(sheet.readings, ordinal + 1):
        yield Measurement(
            id=f"{letter}{msg}.{k}",
            msg=msg,
            text=line(r),
            span=Span(source=sheet.name, msg=msg, part=part, start=r.start, end=r.end),
            metric=r.metric,
            config=r.config,
            value=r.value,
            unit=r.unit,
            raw=r.raw,
            direction=r.direction,
            n=r.n,
            spread=r.spread,
            spread_kind=r.spread_kind,
            parser=r.parser,
            labels=r.labels,
            command=command,
            part=part,
            exact=r.exact,
        )
