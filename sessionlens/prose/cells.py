"""Which cells of a table state a result: figures and states, not the labels of rows and columns."""

import re
from collections.abc import Iterator
from functools import lru_cache

from sessionlens.model.trace import Statement, Table
from sessionlens.prose import accounts
from sessionlens.prose.cues import FIGURE
from sessionlens.prose.deeds import DID
from sessionlens.text.regex import regex

QUANTITY = regex(r"[*_~`(]*(?:(?:over|under|about|around|almost|nearly|only|up to|at least|at most)\s+)?[~≈<>≤≥]*\s*[+−–-]?\d", re.I)
NO_RESULT = regex(r"v?\d+\.\d+\.\d+\b|\d{4}-\d\d|\d{1,2}:\d\d\b|(?=\d*[a-f])[0-9a-f]{7,40}\b|\d+[-–]\d+$|\d+\.\s", re.I)
"""Versions, dates, times of day, hashes, ranges of lines: they identify."""
DELTA = regex(r"\s*\(([+−–-]\s?\d[^()]*?|~?\d[\d.,]*\s?(?:%|[x×])[^()]*)\)[*_]*$")
STATUS = regex(
    r"[*_]*(?:✅|❌|☑|✔|✓|✗|✘|🟢|🔴|⚠)\ufe0f?.*|[*_`]*(?:pass(?:es|ed)?|fail(?:s|ed)?|ok|clean|green|fixed|reverted|confirmed|"
    r"refuted|works?|broken|supported|"
    r"faster|slower|unchanged|identical|same|equal|none|yes|no|gone|no such \w+|no change|no effect|timed out|"
    r"crash(?:es|ed)?|missing|present|"
    r"regression|improved?|"
    r"not\s+(?:yet\s+)?(?:tested|run|done|covered|reproduced|affected|found|fixed|supported|present|installed|measured|verified|checked|changed|merged|pushed))"
    r"\b.{0,60}",
    re.I | re.S,
)
PLANNED = regex(r"\b(?:efforts?|estimate[ds]?|expected|targets?|planned|budget|goal|default|version|date|port)\b", re.I)
"""Headers of columns that hold what is wished for, set or named, not found."""
DECIDED = regex(r"[*_ ]*(?:kept|keep|adopt(?:ed)?|merged?|ship(?:ped)?|taken?|stays?|decision|recommended|in|use)\s*(?:\?[*_ ]*|$)", re.I)
"""Headings of columns that hold what was decided of each row."""
YES = regex(r"[*_]*(?:✅|❌|✔|✓|✗|✘)?\ufe0f?\s*(?:yes|no)?[*_]*", re.I)
BARE = regex(r"[\d.,]+")
NO_SUCH = regex(r"[`\"']?no such [\w ]{3,30}[`\"']?", re.I)
"""What a tool says of a thing that is not there."""
WORDS = regex(r"[^\W\d_]{3,}")
_SHORT_ROW = 3


def results(s: Statement, masked: str) -> Iterator[tuple[int, int]]:
    """Offsets of the results in a cell: none for a label, two for "8.0 ms (-35 %)".

    A short row of bare numbers ("| 2000 | 31,688 |") has no label; it is one result, given at its first cell. In a longer one the first
    number is what the others are of ("| 5000 | 926 | 52 | 243 |").
    """
    assert s.table is not None and s.row_index is not None
    row = s.table.rows[s.row_index]
    if 1 < len(row) <= _SHORT_ROW and all(BARE.fullmatch(c) for c in row if c):
        if s.column == 0:
            line = s.table.lines[s.row_index]
            start = masked.rfind("\n", 0, s.start) + 1
            start += len(masked[start : s.start]) - len(masked[start : s.start].lstrip())
            yield start, start + len(line)
        return
    if s.column == 0 or (s.column is not None and s.column < len(s.table.header) and PLANNED.search(s.table.header[s.column])):
        return
    if s.column == 1 and _crossed(s.table):
        return
    if s.column is not None and s.column < len(s.table.header) and DECIDED.match(s.table.header[s.column]) and YES.fullmatch(s.text):
        return
    if QUANTITY.match(s.text) and not NO_RESULT.match(s.text.lstrip("*_` ")) and len(WORDS.findall(s.text)) <= 6:
        tail = DELTA.search(s.text)
        if tail and FIGURE.search(s.text, 0, tail.start()):
            yield s.start, s.start + tail.start()
            yield s.start + tail.start(1), s.start + tail.end(1)
        else:
            yield s.start, s.end
    elif STATUS.fullmatch(s.text) or NO_SUCH.fullmatch(s.text) or (s.text.count(" ") > 1 and _deed(s, masked)):
        yield s.start, s.end


@lru_cache(maxsize=64)
def _crossed(table: Table) -> bool:
    """Whether the second column is a setting too: each of its values stands with each label of the first ("| old | 10 |", "| old | 40 |",
    "| new | 10 |", "| new | 40 |")."""
    pairs = [(row[0], row[1]) for row in table.rows if len(row) > 2]
    labels, values = {a for a, _ in pairs}, {b for _, b in pairs}
    several = len(labels) > 1 and len(values) > 1
    return several and len(pairs) == len(table.rows) == len(set(pairs)) == len(labels) * len(values)


def _deed(s: Statement, masked: str) -> bool:
    """Whether a cell tells what was done: by its words ("Renamed the flag"), or because the table stands in an account of work."""
    if DID.match(s.text.lstrip("*_` ")):
        return True
    return accounts.tabled(s.lead, s.heading) and accounts.NAMES.fullmatch(masked, s.start, s.end) is None
