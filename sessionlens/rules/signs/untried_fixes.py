"""The effect of a fix, stated though nobody saw the fault or tried the case. A part of the rule `untested_hypothesis`.

"Fixed. Binary files now give an empty string on both sides" after an edit that a green suite followed: the suite was green before as well,
no test of that case was written, and nothing was run on such a file. A run that failed before the edit, a test that was written with it,
or a run of the thing itself is a trial.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.session import FileEdit
from sessionlens.model.trace import Run, Statement, Turn
from sessionlens.rules.base import Hit, at_statement, shorten, talking
from sessionlens.rules.index import cues
from sessionlens.rules.signs.runs import ASKED
from sessionlens.text.regex import regex

_DONE = regex(r"^\W{0,6}(?:done|fixed|all (?:done|fixed|set)|good catch|the fix is in|that(?:['’]s| is) fixed)\b", re.I)
_FIXED = regex(r"^\W{0,6}(?:fixed|good catch|the fix is in|that(?:['’]s| is) fixed|all fixed)\b", re.I)
_WRONG = regex(
    r"\b(?:fix\w*|bugs?|wrong\w*|fail\w*|broken|breaks?|lost|loses?|missing|incorrect\w*|inconsisten\w+|issues?|crash\w*|errors?|twice"
    r"|duplicate\w*|leaks?|stale|garbage|not work\w*|doesn['’]t|isn['’]t)\b",
    re.I,
)
_EFFECT = regex(
    r"\bnow (?:\w+ly |always |both |all )?(?:works?|returns?|gives?|survives?|handles?|passes|matches|agrees?|behaves?|keeps?|stays?"
    r"|rejects?|accepts?|ignores?|skips?|counts?|finds?|reports?|shows?|prints?|recovers?|consistent\w*|correct\w*|use)\b"
    r"|^now (?!let|i |we |you |that |the (?:script|test|doc))[^.:]{8,90}"
    r"\b(?:survives?|works?|returns?|stays?|matches|uses?|gets?|is|are|handles?|behaves?|keeps?)\b"
    r"|\bno longer (?!need|require|us|import|referenc|exist)\w+|, (?:preventing|avoiding|eliminating) \w+"
    r"|\bmore (?:accurate|robust|reliable) than\b",
    re.I,
)
_CUES = cues("now", "no longer", "preventing", "avoiding", "eliminating", "accurate than", "robust than", "reliable than")
_OPEN = regex(r"\?\s*$|\b(?:will|should|would|could|might|may|if|once|let me|next|comments?|docs?|documentation|readme|untested)\b", re.I)
_TEST = regex(r"test|spec|fixture|check", re.I)
_PROSE = (".md", ".rst", ".txt", ".adoc", ".json", ".yml", ".yaml", ".toml", ".css", ".html")
_COMMENT = regex(r"^\s*(?://|#|\*|/\*|<!--|--|$)")
_TRIES = frozenset(("run", "benchmark", "profile"))


def find(view: View) -> Iterator[Hit]:
    for number, turn in talking(view, _CUES):
        if turn.runs or not _DONE.match(turn.message.text):
            continue
        said = next((s for s in turn.statements if states_effect(s)), None) if a_fix(view, number) else None
        if said is not None and (edited := untried(view, number)) is not None:
            why = f"{shorten(said.text, 70)!r}: the fault was not seen before the edit of msg {edited}, and that case was not tried after"
            yield at_statement(view, number, said, why, "low")


def a_fix(view: View, number: int) -> bool:
    """Whether a message answers for something that was wrong, and not for a wish."""
    if _FIXED.match(view.message(number).text):
        return True
    asked = max((n for n in view.of_people() if n < number), default=None)
    return asked is not None and _WRONG.search(view.message(asked).text[:4000]) is not None


def states_effect(said: Statement) -> bool:
    """Whether a sentence says what is so from now on."""
    return said.kind in ("sentence", "item") and _EFFECT.search(said.text) is not None and not _OPEN.search(said.text)


def untried(view: View, number: int) -> int | None:
    """The message of the last edit of code since a person spoke, where nothing failed before the edits and only old tests ran after."""
    turns = []
    for at in range(number - 1, -1, -1):
        turn = view.turns.get(at)
        if turn is None or turn.message.role == "user":
            break
        turns.append((at, turn))
    edited = None
    for at, turn in reversed(turns):
        if tried(turn) or (edited is None and any(map(broke, turn.runs))):
            return None
        if any(changes_code(edit) for run in turn.runs for edit in run.call.edits):
            edited = at
    return edited


def tried(turn: Turn) -> bool:
    """Whether a message saw a test fail, wrote one, or ran the thing itself."""
    return any(
        any(o.kind in ("tests", "test") and o.result == "fail" for o in run.outcomes)
        or any(_TEST.search(edit.path) for edit in run.call.edits)
        or any(a.intent in _TRIES for a in run.actions)
        for run in turn.runs
    )


def broke(run: Run) -> bool:
    """Whether a check failed. Before the first edit that is the fault, or may be; after it, it is a slip of the edit."""
    return run.call.exit_code not in (0, None) and any(a.intent in ASKED for a in run.actions)


def changes_code(edit: FileEdit) -> bool:
    """Whether an edit is of code, and of more than its comments."""
    if edit.path.lower().endswith(_PROSE):
        return False
    old, new = ({line.strip() for line in (text or "").splitlines() if not _COMMENT.match(line)} for text in (edit.old, edit.new))
    return old != new
