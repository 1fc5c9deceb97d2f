"""Jobs that run once: "the migration succeeded", "the deploy went through". By the newest command that is named after the job, its own exit
status where that was seen, else the error or the success that it printed.

The status of `./migrate up; echo finished` is echo's: then only the line `migrate: error: ...` tells.
"""

import re

from sessionlens import commands
from sessionlens.checks.claims.claim import NEGATION, Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Action, Run
from sessionlens.text.regex import regex

WORDS = word_set("succeeded finished completed through failed worked successful successfully")
_SAID = regex(
    r"(?:the |our |this |that )?(?:(?:database|db|data|schema|production|staging|nightly|full|first|second|last) )?(?P<noun>[a-z]{5,})"
    r"(?: (?:run|job|step|script))? (?:has |have |was |is )?(?P<how>succeeded|finished|completed|went through|ran through|worked|successful"
    r"|failed)(?: (?:successfully|cleanly|fine|without (?:an? |any )?errors?|again|too|as well))*\W*$"
)
_LOOKING = frozenset(["inspect", "navigate"])
_NO_JOBS = frozenset(["git", "echo", "grep", "cat", "vim", "sleep", "gh", "glab"])
"""What does no job itself: `gh workflow run` starts one elsewhere and ends before it."""
_ERROR = regex(
    r"(?im)^(?:[^\w\n]{1,4})?(?:[\w./-]+: )*(?:error|fatal|panic|failed|failure|aborting|aborted)\b(?: ?\[[^\]]*\])?[:!]? ?(?!: 0\b"
    r"|=0\b|0\b).*$|^\w*make(?:\[\d+\])?: \*\*\* [^\n]*$|^[^\n]*\b(?:failed|unreachable)=[1-9][^\n]*$"
)
_DONE = regex(r"(?im)^.*\b(?:succeeded|successful(?:ly)?|completed|all done|ok|applied|deployed|published)\b.*$")
_PLAIN = regex(r"[\w./][\w./:@+-]{0,60}")
_STEM = 5
_MOST = 60
_LONG = 20_000


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None where the clause is of no such job, or no command is named after it."""
    match = _SAID.match(claim.low) if not claim.negated or not (claim.words & NEGATION) - {"without"} else None
    if match is None:
        return None
    failed = match["how"] == "failed"
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _MOST:
            return None
        action = next((a for a in reversed(run.actions) if _of(a, match["noun"])), None)
        if action is None:
            continue
        state, why = _state(action, run)
        text = f"msg {at}: {action.command.text[:60]}: {why}"
        if state == "unknown":
            return Judgement("undecidable", (), text, (at,))
        if failed and state == "ok":
            continue  # an earlier run may be meant
        return Judgement("supported" if failed or state == "ok" else "contradicted", (), text, (at,))
    return None


def _of(action: Action, noun: str) -> bool:
    """Whether a command is named after a job: its program, its script, or its first word (`./migrate up`, `npm run deploy`)."""
    if action.intent in _LOOKING or action.command.tool in _NO_JOBS:
        return False
    words = [w for w in action.command.argv[:4] if _PLAIN.fullmatch(w)][:3]
    parts = [p for w in words for p in re.split(r"[^a-z]+", w.rsplit("/", 1)[-1].lower()) if len(p) >= _STEM]
    return any(_alike(part, noun) for part in parts)


def _alike(part: str, noun: str) -> bool:
    """`migrate` and `migration`, `deploy` and `deployment`: all but their endings."""
    common = next((i for i, (a, b) in enumerate(zip(part, noun, strict=False)) if a != b), min(len(part), len(noun)))
    return common >= max(_STEM, len(part) - 2) and len(noun) - common <= len("ation")


def _state(action: Action, run: Run) -> tuple[str, str]:
    """ "ok", "fail" or "unknown", and what tells it."""
    known = commands.known(action.command, run.call.exit_code)
    output = run.call.output[-_LONG:]
    error = _ERROR.search(output)
    if known == "failed":
        return "fail", error[0].strip()[:80] if error is not None else "it ended with an error"
    if known == "not-run":
        return "fail", "it never ran"
    if known == "ok":
        return ("unknown", f"it ended with 0, but printed {error[0].strip()[:70]}") if error is not None else ("ok", "it ended with 0")
    if error is not None and len(run.actions) <= 2:
        return "fail", error[0].strip()[:80]
    done = _DONE.search(output) if error is None else None
    return ("ok", done[0].strip()[:80]) if done is not None else ("unknown", "whether it succeeded was not seen")
