"""Something that fails now and then, said to be cured after one run that went well. A part of the rule `single_sample`.

What fails one time in five passes four times in five as it is. Rounds of it, in a loop or by the runner's own count, can tell.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.rules.base import Hit, at_run, shorten, talking
from sessionlens.rules.index import cues
from sessionlens.rules.signs.repeats import repeating
from sessionlens.text.regex import regex

_CURED = regex(
    r"\b(?:flak(?:e|es|y|iness)|intermittent\w*|race(?: condition)?|heisenbug|sporadic\w*)\b[^.;?]{0,40}"
    r"\b(?:is|are|was) (?:now |finally )?(?:gone|fixed|cured|resolved|solved)\b"
    r"|\b(?:no longer|not|n['’]t) (?:flaky|intermittent)\b(?! tests)"
    r"|\b(?:fixed|cured|resolved) the (?:flak\w+|intermittent|sporadic|race)\b",
    re.I,
)
_CUES = cues("flaky", "flakiness", "flake", "flakes", "intermittent", "sporadic", "heisenbug", "race")
_OPEN = regex(r"\?|\b(?:if|whether|should|would|could|might|may|hope\w*|let me|probably|likely)\b", re.I)
_COUNT = regex(r"(?<!\S)-(?:-?count|-repeat|-iterations|n)[= ]?[1-9]\d+|\bfor \w+ in\b|\bwhile\b|\bseq \d|\brepeat|\bstress\b|-race\b")
_ENOUGH = 3


def find(view: View) -> Iterator[Hit]:
    for number, turn in talking(view, _CUES):
        said = next((s for s in turn.statements if _CURED.search(s.text) and not _OPEN.search(s.text) and s.kind != "code"), None)
        edited = max((c.msg for c in view.changes if c.msg <= number), default=None) if said is not None else None
        if said is None or edited is None:
            continue
        tests = [(msg, run) for msg, run in view.runs(edited) if msg < number and any(a.intent == "test" for a in run.actions)]
        if not tests or len(tests) >= _ENOUGH or any(_COUNT.search(r.call.command or "") or repeating(r) for _, r in tests):
            continue
        yield at_run(view, *tests[-1], f"it ran once, and msg {number} says of what fails now and then: {shorten(said.text, 60)!r}")
