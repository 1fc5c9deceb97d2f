"""Causes that the session has seen the effect without: the check failed before the blamed change, or still fails when it is undone.

"The rename broke the parser test" is contradicted by a run of that test which failed before the rename, and by one that fails after the
rename was taken back. Runs of another command show nothing of it.
"""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, content, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs.suites import same_check
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.facts import Change
from sessionlens.text.regex import regex

_EFFECT = word_set(
    "fail fails failed failing failure failures error errors crash crashes crashed broke broken breaks hang hangs panic panics"
)
WORDS = word_set("broke breaks caused causes introduced culprit cause because due thanks")
_BLAMES = regex(
    r"^(.*?)\b(?:broke|breaks|caused|causes|introduced|(?:is|was) (?:the|what) (?:culprit|cause|root cause|broke|caused))\b"
    r"|\b(?:because of|due to|caused by|thanks to|introduced by|broken by)\b"
)
_NAME = regex(r"\b(?:test_\w+|\w+_test\b|Test[A-Z]\w+|\w+::\w+)")
_OWN = regex(r"\bmy (?:\w+ ){0,2}(?:change|edit|commit|refactor\w*|patch|rewrite|rename|upgrade|bump)s?\b")
_WHOLE = word_set("change changes edit edits commit patch refactor refactoring rewrite rename upgrade bump")


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Contradicted where the same check failed without the blamed change; None where it did not, or was not run without it."""
    if claim.negated or claim.words.isdisjoint(_EFFECT) or (match := _BLAMES.search(claim.low)) is None:
        return None
    blamed = content(match[1] or claim.low[match.end() :])
    history = same_check(claim, evidence, _NAME.findall(claim.text))
    changes = [c for c in evidence.changes if c.msg < claim.msg]
    named = [c for c in changes if _is(c, blamed, files="my" in claim.words or "edit" in claim.words)]
    if not named and not _OWN.search(claim.low):
        return None
    if not changes:
        return None
    first = (named or changes)[0]
    early = next((s for s in history if s.result == "fail" and s.msg < first.msg), None)
    if early is not None:
        text = f"msg {early.msg}: {early.command[:60]} failed already before the change of msg {first.msg}"
        return Judgement("contradicted", (), text, (early.msg, first.msg), (first.id,))
    undone = [r for r in evidence.reversions if r.of in {c.id for c in named} and not r.partial and r.msg < claim.msg]
    if not undone or len({r.of for r in undone}) < len(named):
        return None
    last = undone[-1]
    again = any(c.msg > last.msg and set(c.files) & set(last.files) for c in changes)
    after = [s for s in history if s.msg > last.msg]
    if after and not again and after[0].result == "fail":
        text = f"msg {after[0].msg}: {after[0].command[:60]} still fails after msg {last.msg} took it back"
        return Judgement("contradicted", (), text, (last.msg, after[0].msg), (last.id,))
    return None


def _is(change: Change, blamed: frozenset[str], *, files: bool) -> bool:
    """Whether the blamed thing is a change of this session: by a name that it goes by, or its file, which others may have changed too."""
    names = [tokens(name) - STOP for name in change.names if name]
    if files:
        names += [content(path.rsplit("/", 1)[-1]) for path in change.files]
    return any(name and name <= blamed for name in names) and not blamed <= _WHOLE
