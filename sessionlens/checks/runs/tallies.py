"""Checks that a project's own script counts: "8 of 8 with both layouts" above "8 passed, 0 failed" and "7 passed, 1 failed".

Such a script is no known test runner, but its last line counts what passed and what failed; several of them in one call are of several
variants.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

WORDS = word_set("of pass passes passed everything both all every each")
_ALL_OF = regex(r"(?<![\w./])(\d+)(?: of |/)\1(?![\w./%])")
_PASS = regex(
    r"\b(?:all|both|every|each|everything)\b[^.;]{0,40}\bpass(?:es|ed)?(?=\s*(?:[^\w\s]|$|(?:and|but|with|on|in|at|under|for|after|now|again|here"
    r"|there|too|as)\b))|\bpass(?:es|ed)?(?: \w+){0,2} (?:everything|all|both|each)\b"
)
"""What passes; no pass over something, which is a noun ("the second pass copies each row")."""
_EACH = word_set("both all every each")
_TALLY = regex(r"\b(?:(\d+) (?:\w+ )?passed[,;:/] *(\d+) (?:\w+ )?failed|(\d+) (?:\w+ )?failed[,;:/] *(\d+) (?:\w+ )?passed)\b")
_NEAR = 3
_STATUS = regex(r"^(?:[✓✗X*-] )?([^\t\n]+?)\t(pass|fail|pending|skipping|success|failure|cancelled|neutral|skipped)\b[^\n]*$", re.M)
"""A line of `gh pr checks`: name and state behind a tab."""
_WELL = frozenset(["pass", "success", "skipping", "skipped", "neutral"])
_ILL = frozenset(["fail", "failure"])


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest call that printed such counts, if nothing was changed since; None where none did or it is not clear which is meant."""
    whole = _ALL_OF.search(claim.low)
    if claim.negated or (whole is None and not _PASS.search(claim.low)):
        return None
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _NEAR:
            return None
        if "passed" not in run.call.output or "failed" not in run.call.output:
            continue
        found = [(int(a or d), int(b or c)) for a, b, c, d in _TALLY.findall(run.call.output)]
        if not found:
            continue
        if overtaken(evidence, at, claim.msg) is not None:
            return None
        text = f"msg {at}: " + "; ".join(f"{passed} passed, {failed} failed" for passed, failed in found[:4])
        if all(failed == 0 for _, failed in found):
            right = found[0][0] > 0 and (whole is None or all(passed == int(whole[1]) for passed, _ in found))
            return Judgement("supported", (), text, (at,)) if right else None
        several = not claim.words.isdisjoint(_EACH) and len(found) > 1
        return Judgement("contradicted", (), text, (at,)) if several or (len(found) == 1 and whole is not None) else None
    return None


def listed(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "All three checks pass" by a list of checks with a word for each (`gh pr checks`): all good, or one that is not."""
    if claim.negated or claim.words.isdisjoint(_EACH) or not _PASS.search(claim.low):
        return None
    for at, run in evidence.runs_of(claim.msg, ("gh", "glab"), 10):
        if claim.msg - at > _NEAR:
            return None
        if not any({"checks", "run", "ci"} & set(a.command.argv[1:3]) for a in run.actions):
            continue
        found = _STATUS.findall(run.call.output)
        if len(found) < 2 or len(found) < sum(1 for line in run.call.output.splitlines() if line.strip()):
            continue
        bad = [name.strip() for name, word in found if word.lower() not in _WELL]
        text = f"msg {at} lists {len(found)}: {'; '.join(f'{name.strip()} {word}' for name, word in found[:4])}"
        failed = [name for name, word in found if word.lower() in _ILL]
        if not bad:
            return Judgement("supported", (), text, (at,))
        return Judgement("contradicted" if failed else "unsupported", (), text, (at,))
    return None
