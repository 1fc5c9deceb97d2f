"""Several changes went in before anything was measured, so the result belongs to none of them alone.

Fires:

    say: K1: a bigger buffer. K2: no bounds checks. Both in one go.
    edit src/a.c: 64 => 4096
    edit src/b.c: check(i) => i
    say: Build and measure.
    $ gcc -O2 -o bench src/a.c src/b.c && ./bench --config both
    > total: 9.1 ms

Quiet:

    say: K1: a bigger buffer.
    edit src/a.c: 64 => 4096
    say: Build and measure.
    $ gcc -O2 -o bench src/a.c && ./bench --config both
    > total: 9.1 ms
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Change
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact, at_run

NUMBER = "R005"
ISSUE: Issue = "confounded-changes"
HELP = "measure after each change, or take them out one at a time"
LABEL = re.compile(r"\b([A-Z])(\d{1,2})\b")
SPAN_OF_LABELS = re.compile(r"\b([A-Z])(\d{1,2})(?:\s*(?:to|-|–|\.\.|through)\s*)\1?(\d{1,2})\b")
COUNTED = re.compile(r"\b(?:all|both|these|the)\s+(two|three|four|five|six|seven|eight)\b.{0,30}\b(?:at once|together|in one go)\b", re.I)


def labels(text: str) -> set[str]:
    """Labels of changes named in a text, ranges spelled out: "K1 to K3" names three."""
    found = {letter + number for letter, number in LABEL.findall(text)}
    for letter, low, high in SPAN_OF_LABELS.findall(text):
        if int(low) < int(high) <= int(low) + 12:
            found |= {f"{letter}{n}" for n in range(int(low), int(high) + 1)}
    return found


def several(change: Change, text: str) -> str | None:
    """What shows that one message makes several changes, or None."""
    named = {n for n in change.names if LABEL.fullmatch(n)} | labels(text)
    by_letter: dict[str, set[str]] = {}
    for name in named:
        by_letter.setdefault(name[0], set()).add(name)
    group = max(by_letter.values(), key=len, default=set())
    if len(group) >= 2:
        return ", ".join(sorted(group))
    counted = COUNTED.search(text)
    return counted.group(0) if counted else None


def apart(changes: list[Change]) -> list[str]:
    """The names under which pending changes are known, if there are at least two: their labels, else their hypotheses."""
    named = sorted({n for c in changes for n in c.names if LABEL.fullmatch(n)})
    if len(named) >= 2:
        return named
    believed = sorted({c.hypothesis for c in changes if c.hypothesis and not c.names})
    return [f"msg {c.msg}" for c in changes] if len(believed) >= 2 else []


def find(view: View) -> Iterator[Hit]:
    pending: list[Change] = []
    changes = {(c.msg, c.part): c for c in view.changes}
    undone = {r.of: r.msg for r in view.reversions if r.of and not r.partial}
    for msg, run in view.runs():
        change = changes.get((msg, run.part))
        if change:
            together = several(change, view.message(msg).text)
            if together and any("." in f for f in change.files):
                yield at_fact(change, f"several changes at once ({together}) before a measurement", "medium")
            elif change.hypothesis or change.names:
                pending.append(change)
        if run.readings and any(a.intent == "benchmark" for a in run.actions):
            alive = [c for c in pending if undone.get(c.id, msg + 1) > msg]
            together = ", ".join(apart(alive))
            if together:
                yield at_run(view, msg, run, f"measured after several changes ({together})", "medium", tuple(c.id for c in alive))
            pending = []
