"""Causes that the session did put to the test, though not in the sentence's own words: asked by the rule `untested_hypothesis`.

A commit that a bisection ended at is tested as the cause; so is waiting, where both the CPU time and the elapsed time were measured.
"""

import re

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.rules.index import Calls

_COMMIT = re.compile(r"\b[0-9a-f]{7,40}\b")
_WAITS = re.compile(r"\b(?:wait(?:s|ed|ing)?|idle|idles|idling|blocked|off[- ]cpu)\b", re.I)
_BUSY = re.compile(r"\b(?:cpu|user|task-clock|cpus utilized)\b", re.I)
_WALL = re.compile(r"\b(?:elapsed|wall|real|mean|cpus utilized)\b", re.I)
_BACK = 8


def tested(view: View, conclusion: Conclusion) -> bool:
    """Whether a bisection named the commit that is blamed, or what is blamed is waiting and both clocks were read."""
    return bisected(view, conclusion) or waited(view, conclusion)


def bisected(view: View, conclusion: Conclusion) -> bool:
    """Whether an output before it calls a commit of the sentence the first bad one."""
    named = _COMMIT.findall(conclusion.statement.text)
    return bool(named) and any(
        msg <= conclusion.msg and "is the first bad commit" in run.call.output and any(name in run.call.output for name in named)
        for msg, run in view.once(Calls).tools.get("git", ())
    )


def waited(view: View, conclusion: Conclusion) -> bool:
    """Whether waiting is blamed, and CPU time and elapsed time were both printed shortly before."""
    if not _WAITS.search(conclusion.quote):
        return False
    names = {m.metric for m in view.measurements if conclusion.msg - _BACK <= m.msg <= conclusion.msg}
    return any(_BUSY.search(n) for n in names) and any(_WALL.search(n) for n in names)
