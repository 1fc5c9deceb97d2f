"""Bounds that are said to hold in every case, against what was printed of each. A part of the rule `overgeneralised`.

"The best values agree to within 1 % in every phase" where two phases of four are 5 % apart; "best and median agree within a fifth" where
one pair is 27 % apart; "in no run did the new one exceed 130 ms" under a printed maximum of 186.6 ms. Told only where some cases are
within the bound, so that it is these cases that are spoken of.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Reading, Statement
from sessionlens.rules.base import Hit, at_statement, talking
from sessionlens.rules.index import Calls, cues
from sessionlens.rules.signs.runs import SCRIPTS, compiled_source
from sessionlens.text.regex import regex
from sessionlens.text.units import dimension, factor

_AGREE = regex(
    r"\b(?:agree|match|differ|are)\b[^.;:]{0,24}?\bwithin (?:about |some )?"
    r"(?:(?P<p>\d+(?:\.\d+)?) ?%|an? (?P<w>tenth|eighth|fifth|quarter|third|half))",
    re.I,
)
_SHARES = {"tenth": 10.0, "eighth": 12.5, "fifth": 20.0, "quarter": 25.0, "third": 100 / 3, "half": 50.0}
_EVERY = regex(r"\b(?:every|each|all|both)\b", re.I)
_NEVER = regex(
    r"\b(?:no|not one|never|none)\b[^.;]{0,60}?\b"
    r"(?:exceed\w*|(?:above|over|beyond|more than|longer than|slower than|went over|needed more than)) "
    r"(?P<n>\d+(?:\.\d+)?) ?(?P<u>ms|s|[µμun]s|[KMG]i?B|kB)\b"
    r"|\b(?:every|each|all|always)\b[^.;]{0,60}?\b(?:below|under|at most|less than|faster than|shorter than|no (?:more|longer) than) "
    r"(?P<m>\d+(?:\.\d+)?) ?(?P<v>ms|s|[µμun]s|[KMG]i?B|kB)\b",
    re.I,
)
_OPEN = regex(r"\b(?:if|would|should|might|may|could|whether|expect\w*|predict\w*|almost|mostly|nearly|except)\b|\?", re.I)
_CUES = cues(
    *("agree", "agrees", "within", "exceed", "exceeded", "exceeds", "above", "over", "beyond", "more than", "longer than", "slower than"),
    *("below", "under", "at most", "less than", "faster than", "shorter than"),
)
_WORD = regex(r"[A-Za-z0-9][\w-]+")
_WHOLE = frozenset(
    ("total", "max", "mean", "min", "median", "best", "real", "elapsed", "wall", "time", "p50", "p95", "p99", "max rss", "maxrss")
)
_NEAR, _TWO = 3, 2


def find(view: View) -> Iterator[Hit]:
    for msg, turn in talking(view, _CUES) if view.measurements else ():
        for said in turn.statements:
            text = said.text
            if said.table is not None or said.kind not in ("sentence", "item"):
                continue
            agree = _AGREE.search(text) if "within" in text else None
            never = _NEVER.search(text) if agree is None and any(map(str.isdigit, text)) else None
            if (agree or never) and not _OPEN.search(text):
                why = apart(view, msg, said, agree) if agree else beyond(view, msg, said, never)
                if why:
                    yield at_statement(view, msg, said, why, "high")
                    break


def apart(view: View, msg: int, said: Statement, agree: re.Match[str]) -> str | None:
    """Two values of the last run that are further apart than is said of each two, where others are as near as that."""
    limit = float(agree["p"]) if agree["p"] else _SHARES[agree["w"].lower()]
    last = [run for n, run in view.once(Calls).runs if msg - _NEAR <= n < msg and len(run.readings) > _TWO][-1:]
    words = {w.lower() for w in _WORD.findall(said.text)}
    for run in last:
        named = [r for r in run.readings if r.metric.lower() in words]
        metrics = {r.metric for r in named}
        groups: defaultdict[tuple[str, ...], list[Reading]] = defaultdict(list)
        for reading in named:
            tokens = tuple(reading.config.split())
            if len(metrics) == _TWO:
                groups[tokens].append(reading)
            elif len(metrics) == 1 and _EVERY.search(said.text):
                groups[tokens[1:]].append(reading)
        pairs = [g for g in groups.values() if len(g) == _TWO and min(r.value for r in g) > 0]
        off = [(100 * (max(a.value, b.value) / min(a.value, b.value) - 1), a, b) for a, b in pairs]
        beyond = [x for x in off if x[0] > limit + 0.5]
        if len(pairs) >= _TWO and len(pairs) == len(groups) and 0 < len(beyond) < len(off):
            most, a, b = max(beyond, key=lambda x: x[0])
            return f"{a.metric} {a.raw} ({a.config}) and {b.metric} {b.raw} ({b.config}) are {most:.3g} % apart, not within {limit:.3g} %"
    return None


def beyond(view: View, msg: int, said: Statement, never: re.Match[str] | None) -> str | None:
    """A value beyond what is said never to be exceeded, printed for the thing named since its code was last changed."""
    if never is None:
        return None
    number, unit = never["n"] or never["m"], never["u"] or never["v"]
    kind, limit = dimension(unit), float(number) * float(factor(unit))
    words = {w.lower() for w in _WORD.findall(said.text[: never.end()])}
    changed = max(
        (c.msg for c in view.changes if c.msg < msg and any(compiled_source(f) or f.endswith(SCRIPTS) for f in c.files)), default=0
    )
    within: set[str] = set()
    beyond: list[tuple[int, Reading]] = []
    printed = [(n, r) for n, run in view.runs(changed + 1) if n < msg for r in run.readings if dimension(r.unit) == kind]
    metrics = {r.metric.lower() for _, r in printed} & words
    things = {_thing(r) for _, r in printed} & words
    for n, reading in printed if things or metrics else ():
        if (not things or _thing(reading) in things) and reading.metric.lower() in (metrics or _WHOLE):
            if reading.value * float(factor(reading.unit)) <= limit:
                within.add(_thing(reading))
            else:
                beyond.append((n, reading))
    over = next(((n, r) for n, r in beyond if _thing(r) in within), None)
    if over is None:
        return None
    return f"{over[1].metric} of {over[1].config} is {over[1].raw} {over[1].unit} in msg {over[0]}, beyond {number} {unit}"


def _thing(reading: Reading) -> str:
    """What a reading is of: the first word of its configuration, without the folder of a program."""
    return reading.config.split(" ")[0].rpartition("/")[2].lower()
