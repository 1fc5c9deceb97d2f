"""Outputs made comparable: as little as possible is taken out, and what is taken out keeps its kind and its place.

Each line becomes a skeleton, in which a token that differs from run to run by its nature (a time, an address, a temporary name) and a
number stand as `<kind>`, beside the list of those tokens. Versions, counts, hashes, sizes and percentages are compared as they are.
Ideas from nbval (sanitizers), snapbox (typed placeholders), cram (fixed environment).
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from sessionlens.text import terminal
from sessionlens.text.regex import regex

_QUOTES = str.maketrans("‘’‛“”„", "'''\"\"\"")
_UNIT = r"(?:ns|µs|μs|us|ms|msecs?|secs?|seconds?|milliseconds?|microseconds?|nanoseconds?|mins?|minutes?|hours?|hrs?|s|m|h)\b(?!/)"
_KINDS: tuple[tuple[str, str], ...] = (
    ("uuid", r"\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b"),
    (
        "date",
        r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d)\b)?)?"
        r"|\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d"
        r" (?:\d\d:\d\d(?::\d\d)?|[ ]?\d{4})(?: \d{4}| [A-Z]{3,4} \d{4})?(?: [+-]\d{4})?",
    ),
    ("epoch", r"\b1[4-9]\d{8}(?:\d{3}|\d{6}|\d{9})?(?:\.\d+)?\b"),
    ("clock", r"\b[0-2]?\d:[0-5]\d:[0-5]\d(?:[.,]\d+)?\b"),
    ("address", r"\b0x[0-9a-fA-F]{6,16}\b"),
    ("temporary", r"/(?:var/)?tmp/[\w.-]{0,200}[\w-]|\btmp\w{6,80}\b"),
    ("process", r"(?<=\bpid )\d+|(?<=\bPID )\d+|(?<=\bpid=)\d+|(?<=\bpid: )\d+|(?<=^\[)\d+(?=\] \d)|(?<===)\d+(?===)"),
    ("port", r"(?<=localhost:)\d{4,5}\b|(?<=127\.0\.0\.1:)\d{4,5}\b"),
    ("duration", r"(?:\b\d{1,6}m ?)?(?<![\w.-])\d[\d,_]{0,40}(?:\.\d{1,40})? ?" + _UNIT),
    ("version", r"\bv?\d{1,10}(?:\.\d{1,10}){2,6}(?:[-+][\w.]{1,80})?\b"),
    ("hash", r"\b(?=[0-9a-f]{0,64}[a-f])(?=[0-9a-f]{0,64}\d)[0-9a-f]{7,128}\b"),
    ("number", r"(?<![\w.])[-+]?\d[\d,_]{0,40}(?![\d,_]{2})(?:\.\d{1,40})?(?:[eE][-+]?\d{1,4})?(?!\w{0,40}[A-Za-z_]\w{0,40}\d)"),
)  # fmt: skip
_TOKENS = regex("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _KINDS), re.M)
MASKED = frozenset({"uuid", "date", "epoch", "clock", "address", "temporary", "process", "port", "duration"})
"""Kinds that are not compared unless they are cited."""
LONG_TEXT, LONG_LINE = 300_000, 4000
"""Characters of an output, and of a line, beyond which nothing is taken out: it is compared as it is."""
KEPT = frozenset({"version", "hash"})
"""Kinds that are told apart from numbers only so that they stay in the skeleton as they are."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a line: its kind, its text, and its place in the output as it was recorded."""

    kind: str
    text: str
    start: int
    end: int

    @property
    def value(self) -> float | None:
        """Its number; None for what is none."""
        found = re.search(r"[-+]?\d[\d,_]*(?:\.\d+)?(?:[eE][-+]?\d+)?", self.text)
        return float(found[0].replace(",", "").replace("_", "")) if found and self.kind in ("number", "duration") else None


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its trailing blanks: the text, the skeleton, the tokens taken out of it."""

    text: str
    skeleton: str
    tokens: tuple[Token, ...]


def text_of(output: bytes) -> str:
    """What a terminal would have shown of a program's bytes; invalid UTF-8 as `\\xff`, `\\r` and backspaces applied."""
    return terminal.clean(output.decode("utf-8", "backslashreplace").replace("\r\n", "\n"))


def folded(text: str) -> str:
    """Typographic quotes, which programs print by locale, as plain ones; one character each, so that places stay."""
    return text.translate(_QUOTES)


@lru_cache(maxsize=256)
def lines(text: str) -> tuple[Line, ...]:
    """The lines of an output, blank ones at either end left out. Time grows with the length alone, whatever the text."""
    found: list[Line] = []
    at = 0
    short = len(text) <= LONG_TEXT
    for raw in folded(text).split("\n"):
        line = raw.rstrip()
        found.append(_line(line, at) if short and len(line) <= LONG_LINE else Line(line, line, ()))
        at += len(raw) + 1
    while found and not found[-1].text:
        found.pop()
    while found and not found[0].text:
        found.pop(0)
    return tuple(found)


def _line(text: str, at: int) -> Line:
    if not any(c.isdigit() for c in text):
        return Line(text, text, ())
    pieces: list[str] = []
    tokens: list[Token] = []
    end = 0
    for match in _TOKENS.finditer(text):
        kind = match.lastgroup or ""
        if kind in KEPT:
            continue
        pieces += [text[end : match.start()], f"<{kind}>"]
        end = match.end()
        tokens.append(Token(kind, match[0], at + match.start(), at + end))
    pieces.append(text[end:])
    return Line(text, " ".join("".join(pieces).split()), tuple(tokens))
