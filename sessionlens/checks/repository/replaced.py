"""What now stands in the place of something else, by the texts of the session's own edits: "uses `openPool` instead of `dial`",
"ends with "Done." instead of "Finished"", "`dial` → `openPool`".

One edit must have taken away all names of the one side and brought in all of the other; whether it does any good is another question.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.repository.edited import Edit, edits_before
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

WORDS = word_set("instead rather replaces replacing place")
_SIDES = regex(r"^(?P<new>.+?),?\s+(?:instead of|rather than|in place of|replac(?:es|ing))\s+(?P<old>.+)$", re.S)
_SUBJECT = regex(
    r"^(?:the\s+|in\s+)?`[^`]+`(?:\s+\w+){0,2}?\s+(?:now\s+)?(?=(?:uses?|calls?|takes?|returns?|reads?|writes?|prints?|shows?|ends|expects?|checks?)\b)",
    re.I,
)
"""What does it is where the edit was made, and need not stand in its text."""
_NAME = regex(r"`([^`\n]+)`|[\"“]([^\"”\n]{2,60})[\"”]")
_CALL = regex(r"\(.*\)$|^[.&*]+", re.S)
_MARK = regex(r"^[^\w\"]+\s+|\\(?=[<>*_])")
"""A tick or bullet inside a quoted string, and an escape of Markdown."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported by the newest edit that did it; None where none did, or a side names nothing."""
    sides = None if claim.negated else _SIDES.match(claim.text)
    if sides is None:
        return None
    new, old = _names(_SUBJECT.sub("", sides["new"])), _names(sides["old"])
    if not new or not old or set(new) & set(old):
        return None
    for edit in edits_before(claim.msg, evidence):
        if edit.old and edit.new and _turns(edit, old, new):
            file = edit.path.rsplit("/", 1)[-1]
            return Judgement("supported", (), f"msg {edit.msg}: the edit of {file} has {new[0]} where {old[0]} stood", (edit.msg,))
    return None


def _names(text: str) -> list[str]:
    """What stands in backticks or quotation marks, without a call's brackets."""
    found = [_MARK.sub("", _CALL.sub("", a or b)).strip() for a, b in _NAME.findall(text)]
    return [name for name in found if len(name) > 1]


def _turns(edit: Edit, old: list[str], new: list[str]) -> bool:
    """Whether an edit has more of every new name and less of every old one: at least one of the new ones is new, or it only moved."""
    before, after = edit.old or "", edit.new or ""
    came = [after.count(n) - before.count(n) for n in new]
    went = [before.count(o) - after.count(o) for o in old]
    return all(n in after for n in new) and any(c > 0 for c in came) and all(w > 0 for w in went)
