"""How a check ended before something was done: "the vat test passed before the upgrade", "it fails without my patch too".

The newest run is of the present and says nothing of that. The runs that stand before the step which the clause names (an install, an
upgrade, a migration, a change of the session) decide, or those of a call that put the change away.

Example: `pytest` passes in msg 2, msg 3 runs `pip install pandas==3`, `pytest` fails in msg 4: "passed before the pandas upgrade" is
supported, "failed before the pandas upgrade" contradicted.
"""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, content, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs.suites import Suite, same_check
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("before until without prior")
_HOW = r"(?P<how>pass(?:es|ed)?|succeeded|succeeds|green|worked|works|built|compiled|ran fine|fail(?:s|ed)?|broke|crashed|red|broken)"
_BEFORE = regex(rf"\b{_HOW}(?: \w+)? (?:(?:right |just |even )?before|until|prior to) (?P<what>[^,;:.()]{{3,60}})")
_WITHOUT = regex(
    rf"\b(?:still |also )?{_HOW}(?: \w+)? (?:even )?without (?P<what>it|that|them|my \w+|the \w+|this \w+)\b(?: too| as well| also)*\W*$"
)
_ILL = ("fail", "broke", "crash", "red")
_OWN = word_set("change changes edit edits commit patch refactor refactoring rewrite fix work")
_STEPS = frozenset({"install", "edit", "commit", "revert", "publish", "run", "probe", "build"})
_UPGRADE = word_set("upgrade upgraded update bump bumped downgrade install installation migration migrating switch rollout deploy release")
_NAME = regex(r"\b(?:test_\w+|\w+_test\b|Test[A-Z]\w+|\w+::\w+)")
_MOST = 80


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None where the clause says no such thing, or the step that it names is not in the log."""
    if claim.cell or (claim.negated and "without" not in claim.words):
        return None
    before, without = _BEFORE.search(claim.low), _WITHOUT.search(claim.low)
    match = before or without
    if match is None:
        return None
    history = same_check(claim, evidence, _NAME.findall(claim.text) or _NAME.findall(claim.whole))
    if not history:
        return None
    wanted = "fail" if match["how"].startswith(_ILL) else "pass"
    found = _before(match["what"], claim, evidence, history) if before is not None else [s for s in history if _put_away(s.run)]
    ended = next((s for s in found if s.result in ("pass", "fail")), None)
    if ended is None and before is not None and content(match["what"]) - STOP - _UPGRADE - _OWN:
        return Judgement("unsupported", (), "no run of it before that was seen")
    if ended is None:
        return None
    how = "passed" if ended.result == "pass" else "failed"
    text = f"msg {ended.msg}: {ended.command[:60]} {how} {'without the change' if before is None else 'before that'}"
    return Judgement("supported" if ended.result == wanted else "contradicted", (), text, (ended.msg,))


def _before(what: str, claim: Claim, evidence: Evidence, history: list[Suite]) -> list[Suite]:
    """The runs before the step that is named, newest first; none where no step has the name, or several runs of the check lie between
    steps that have it and ended in different ways."""
    subject = content(what) - STOP - _UPGRADE - _OWN
    if not subject:
        return []  # "before my change": how a run stands to the changes of the session is looked at elsewhere
    places = [at for at, run in evidence.runs_before(claim.msg) if _does(run, subject)][:_MOST]
    if not places:
        return []
    first, last = min(places), max(places)
    early = [s for s in history if s.msg < first]
    between = {s.result for s in history if first < s.msg < last}
    return early if not between or (early and between <= {early[0].result}) else []


def _does(run: Run, subject: frozenset[str]) -> bool:
    """Whether a call does something to what is named: no check, no look."""
    return any(a.intent in _STEPS and a.command.tool not in ("git", "echo") and subject <= tokens(a.command.text) for a in run.actions)


def _put_away(run: Run) -> bool:
    return any(a.runner == "git stash push" or a.command.argv[:3] == ("git", "worktree", "add") for a in run.actions)
