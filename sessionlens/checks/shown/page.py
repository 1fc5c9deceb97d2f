"""The lines of a call as statements say them again: numbered lines without their numbers, a short status in words, each with what it is
under."""

from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import folded_lines
from sessionlens.checks.shown import bearing
from sessionlens.checks.shown.clause import BARE, parted
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Run
from sessionlens.text import quantities
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

_NUMBERED = regex(r"^\s*(?:\d+(?:→|\t)|(?:[\w./-]+\.\w+:)?\d+[:-](?=\s|\S))")
"""What a reader puts before a line: its number, and its file."""
_STATUS = regex(r"^ ?(\?\?|[MADR])[MADR ]? ?(?=\S)")
_TOLD = {"??": "untracked", "M": "modified", "A": "added", "D": "deleted", "R": "renamed"}
"""What the letters of a short status say."""
_COMMENT = regex(r"^\s*(?://|#(?!!|include|define|\[)|/\*|\*(?!\*)|<!--|--\s)")
_COLUMNS = regex(r"\S(?:\s{2,}|\t)\S")
_INDENT = regex(r"[ \t]*")
_RULE = frozenset("-+|=: ")
_LONG = 30_000
_WIDE = 400
_UP = 40
_WRITES = ("edit", "write", "patch")


class Page(NamedTuple):
    """What a call printed, or left in a file: `lines`, each of them folded, all in one; `given`: the command, the file, what was asked."""

    lines: list[str]
    folds: list[bytes]
    whole: bytes
    given: bytes
    asked: str
    source: bool


def page(at: int, run: Run, evidence: Evidence) -> Page | None:
    """A call's lines, made once; None where it has none."""
    key = ("page", id(run))
    if key not in evidence.looked:
        evidence.looked[key] = _page(at, run, evidence)
    kept: Page | None = evidence.looked[key]
    return kept


def _page(at: int, run: Run, evidence: Evidence) -> Page | None:
    writes = run.call.kind in _WRITES
    text = "\n".join([e.new for e in run.call.edits if e.new]) if writes else run.call.output
    if not text or len(text) > _LONG or run.call.kind in ("todo", "task"):
        return None
    path = " ".join([v for k, v in run.call.input.items() if ("path" in k or "file" in k) and isinstance(v, str)])
    asked = f"{run.call.command or ''} {path} {' '.join([s.text for s in evidence.statements(at)[-2:]])}"
    source = bool(bearing.reads(run))
    lines = text.split("\n") if writes else bearing.lines_of(text.replace("\r", ""), run, evidence)
    if source:
        lines = [_NUMBERED.sub("", line) for line in lines if not _COMMENT.match(line)]
    elif "git status" in asked:
        lines = [_STATUS.sub(lambda m: f"{_TOLD[m[1]]} ", line) for line in lines]
    parts = parted("\n".join(lines)).split("\n") if lines else []
    folds = folded_lines([f"{a} {b}" if len(b) < _WIDE else "" for a, b in zip(parts, lines, strict=True)])
    return Page(lines, folds, b" ".join(folds), fold(asked), asked.lower(), source)


@lru_cache(maxsize=2048)
def fold(text: str) -> bytes:
    """A text folded, its names in camel case in parts and whole."""
    return folded(f" {parted(text)} {text} ")


def above(i: int, lines: list[str]) -> list[int]:
    """The lines that a line stands under: those before it that are indented less, and the head of its table."""
    out, indent = [], _indent(lines[i])
    for j in range(i - 1, max(-1, i - _UP), -1):
        if indent and lines[j].strip() and (own := _indent(lines[j])) < indent:
            out.append(j)
            indent = own
    head = next((j - 1 for j in range(i - 1, max(0, i - _UP), -1) if len(lines[j]) > 2 and _RULE.issuperset(lines[j].strip())), None)
    if head is None and i and len(lines) < _UP and _COLUMNS.search(lines[0].strip()) and not any(c.isdigit() for c in lines[0]):
        head = 0
    return out if head is None else [*out, head]


def _indent(line: str) -> int:
    match = _INDENT.match(line)
    return match.end() if match else 0


@lru_cache(maxsize=2048)
def values(line: str) -> tuple[Quantity, ...]:
    """What numbers a line has, those included that are no measure in a text (a port, a field of `ls -l`)."""
    found = tuple(quantities.find(line))
    return found + tuple(
        [
            Quantity(m[0], Decimal(m[0]), "", "number", Decimal(1), m.start(), m.end())
            for m in BARE.finditer(line)
            if not any(q.start <= m.start() < q.end for q in found)
        ]
    )
