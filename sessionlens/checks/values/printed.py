"""Where outputs print a number, whole and not as a part of a longer one."""

import bisect
import itertools
from collections.abc import Iterator, Sequence

from sessionlens.model.trace import Run
from sessionlens.text import units

_MONTHS = frozenset(("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"))


class Printed:
    """The outputs of a session's calls joined to one text, so that a number is sought once and not call by call."""

    __slots__ = ("_ends", "_runs", "_starts", "_text")

    def __init__(self, runs: Sequence[tuple[int, Run]]) -> None:
        self._runs = runs
        outputs = [run.call.output for _, run in runs]
        self._text = "\0".join(outputs)
        self._ends = list(itertools.accumulate(len(output) + 1 for output in outputs))
        self._starts = [0, *self._ends]

    def numbers(self, digits: str, first: int, until: int) -> Iterator[tuple[int, str, int, int, Run]]:
        """Where the calls [first, until) print a number as a whole token, newest call first: the message, the line and its place in the
        output, the number's place in the line, the run."""
        text, length, low, high = self._text, len(digits), self._starts[first], self._starts[until]
        while (last := text.rfind(digits, low, high)) >= 0:
            i = bisect.bisect_right(self._ends, last)
            begin, end = self._starts[i], self._ends[i] - 1
            at, run = self._runs[i]
            place = text.find(digits, begin, last + length)
            while place >= 0:
                behind = place + length
                before = text[max(begin, place - 4) : place]
                after = text[behind : min(behind + (5 if length <= 2 else 3), end)]  # only a short number is the day of a month
                if not before[-1:].isalnum() and not after[:1].isdigit() and not glued(before, after):
                    line, stop = max(text.rfind("\n", begin, place) + 1, begin), text.find("\n", behind, end)
                    yield at, text[line : stop if stop >= 0 else end], line - begin, place - line, run
                place = text.find(digits, behind, end) if place < last else -1
            high = begin


def glued(before: str, after: str) -> bool:
    """Whether digits are a part of a longer token: 12 in "112", "12.5", "v12" or "12th" (but not in "12." or "12,")."""
    if before[-1:].isalnum() or before.endswith(("_", ".", ",")) or before[:3].lower() in _MONTHS:
        return True  # "Feb 7" is a day, no seven of anything
    if not after:
        return False
    first = after[0]
    if first.isalnum() or first in "_→":
        # a letter may begin a unit; "→" stands behind a line's number in a file that was read
        return not first.isalpha() or not units.known(after[:3].strip(" ,;.)|"))
    return (first in ".," and after[1:2].isdigit()) or after[1:4].lower() in _MONTHS  # the day of a date
