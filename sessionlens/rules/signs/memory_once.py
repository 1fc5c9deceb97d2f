"""Resident memory that was read once for each of two things and is compared in the next words. A part of the rule `single_sample`.

"a maxrss 43704 KB" beside "b maxrss 49416 KB", and then "5.7 MB more RSS": the peak of a process moves from run to run as well. What was
read several times for each, in a loop or over messages, is no such thing.
"""

from collections import Counter
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.rules.base import Hit, at_run, holds, shorten
from sessionlens.rules.index import Calls
from sessionlens.rules.signs.repeats import unnumbered
from sessionlens.text.regex import regex

_READ = regex(r"(?im)^(?P<of>\S.{0,60}?)[ :=]+(?:max[ _]?rss|peak[ _]?rss|vmhwm)[ :=]*(?P<n>\d[\d.,]*)")
_WORDS = ("rss", "RSS", "VmHWM")
_SAID = regex(r"(?i)\b(?:rss|resident|memory|peak)\b")
_COMPARES = regex(r"(?i)\d|\b(?:more|less|same|identical|equal|higher|lower|unchanged|falls?|rises?|grows?|up|down)\b")
_NUMBER = regex(r"\d[\d.,]*")
_NEAR, _TWO = 2, 2


def find(view: View) -> Iterator[Hit]:
    seen: Counter[str] = Counter()
    reads = []
    for msg, run in view.once(Calls).kinds.get("shell", ()):
        output = run.call.output[:8000] if run.readings else ""
        if holds(output, _WORDS):
            names = [named(m["of"].strip()) for m in _READ.finditer(output)]
            seen.update(names)
            if len(names) >= _TWO:
                reads.append((msg, run, names))
    for msg, run, names in reads:
        if len(set(names)) < _TWO or any(seen[n] > 1 for n in names):
            continue
        for number in range(msg + 1, msg + _NEAR + 1):
            turn = view.turns.get(number)
            if turn is None or turn.message.role == "user" or (view.until is not None and number > view.until):
                break
            said = next((s for s in turn.statements if s.kind != "code" and _SAID.search(s.text) and _COMPARES.search(s.text)), None)
            if said is not None:
                yield at_run(
                    view, msg, run, f"the peak of memory was read once for each, and msg {number} compares: {shorten(said.text, 60)!r}"
                )
                break


def named(label: str) -> str:
    """What a line is of: its label, without the number of its round; where other values stand before, without any number."""
    numbers = _NUMBER.findall(label)
    return _NUMBER.sub("#", label) if len(numbers) > _TWO else unnumbered(label)
