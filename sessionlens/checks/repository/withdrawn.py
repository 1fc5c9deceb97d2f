"""What the session itself had taken back, or only in part: "C1 is reverted" after "partial back-out of C1", "A1: cache kept" after "A1 is
reverted".

The agent's own earlier words count only with an undoing in the log.

Example: after "A1 is reverted, rotation works again" the summary "A1 (log): handle kept open" is not so.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

WORDS = word_set("reverted undone backed rolled kept stays applied landed active")
_BACK = r"(?:reverted|undone|backed out|rolled back|taken back)"
_REVERTED = regex(rf"^(?:so |and |now )*`?(?P<name>[0-9a-f]{{7,12}}|[a-z]{{1,3}}\d{{1,2}})`? (?:is|was|has been) (?:now )?{_BACK}$")
_PARTLY = regex(r"\b(?:partial|partially|partly|in part|half of it)\b")
_KEPT = regex(r"\b(?:kept|stays|applied|landed|in place|still active|shipped)\b(?! (?:for|as|in mind))")
_LABEL = regex(r"^\W*(?P<label>[A-Z]{1,3}\d{1,2})\b")
_SENTENCE = regex(r"[^.;\n]+")
_MARKS = regex(r"[*_`]+")
_LATELY = 3


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Contradicted by the session's own account of an undoing; None where there is none."""
    low = claim.low.rstrip(" .!")
    if claim.cell or claim.negated:
        return None
    if (said := _REVERTED.match(low)) is not None:
        return _in_part(said["name"], claim, evidence)
    label = _LABEL.match(claim.conclusion.statement.text) if _KEPT.search(low) and claim.conclusion.statement.kind == "item" else None
    return _undone(label["label"], claim, evidence) if label is not None else None


def _in_part(name: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    if not any(claim.msg - _LATELY <= r.msg < claim.msg for r in evidence.reversions):
        return None
    for at in range(claim.msg - 1, claim.msg - 1 - _LATELY, -1):
        for sentence in _sentences(at, evidence):
            if name in sentence.lower() and _PARTLY.search(sentence.lower()):
                return Judgement("contradicted", (), f"msg {at}: {sentence.strip()[:80]}", (at,))
    return None


def _undone(label: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """The newest sentence of an earlier message that says so of the label, if something was undone then and nothing done anew."""
    told = re.compile(rf"\b{label}\b(?: \([^)]*\))? (?:is|was) {_BACK}\b")
    again = re.compile(rf"\b{label}\b.{{0,20}}\b(?:back in|again|redone|reapplied|re-applied)\b")
    for at in sorted((n for n in evidence.view.turns if n < claim.msg), reverse=True):
        for sentence in _sentences(at, evidence):
            if label not in sentence:
                continue
            if told.search(sentence) and any(at - 2 <= r.msg <= at for r in evidence.reversions):
                return Judgement("contradicted", (), f"msg {at}: {sentence.strip()[:80]}", (at,))
            if again.search(sentence):
                return None
    return None


def _sentences(msg: int, evidence: Evidence) -> list[str]:
    turn = evidence.view.turns.get(msg)
    text = turn.message.text if turn is not None and turn.message.role == "assistant" else ""
    return _SENTENCE.findall(_MARKS.sub("", text))
