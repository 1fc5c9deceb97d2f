"""Start and end that a log prints: `start 10:02:11` ... `end 10:05:53`, or `date` before and after, from which a duration follows.

Only outcomes of kind "stamp" are made: the time is a clock's, no measurement; the check of durations subtracts two of them.
"""

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "stamps"
LITERALS = ("tart", "START", "egan", "end", "End", "END", "inish", "FINISH", "done", "Done", "DONE", "omplete")
_CLOCK = regex(r"\d:\d\d:\d\d")
WORDS = frozenset(
    word
    for small in ["start", "started", "starting", "began", "begin", "end", "ended", "finish", "finished", "done", "complete", "completed"]
    for word in (small, small.title(), small.upper())
)
TOOLS: frozenset[str] = frozenset()

_LINE = regex(
    r"(?i).{0,60}?\b(?P<word>start(?:ed|ing)?|began|begin|end(?:ed)?|finish(?:ed)?|done|complete(?:d)?)\b.{0,20}?"
    r"(?P<time>(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d\d:\d\d(?:[.,]\d+)?)\b"
)
_LATER = regex(
    r"(?i)[\[(]?(?P<time>(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d\d:\d\d(?:[.,]\d+)?)(?:Z|[+-]\d\d:?\d\d)?[\])]?:?.{0,30}?"
    r"\b(?P<word>start(?:ed|ing)?|began|begin|end(?:ed)?|finish(?:ed)?|done|complete(?:d)?)\b"
)
_FIRST = ("start", "beg")


def parse(page: Page) -> None:
    if page.only_reads or not _CLOCK.search(page.text):
        return
    for m in (*page.matches(_LATER, *LITERALS), *page.matches(_LINE, *LITERALS)):
        kind = "start" if m["word"].lower().startswith(_FIRST) else "end"
        if page.line_at(m.start()) not in page.claimed:
            page.outcome("stamp", "inconclusive", m.start(), m.end(), subject=f"{kind} {m['time']}")
