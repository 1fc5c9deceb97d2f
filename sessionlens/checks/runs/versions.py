"""Versions and exit statuses: "rustc is 1.86", "the script exits with 2". By the program that printed its version, by the call that ended.

A version that is claimed with fewer parts is the one printed with more: 1.86 is 1.86.0, and not 1.8.6.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set("version is are on runs running uses using has have installed exit exits exited exiting status code returned")
_VERSION = regex(
    r"\b([A-Za-z][\w+-]{1,20})(?:'s version| version| is| is at| is on| is version|:)? v?(\d+(?:\.\d+){1,3})"
    r"(?![\w%]|\.\d| ?(?:[A-Za-zµ]{1,3}\b|[%×]))"
)
_DOTTED = regex(r"[0-9]\.[0-9]")
_OTHERWISE = regex(
    r"\b(?:needs?|requires?|required|since|from|until|before|after|upgrade[ds]?|bump(?:ed|s)?|minimum|at least|or (?:later|newer|higher)"
    r"|supports?|released|was|were|used to|would|should|will|latest|next)\b"
)
_PRINTED = regex(r"(?<![\w.])v?(\d+(?:\.\d+){1,3})")
_ASKS = frozenset(["--version", "-V", "-v", "version", "-version", "--Version"])
_ENDED = regex(
    r"\b(?:exit(?:s|ed|ing)?(?: with)?(?: (?:code|status|a status of))*|exit (?:code|status) (?:is|was|of)|returned) (\d{1,3})\b(?! \w)"
)
_LATELY = 4
_SAYS = regex(r"(?:exit|status|rc|code|\$\?)\W{0,3}(?:code|status)?\W{0,3}(\d{1,3})\b", re.I)


def states_status(claim: Claim) -> bool:
    """Whether a clause says with which status something ended: its number counts nothing."""
    return "exit" in claim.low and not claim.cell and _ENDED.search(claim.low) is not None


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the newest output that says; None where the clause states no version or status, or nothing was printed of it."""
    if claim.negated or claim.cell:
        return None
    if "exit" in claim.low or "returned" in claim.low:
        return _status(claim, evidence) if _ENDED.search(claim.low) else None
    found = _VERSION.findall(claim.text) if _DOTTED.search(claim.text) and not _OTHERWISE.search(claim.low) else []
    return _version(found[0][0], found[0][1], claim.msg, evidence) if len(found) == 1 else None


def _version(name: str, number: str, msg: int, evidence: Evidence) -> Judgement | None:
    wanted = tokens(name)
    for at, run in evidence.runs_of(msg, ("shell",), 80):
        for action in run.actions:
            if not wanted <= tokens(action.command.tool) or _ASKS.isdisjoint(action.command.argv[1:3]):
                continue
            line = next((x for x in run.call.output.splitlines() if wanted & tokens(x) and _PRINTED.search(x)), "")
            if not line and len(run.actions) == 1:
                line = run.call.output.split("\n", 1)[0]
            match = _PRINTED.search(line)
            if match is None:
                continue
            same = f"{match[1]}.".startswith(f"{number}.")
            return Judgement("supported" if same else "contradicted", (), f"msg {at}: {' '.join(line.split())[:80]}", (at,))
    return None


def _status(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the one call of the message before, as the agent's program or the output says."""
    match = _ENDED.search(claim.low)
    newest = evidence.runs_until(claim.msg)
    if match is None or newest == 0:
        return None
    at, run = evidence.runs[newest - 1]
    named = _of_another(claim, at, run, newest, evidence)
    if named is not None:
        at, run = named
        if claim.msg - at > _LATELY:
            return None
    elif claim.msg - at > 1 or (newest > 1 and evidence.runs[newest - 2][0] == at):
        return None
    said = {int(n) for n in _SAYS.findall(run.call.output)}
    known = said or ({run.call.exit_code} if run.call.exit_code is not None and _alone(run) else set())
    if not known:
        return None
    number = int(match[1])
    text = f"msg {at}: ended with {', '.join(map(str, sorted(known)))}"
    if number in known:
        return Judgement("supported", (), text, (at,))
    return Judgement("contradicted" if len(known) == 1 and (not said or named is not None) else "undecidable", (), text, (at,))


def _of_another(claim: Claim, last: int, run: Run, newest: int, evidence: Evidence) -> tuple[int, Run] | None:
    """The newest call of a program that the clause names, where the last call did not run it."""
    words = tokens(claim.text[: claim.low.find("exit") + 1])
    if any(words & tokens(a.command.tool) for a in run.actions):
        return None
    for i in range(newest - 2, max(-1, newest - 12), -1):
        at, other = evidence.runs[i]
        if any(len(a.command.tool) > 2 and tokens(a.command.tool) <= words for a in other.actions):
            return at, other
    return None


def _alone(run: Run) -> bool:
    """Whether the status of a call is that of its only command."""
    return len(run.actions) == 1 and run.actions[0].command.exit_visible
