"""A hypothesis predicted a number, it was decided, and nobody said whether the number came out.

Fires:

    say: I suspect the lock is the bottleneck. If so, sharding it should save about 40 ms.
    edit src/cache.py: Lock() => Shards(8)
    say: Measure.
    $ python bench.py
    > total: 310 ms
    say: Confirmed: the lock was the bottleneck. Sharding stays in.

Quiet:

    say: I suspect the lock is the bottleneck. If so, sharding it should save about 40 ms.
    edit src/cache.py: Lock() => Shards(8)
    say: Measure.
    $ python bench.py
    > total: 310 ms
    say: Confirmed: the lock was the bottleneck. Sharding saves 38 ms of the 40 ms predicted.

Quiet:

    say: I suspect the lock is the bottleneck. If so, sharding it should save about 40 ms.
    edit src/cache.py: Lock() => Shards(8)
    say: Measure.
    $ python bench.py
    > total: 310 ms
    say: The 40 ms did not come: 349 -> 310 ms.
    $ python bench.py --profile
    > lock: 41 %
    say: Confirmed: the lock was the bottleneck. Sharding stays in.

Quiet:

    say: I suspect a cliff in the allocator. If so, the gap shrinks at other sizes and with --reps 1.
    $ ./bench --reps 1
    > total: 310 ms
    say: Confirmed: it is a cliff in the allocator.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact, shorten, turns
from sessionlens.text.regex import regex

NUMBER = "R013"
ISSUE: Issue = "prediction-not-compared"
HELP = "put the predicted and the measured value side by side"
NUMERIC = regex(r"\d\s?(?:%|x\b|×|(?:[nuµm]?s|secs?|seconds?|min(?:ute)?s?|[kKMG]i?B|bytes|percent|fold|times)\b)")
"""A number with a unit: "--reps 1" and "capacity 2" predict nothing."""
COMPARES = regex(r"\b(?:predict|expect|estimat|forecast|promised|hoped|instead of the|rather than the)\w*", re.I)
_VALUE = regex(r"\d[\d.,]*(?=\s?(?:%|x\b|×|[a-zA-Zµμ]))(?<![.,])")
IN_WORDS = regex(
    r"\b(?:by (?:a |about a |at least a )?(?:half|third|quarter)|halves?|doubles?|twice|tenfold|an order of magnitude)\b", re.I
)
_WORD = regex(r"[A-Za-z]{5,}")
_STEM = 6
_JUDGED = regex(r"\b(?:missed|met|came true|did(?: not|n['’]t) come|beaten|short of|exceed\w*|as hoped)\b", re.I)


def find(view: View) -> Iterator[Hit]:
    for hypothesis in view.hypotheses:
        said = hypothesis.prediction or ""
        if hypothesis.status not in ("confirmed", "refuted") or not (NUMERIC.search(said) or in_words(said, hypothesis.status)):
            continue
        deciding = {*hypothesis.decided_by, hypothesis.decided_at} - {None}
        compared = any(COMPARES.search(view.message(m).text) for m in deciding if m is not None and m != hypothesis.msg)
        if not compared and not taken_up(view, said, hypothesis.msg, hypothesis.decided_at or hypothesis.msg):
            why = f"predicted {shorten(said, 60)!r}; {hypothesis.status} at msg {hypothesis.decided_at} without comparing"
            yield at_fact(hypothesis, why, "low")


def in_words(prediction: str, status: str) -> bool:
    """Whether a prediction without a number says how much; that it was refuted is a comparison by itself."""
    return status == "confirmed" and IN_WORDS.search(prediction) is not None


def taken_up(view: View, prediction: str, msg: int, decided: int) -> bool:
    """Whether a message of the agent, up to the one after the decision, sets the predicted number beside what came of it, or any later one
    comes back to the prediction by its words."""
    numbers = {found.group(0) for found in _VALUE.finditer(prediction)}
    words = {w.lower()[:_STEM] for w in _WORD.findall(prediction)}
    for number, turn in turns(view):
        if number > msg and any(
            len(words & {w.lower()[:_STEM] for w in _WORD.findall(s.text)}) >= 1 for s in turn.statements if COMPARES.search(s.text)
        ):
            return True
        if msg < number <= decided + 1:
            text = turn.message.text
            if not numbers and IN_WORDS.search(text):
                return True
            again = sum(re.search(rf"(?<![\d.]){re.escape(value)}(?![\d.]*\d)", text) is not None for value in numbers if value in text)
            if again and 2 * again >= len(numbers) and (_JUDGED.search(text) or COMPARES.search(text)):
                return True
    return False
