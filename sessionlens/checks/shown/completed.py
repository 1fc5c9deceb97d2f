"""When the thing was started that a clause says has ended: "the workflow completed successfully" rests on no output from before it."""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, content, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

_WORDS = word_set("completed finished succeeded passed ended")
_ENDED = regex(
    r"\b(?:(?:completed|finished|ended) (?:successfully|cleanly|fine|ok|without (?:an? )?errors?|with (?:exit )?(?:code|status) 0)"
    r"|succeeded|(?:has|have) (?:now |just )?(?:completed|finished|passed)|(?:completed|finished)$)"
)
_STARTS = frozenset(["run", "start", "dispatch", "trigger", "rerun", "launch", "deploy", "submit", "create", "enqueue", "apply"])
_BEGUN = word_set("dispatch trigger launch start submission submit rerun")
_GENERIC = word_set("completed finished succeeded passed ended successfully cleanly fine ok error code status now just")
GOOD = regex(r"✓|✔|\b(?:success\w*|succeeded|complete[ds]?|passed|done|finished|ok|exit(?:ed)? (?:code |status )?0)\b")
"""Signs of a good end in an output."""


def started(claim: Claim, evidence: Evidence, limit: int = 40) -> int | None:
    """The message with the newest call that starts what the clause says has ended well; 0 where none is known to; None where the clause
    says no such thing."""
    if claim.negated or not claim.words & _WORDS or not _ENDED.search(claim.low.rstrip(". !)")):
        return None
    subject = content(claim.text) - STOP - _GENERIC
    for at, run in evidence.runs_before(claim.msg):
        limit -= 1
        if limit < 0:
            break
        for action in run.actions:
            argv = action.command.argv
            if _STARTS & set(argv[1:4]) and subject & tokens(" ".join(argv)):
                return at
    return 0


def well(claim: Claim, evidence: Evidence, since: int) -> Judgement | None:
    """Supported by a call since that start which ended with status 0, names the thing and prints a sign of success; or by the starting
    call itself, where the clause speaks of starting. None where neither is there."""
    subject = content(claim.text) - STOP - _GENERIC
    for at, run in evidence.runs_before(claim.msg):
        if not since or at < since:
            return None
        call = run.call
        if call.exit_code != 0 or call.status == "error" or any(o.result == "fail" for o in run.outcomes):
            continue
        text = f"{call.command or ''}\n{call.output}".lower()
        shown = f"msg {at}: {' '.join((call.command or call.name).split())[:60]} ended with status 0"
        begins = at == since and claim.words & _BEGUN and any(_STARTS & set(a.command.argv[1:4]) for a in run.actions)
        if begins or (subject and all(w in text for w in subject) and GOOD.search(call.output.lower())):
            return Judgement("supported", (), shown, (at,))
    return None
