"""Causes announced as found, before which the agent only read. A part of the rule `untested_hypothesis`.

"Smoking gun", "root cause confirmed", "the tests pass because ...": where nothing was run since the question was asked, the source shows
what could happen, not that it did.
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.trace import Run, Turn
from sessionlens.rules.base import Hit, at_statement, holds, talking
from sessionlens.rules.index import cues
from sessionlens.rules.signs import conceded
from sessionlens.rules.signs.tested_causes import printed, put_to_test, reported
from sessionlens.text.regex import regex

_ANNOUNCED = regex(
    r"\b(?:smoking gun|(?:this|that|it)(?:['’]s| is) (?:a|the) (?:race(?: condition)?|deadlock|memory leak|root cause"
    r"|culprit|bug)\b(?! fix)"
    r"|root cause (?:is|was|found|confirmed|identified|pinned|nailed|located|established)"
    r"|the culprit is|(?:is|are) what['’]s (?:corrupt|break|caus|block"
    r"|slow|kill|crash|trigger|fail)\w*)|"
    r"\broot[- ]cause fix(?:es)?\b(?! (?:for|of|would|will|should))|\bfix(?:es|ed) (?:the |both |two |all ){0,2}(?:\w+ )?root[- ]cause"
    r"|\b(?:this|that|which) (?:is|was) (?:exactly |precisely |also )?why\b[^.;?]{0,60}\b(?:fail|break|broke|crash|hang|corrupt|stop)\w*"
    r"|, which is why (?!i |we |you |i['’]|we['’])\w+"
    r"|\b(?:fail|pass|work|break|stopp?|broke|crash)(?:s|es|ed)? because\b|"
    r"\b(?:this|that|it)(?: would)?(?: also| fully| perfectly| exactly)? explains?\b(?! (?:how|what))",
)
_WORDS = (
    *("smoking gun", "race", "deadlock", "leak", "root cause", "root-cause", "because", "culprit", "explain", "the bug", "a bug"),
    *("what's", "what’s", " why "),
)
_WHO = ("this", "that", "it", "would", "also", "fully", "perfectly", "exactly")
_CUES = cues(
    *("smoking gun", "a race", "the race", "a deadlock", "the deadlock", "memory leak", "root cause", "a culprit", "the culprit"),
    *("this is why", "that is why", "which is why", "this was why", "that was why"),
    *("a bug", "the bug", "is what s", "are what s", "is what   s", "are what   s"),  # an apostrophe is one byte, a curly one three
    *(f"{verb} because" for verb in ("fail", "fails", "failed", "pass", "passes", "passed", "work", "works", "break", "breaks", "broke")),
    *(f"{who} {verb}" for who in _WHO for verb in ("explain", "explains")),
)
_READS = frozenset(("read", "search", "todo", "task"))
_LOOKS = frozenset(("inspect", "navigate", "probe", "other", "commit", "publish", "copy"))
_DOUBTED = regex(r"\?\s*$|\b(?:if|whether|hypothes[ie]s|theory|might|may|could|suspect|not|n['’]t|let me|verify|check|confirm)\b")


_PASTED = 400
"""From so many characters on, a person's message shows what somebody saw."""


def find(view: View) -> Iterator[Hit]:
    for number, turn in talking(view, _CUES):
        hit = announced(view, number, turn)
        if hit:
            yield hit


def announced(view: View, msg: int, turn: Turn) -> Hit | None:
    """A cause announced in a message before which, since the question was asked, the agent only read."""
    whole = turn.message.text.lower()
    here = tuple(word for word in _WORDS if word in whole)
    for said in turn.statements if here else ():
        low = said.text.lower()
        cue = _ANNOUNCED.search(low) if holds(low, here) else None
        if (
            cue
            and not printed(view, msg, said.text)
            and said.kind != "code"
            and not _DOUBTED.search(low[: cue.start()])
            and not said.text.rstrip().endswith("?")
        ):
            if reported(view, msg):
                return conceded.find(view, msg, said)
            if not only_read(view, msg) or ("because" in cue[0] and put_to_test(view, msg)):
                return None
            return at_statement(view, msg, said, "announced as the cause, but so far the code was only read: nothing was run to test it")
    return None


def only_read(view: View, msg: int) -> bool:
    """Whether before a message, since the question was asked, the agent looked at something and did nothing but look."""
    looked = False
    for number in range(msg - 1, -1, -1):
        turn = view.turns.get(number)
        if turn is None:
            continue
        if turn.message.role == "user":
            return looked or len(turn.message.text) > _PASTED
        for run in turn.runs:
            if run.call.kind not in _READS and not looks(run):
                return False
            looked = True
    return looked


def looks(run: Run) -> bool:
    """Whether a shell call only looks at what is there."""
    return run.call.kind == "shell" and all(a.intent in _LOOKS for a in run.actions)
