"""Steps and jobs of a CI service, by their conclusions: "no symbols were uploaded", "the `Sign image` step failed", "`deploy` was skipped".

`gh run view --json jobs`, GitLab's and other APIs give every step a name and how it ended. A step that was skipped did not do what it is
named for.
"""

import re
from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, content, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.words import VerdictWord
from sessionlens.text.regex import regex

WORDS = word_set(
    "not never didn't no step steps job jobs skipped failed succeeded passed cancelled failing red green passing queued"
    " pending progress running fails"
)
_DID = regex(
    r"^(?:so |and |hence |thus )*no (?P<what>[\w -]+?) (?:was|were|has been|have been|got) (?P<deed>\w+ed|built|sent|made"
    r"|run)\b(?P<rest>[^,;]*)$"
)
_ENDED = regex(
    r"^(?:the )?(?:(?:step|job|check) )?(?:[`\"“](?P<name>[^`\"”]{3,80})[`\"”]|(?P<ci>ci))(?: (?:step|job|check|workflow"
    r"|run))? (?:itself )?"
    r"(?:(?:was|is|got|has) )?(?:still |now |just )*(?P<how>skipped|failed|fails|failing|red|succeeded|passed|passing|green"
    r"|cancelled|canceled"
    r"|queued|pending|in progress|running)(?: (?:in|on|of) (?:that|this|the) \w+| here: \S+| again| now)?$"
)
_FAILING = regex(r"^(?:the )?(?:only )?(?:failing|failed|broken|red) (?:job|step|check) (?:is|was) [`\"“](?P<name>[^`\"”]{3,80})[`\"”]$")
_CALLED = regex(
    r"^(?:the |that |this |its )?(?P<name>[a-z][\w/-]*(?: [\w/-]+){0,3}?) (?:step|job|workflow|run|stage|check)s? (?:itself )?"
    r"(?:(?:was|is|got|has|then|later|still|now|also|just) )*"
    r"(?P<how>skipped|failed|fails|failing|red|succeeded|passed|passing|green|cancelled|canceled|queued|pending|in progress|running)"
    r"(?: (?:afterwards?|again|now|too|first|there|here|in (?:that|this) \w+))?$"
)
"""A step by a word of its name: "the upload step failed afterwards"."""
_GENERIC = word_set("the a an release run job step workflow failed first last same other whole entire ci current latest new old this that")
_REACHED = regex(
    r"^(?:the |that |this )?(?:\w+ )?(?:run|job|pipeline|workflow|build) (?:did not|didn['’]t|never) (?:even )?(?:reach"
    r"|reached|get to|got to|start|run|execute)"
    r" (?:the )?(?P<what>[\w `-]{3,50}?)(?: (?:step|job|stage))?$"
)
_STEP = regex(
    r'"(?:conclusion|result)": ?"(\w+)",(?: ?"databaseId": ?\d+,)? ?"name": ?"([^"]+)"'
    r'|"name": ?"([^"]+)",[^{}]{0,160}?"(?:conclusion|result)": ?"(\w+)"'
)
_LINE = regex(
    r"^(?:[✓✗X*-] +)?([^\t\n]{2,80}?)\t(pass|fail|pending|skipping|success|failure|cancelled|skipped|queued|in_progress)\b",
    re.M,
)
"""A line of `gh pr checks`: the name and its state behind a tab."""
_FLAT = regex(r"\{[^{}]*\"status\": ?\"[^{}]*\}|\{[^{}]*\"conclusion\": ?\"[^{}]*\}")
_KEYED = regex(r'"(workflowName|name|conclusion|status)": ?"([^"]*)"')
_WELL, _ILL, _OPEN = (
    frozenset(["success", "pass"]),
    frozenset(["failure", "fail"]),
    frozenset(["queued", "pending", "in_progress", "waiting"]),
)
_MEANS = {
    **dict.fromkeys(("succeeded", "passed", "passing", "green"), _WELL), **dict.fromkeys(("failed", "fails", "failing", "red"), _ILL),
    **dict.fromkeys(("cancelled", "canceled"), frozenset(["cancelled"])), "skipped": frozenset(["skipped", "skipping"]),
    "queued": frozenset(["queued", "pending"]), "pending": _OPEN, "in progress": frozenset(["in_progress"]),
    "running": frozenset(["in_progress"]),
}  # fmt: skip
_BACK = 12


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest output that has the step; None where none has it."""
    text = claim.text.rstrip(" .!)")
    if "no" in claim.words and (match := _DID.match(text.lower())) is not None:
        return _skipped(match, claim, evidence)
    if claim.negated and (match := _REACHED.match(text.lower())) is not None:
        return _unreached(match["what"], claim, evidence)
    if claim.negated:
        return None
    text = text[:1].lower() + text[1:]
    if (match := _FAILING.match(text)) is not None:
        return _state(match["name"], _ILL, claim, evidence)
    match = _ENDED.match(text if text[:1] in '`"“t' else text[:2].lower() + text[2:])
    if match is not None:
        return _state(match["name"] or match["ci"], _MEANS[match["how"]], claim, evidence)
    match = _CALLED.match(text.lower())
    return _by_a_word(match["name"], _MEANS[match["how"]], claim, evidence) if match is not None else None


def _by_a_word(name: str, wanted: frozenset[str], claim: Claim, evidence: Evidence) -> Judgement | None:
    """All steps and jobs of the newest output that have the words of that name ended so; a step that only cleans up after it counts not."""
    words = {ROOTS[w] for w in content(name) - STOP - _GENERIC}
    told = [(at, called, end) for at, called, end in _steps(claim, evidence) if words and words <= {ROOTS[w] for w in content(called)}]
    newest = [(called, end) for at, called, end in told if at == told[0][0] and not called.startswith("Post ")]
    if not newest or not all(end in wanted for _, end in newest):
        return None
    return Judgement("supported", (), f'msg {told[0][0]}: "{newest[0][0]}" has the state {newest[0][1]}', (told[0][0],))


def _state(name: str, wanted: frozenset[str], claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest output that has a step, job or run of that name."""
    for at, called, end in _steps(claim, evidence):
        if called.lower() == name.lower() and end:
            word: VerdictWord = "supported" if end in wanted else "unsupported"
            return Judgement(word, (), f'msg {at}: "{called}" has the state {end}', (at,))
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
    """What was shown of steps, jobs and runs: the message, the name, the state; newest output first."""
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _BACK:
            return
        output = run.call.output
        if "\t" in output:
            yield from ((at, name.strip(), end) for name, end in _LINE.findall(output))
        if '"conclusion"' not in output and '"result"' not in output and '"status"' not in output:
            continue
        for how, name, called, ended in _STEP.findall(output):
            yield at, name or called, how or ended
        for flat in _FLAT.findall(output):
            keyed = dict(_KEYED.findall(flat))
            for key in ("workflowName", "name"):
                if key in keyed:
                    yield at, keyed[key], keyed.get("conclusion") or keyed.get("status", "")


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
