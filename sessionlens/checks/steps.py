"""Steps and jobs of a CI service, by their conclusions: "no symbols were uploaded", "the `Sign image` step failed", "`deploy` was skipped".

`gh run view --json jobs`, GitLab's and other APIs give every step a name and how it ended. A step that was skipped did not do what it is
named for.
"""

import re
from collections.abc import Iterator

from sessionlens.checks.claim import Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.judge import Judgement
from sessionlens.checks.postings import ROOTS
from sessionlens.checks.words import STOP, content, word_set
from sessionlens.model.words import VerdictWord

WORDS = word_set("not never didn't no step steps job jobs skipped failed succeeded passed cancelled")
_DID = re.compile(
    r"^(?:so |and |hence |thus )*no (?P<what>[\w -]+?) (?:was|were|has been|have been|got) (?P<deed>\w+ed|built|sent|made"
    r"|run)\b(?P<rest>[^,;]*)$"
)
_ENDED = re.compile(
    r"^(?:the )?(?:(?:step|job) )?[`\"“](?P<name>[^`\"”]{3,80})[`\"”](?: (?P<kind>step|job|check|workflow))? (?:itself"
    r" )?(?:(?:was|is|got) )?"
    r"(?P<how>skipped|failed|fails|succeeded|passed|cancelled|canceled)(?: (?:in|on|of) (?:that|this|the) \w+)?$"
)
_REACHED = re.compile(
    r"^(?:the |that |this )?(?:\w+ )?(?:run|job|pipeline|workflow|build) (?:did not|didn['’]t|never) (?:even )?(?:reach"
    r"|reached|get to|got to|start|run|execute)"
    r" (?:the )?(?P<what>[\w `-]{3,50}?)(?: (?:step|job|stage))?$"
)
_STEP = re.compile(
    r'"(?:conclusion|result)": ?"(\w+)",(?: ?"databaseId": ?\d+,)? ?"name": ?"([^"]+)"'
    r'|"name": ?"([^"]+)",[^{}]{0,160}?"(?:conclusion|result)": ?"(\w+)"'
)
_MEANS = {
    "skipped": "skipped", "failed": "failure", "fails": "failure", "succeeded": "success", "passed": "success", "cancelled": "cancelled",
    "canceled": "cancelled",
}  # fmt: skip
_BACK = 12


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest output that has the step; None where none has it."""
    text = claim.text.rstrip(" .!)")
    if "no" in claim.words and (match := _DID.match(text.lower())) is not None:
        return _skipped(match, claim, evidence)
    if claim.negated and (match := _REACHED.match(text.lower())) is not None:
        return _unreached(match["what"], claim, evidence)
    if claim.negated or (match := _ENDED.match(text[:1].lower() + text[1:])) is None:
        return None
    for at, name, end in _steps(claim, evidence):
        if name.lower() == match["name"].lower():
            word: VerdictWord = "supported" if end == _MEANS[match["how"]] else "unsupported"
            return Judgement(word, (), f'msg {at}: "{name}" has the conclusion {end}', (at,))
    return None


def _unreached(what: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """A step failed, others were skipped, and none that succeeded or failed has what is said not to have been reached in its name."""
    words = {ROOTS[w] for w in content(what) - STOP}
    shown = list(_steps(claim, evidence))
    if not words or not shown:
        return None
    newest = [(name, end) for at, name, end in shown if at == shown[0][0]]
    ran = [name for name, end in newest if end in ("success", "failure")]
    ends = {end for _, end in newest}
    if not {"failure", "skipped"} <= ends or any(words & {ROOTS[w] for w in content(name)} for name in ran):
        return None
    failed = next(name for name, end in newest if end == "failure")
    return Judgement("supported", (), f'msg {shown[0][0]}: "{failed}" failed, and no step of that name ran', (shown[0][0],))


def _steps(claim: Claim, evidence: Evidence) -> Iterator[tuple[int, str, str]]:
    """What was shown of steps: the message, the name, how it ended; newest output first."""
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _BACK:
            return
        if '"conclusion"' not in run.call.output and '"result"' not in run.call.output:
            continue
        for how, name, called, ended in _STEP.findall(run.call.output):
            yield at, name or called, how or ended


def _skipped(match: re.Match[str], claim: Claim, evidence: Evidence) -> Judgement | None:
    """A step whose name has all words of the deed, and none besides, was skipped."""
    said = {ROOTS[w] for w in content(f"{match['what']} {match['deed']}") - STOP}
    if len(said) < 2:
        return None
    for at, name, end in _steps(claim, evidence):
        if {ROOTS[w] for w in content(name) - STOP} == said:
            word: VerdictWord = "supported" if end == "skipped" else "unsupported"
            return Judgement(word, (), f'msg {at}: the step "{name}" has the conclusion {end}', (at,))
    return None
