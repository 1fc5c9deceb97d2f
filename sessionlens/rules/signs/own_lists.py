"""What a sentence makes of the list that it gives itself. A part of the rule `wrong_arithmetic`.

"4.1 / 2.2 / 1.9 ms, spread 1.5x" has a spread of 2.2x; "-5.7 / -13.0 / -7.6 %, -13 % on average" has a mean of -8.8 %. Where the largest
to the smallest, or the mean or the median, gives the number as it is said, nothing is said.
"""

import re
from collections.abc import Iterator
from statistics import fmean, median

from sessionlens.graph.view import View
from sessionlens.rules.base import Hit, at_statement, talking
from sessionlens.rules.index import cues
from sessionlens.text.regex import regex

_N = r"[-+−]?\d+(?:\.\d+)?"
_LIST = rf"(?P<list>{_N}(?:\s?(?:%|[a-zµμ]{{1,3}}))?(?:\s?[/,]\s?{_N}(?:\s?(?:%|[a-zµμ]{{1,3}}(?![a-z])))?)+)"
_SPREAD = regex(rf"{_LIST}[^.;\d]{{0,40}}?\bspread(?: of| is)? (?:a factor of )?(?P<said>\d+(?:\.\d+)?)\s?(?:x|×|times|-?fold)", re.I)
_MEAN = regex(rf"{_LIST}[^.;\d%]{{0,12}}?(?P<said>[-+−]\d+(?:\.\d+)?)\s?% (?:on average|in the mean|in the median)\b", re.I)
_NUMBER = regex(_N)
_CUES = cues("spread", "on average", "in the mean", "in the median")
_TWO = 2
_ROOM = 0.55


def find(view: View) -> Iterator[Hit]:
    for msg, turn in talking(view, _CUES):
        for said in turn.statements:
            if said.table is not None or said.kind not in ("sentence", "item"):
                continue
            why = misfit(said.text)
            if why:
                yield at_statement(view, msg, said, why, "high")


def misfit(text: str) -> str | None:
    """Why a spread or a mean does not follow from the list before it."""
    spread = _SPREAD.search(text) if "spread" in text.lower() else None
    found = spread or (_MEAN.search(text) if "%" in text else None)
    if found is None:
        return None
    values = [float(n.replace("−", "-")) for n in _NUMBER.findall(found["list"])]
    stated = float(found["said"].replace("−", "-"))
    room = _ROOM * 10.0 ** -len(found["said"].partition(".")[2])
    if len(values) < _TWO or (spread and min(values) <= 0):
        return None
    right = [max(values) / min(values)] if spread else [fmean(values), median(values)]
    if any(abs(value - stated) <= room for value in right):
        return None
    what = f"the largest is {right[0]:.3g} times the smallest" if spread else f"their mean is {right[0]:.3g} %"
    return f"of {found['list']} {what}, not {found['said']}"
