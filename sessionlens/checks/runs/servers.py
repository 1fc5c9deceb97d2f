"""Programs that stay: "the dev server is running", "it waits for input". What they printed when they were up, and what ended them."""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("server servers service daemon waiting prompting")
_UP = regex(
    r"\b(?:server|service|daemon|backend|frontend|api)s?\b(?: \S+){0,3}? (?:is|are|came|comes|has come|runs?|started|boots?)\b"
    r"(?: now| still| already)?(?: (?:up|running|live|listening|ready|started|successfully|fine|on|at|without)\b|$)"
)
_WAITING = regex(r"\b(?:is|are|was|still) (?:still |now )?(?:waiting|prompting|asking) (?:for|on) (?:an? |the |some |my |user )*\w*\s?"
                      r"(?:input|answer|confirmation|choice|response|password|selection)\b")  # fmt: skip
_READY = regex(
    r"\bready in \d|\bready (?:on|at|for|to accept)\b|^\W*ready\W*$|\blistening (?:on|at|for)\b|\bserving (?:http|on|at)\b"
    r"|\b(?:running|started|available|served|live) (?:on|at) (?:https?://|port\b|\S+:\d)|\bstartup complete\b|\bstarted server\b"
    r"|\baccepting connections\b|\bserver (?:is )?(?:started|running|up)\b|\bStarted \w+ in [\d.]+ seconds",
    re.I | re.M,
)
_DOWN = regex(r"\bEADDRINUSE\b|address already in use|\bfailed to (?:start|bind|listen)\b|\bexited with code [1-9]", re.I)
_PROMPT = regex(r"^\? \S.*[?:](?:\s|$)|(?:\?|›|\[[yY]/[nN]\]|\([yY](?:es)?/[nN]o?\)|:)\s*(?:› )?(?:No / Yes|Yes / No)?\s*$")
_BACK = 15
"""Messages in which a program that is said to be up was started."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported by the sign that it is up or asks; unsupported where it was started and no such sign was printed, or where it was ended."""
    if claim.negated:
        return None
    if _WAITING.search(claim.low):
        return _waiting(claim, evidence)
    return _up(claim, evidence) if _UP.search(claim.low.rstrip(" .!")) else None


def _waiting(claim: Claim, evidence: Evidence) -> Judgement | None:
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > 2:
            return None
        for line in reversed([s for line in run.call.output.splitlines() if (s := line.strip())][-4:]):
            if _PROMPT.search(line):
                return Judgement("supported", (), f'msg {at}: the output ends with "{" ".join(line.split())[:70]}"', (at,))
    return None


def _up(claim: Claim, evidence: Evidence) -> Judgement | None:
    started = ended = 0
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _BACK:
            break
        if _kills(run):
            ended = ended or at
            continue
        if run.call.kind not in ("shell", "other"):
            continue
        if _DOWN.search(run.call.output):
            return Judgement("unsupported", (), f"msg {at} prints that it could not start", (at,))
        if (sign := _READY.search(run.call.output)) is not None and not run.call.output.startswith("diff "):
            line = " ".join(run.call.output[max(0, sign.start() - 20) : sign.end() + 30].split())
            if ended and "is" in claim.words:
                return Judgement("unsupported", ("stale",), f'msg {at} prints "{line}", and msg {ended} ended it', (at, ended))
            return Judgement("supported", (), f'msg {at} prints "{line}"', (at,))
        if run.call.background or run.call.input.get("run_in_background") is True:
            started = started or at
    if started:
        return Judgement("unsupported", (), f"msg {started} started it, and no output says that it came up", (started,))
    return None


def _kills(run: Run) -> bool:
    return run.call.name.lower().startswith("kill") or any(a.command.tool in ("kill", "pkill", "killall") for a in run.actions)
