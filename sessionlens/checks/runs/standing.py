"""How a named thing stands, in the tool's own words: "cups is running" under `Active: failed`, "no drift in staging" under "No changes".

Tools word a state in few ways, whatever they are for: a status word behind a key (`Active:`, `state=`), a word alone (`is-active`), a
sentence ("syntax is ok", "up to date"), a count of what differs ("[behind 3]", "2 to change"). Claim and output each say it well or ill;
the newest call that was asked about the thing, by an operand of its command, decides.

Example: `systemctl status exim4` with "Active: inactive (dead)" contradicts "exim4 is up", unless it was restarted since.
"""

import re
from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quick import quick
from sessionlens.model.trace import Run
from sessionlens.model.words import VerdictWord
from sessionlens.text.regex import regex


@quick
class Scale:
    """One thing that may be well or ill: the words of a claim for either, and what a tool prints for either."""

    good: frozenset[str]
    bad: frozenset[str]
    well: re.Pattern[str]
    ill: re.Pattern[str]


_KEY = (
    r"(?:^|[\s,;{\"(])(?:status|state|active|phase|health|condition|sub ?state|activestate|substate|sync status|health status)\"?"
    r"\s*[:=│|]\s*[\"']?"
)
_UP = r"(?:running|active|up|healthy|ready|online|alive|started|serving|listening|available|connected)"
_DOWN = (
    r"(?:failed|errored|inactive|dead|stopped|crashed|down|exited|unhealthy|terminated|offline|crashloopbackoff|disconnected|not ready"
    r"|notready"
    r"|not running|unavailable|degraded|faulted|deactivating)"
)
_SCALES = (
    Scale(
        word_set("running up active alive healthy started online serving ready"),
        word_set("stopped inactive dead crashed down unhealthy offline exited"),
        regex(rf"(?im){_KEY}{_UP}\b|^\s*[\"']?{_UP}[\"']?\s*$|\b(?:is|are) (?:up and )?(?:running|healthy|alive|online)\b"),
        regex(rf"(?im){_KEY}{_DOWN}\b|^\s*[\"']?{_DOWN}[\"']?\s*$|\b(?:is|are) (?:not running|stopped|dead|unhealthy|offline)\b"),
    ),
    Scale(
        word_set("drift sync level current empty behind date differences changes"),
        frozenset(),
        regex(
            r"(?im)\bno (?:changes|differences|drift|diff|pending (?:changes|migrations))\b|\bup[- ]to[- ]date\b|\bin[- ]sync\b|\bsynced\b"
            r"|\bnothing to (?:do|update|upgrade|push|pull|migrate|install|apply|sync)\b|\b0 to add, 0 to change, 0 to destroy\b"
        ),
        regex(
            r"(?im)\bbehind \d|\bbehind [^\n]{1,60} by \d+ commit|\bdiverged\b|\bout[- ]of[- ](?:date|sync)\b|\boutofsync\b"
            r"|\bdrift detected\b"
            r"|\b[1-9]\d* to (?:add|change|destroy|import)\b"
            r"|\b[1-9]\d* (?:resources?|objects?|files?) (?:differ|changed outside|drifted)\b"
        ),
    ),
    Scale(
        word_set("green passes passing valid ok successful validates fine"),
        word_set("red failing invalid fails"),
        regex(
            r"(?im)\b(?:syntax|test|tests|config\w*|validation|verification|checks?|\S+\.\w{2,5}) (?:is|was|were|are) (?:ok|okay|valid"
            r"|successful|fine|correct)\b|^(?:\S+: )?(?:syntax )?(?:ok|valid|success!?)\b[^\n]{0,40}$"
            r"|\ball checks (?:have )?(?:passed|were successful)\b"
            r"|\b(?:is|are) valid\b|\bpars(?:ed|es) ok\b|\bno (?:errors?|problems?|issues?) (?:found|detected|were found)\b"
            r"|\b0 (?:errors?|failing|failed)\b"
        ),
        regex(
            r"(?im)\b[1-9]\d* (?:failing|failed|errors?|failures?)\b|\b(?:is|are) (?:invalid|not valid)\b"
            r"|\b(?:test|syntax check|validation) failed\b"
            r"|\bsome checks (?:were not successful|have failed|failed)\b|^(?:\S+: )?\[?(?:emerg|fatal|syntax error)\b"
        ),
    ),
)
_OPEN = regex(r"(?i)\b[1-9]\d* (?:pending|queued|in progress|running) checks?\b|\b[1-9]\d* pending\b|\bactivating\b|\bstill pending\b")
_STATES = frozenset().union(*(s.good | s.bad for s in _SCALES))
WORDS = _STATES
_SAYS = (
    regex(
        r"\b(?:is|are|was|it's|comes? up|stays?|looks?|came back|reports?|isn't|aren't|not|still|now)(?: \w+){0,2} "
        rf"(?P<word>{'|'.join(sorted(_SCALES[0].good | _SCALES[0].bad))})\b(?! (?:on|to|with|for|at|by|in)\b)"
    ),
    regex(
        r"\b(?P<word>no (?:more |remaining )?(?:drift|differences|pending changes)"
        r"|(?:is|are|it's|already|fully) (?:\w+ )?(?:up[- ]to[- ]date|in sync|level with|even with|current with)|is empty"
        r"|(?:has|have) (?:not )?drifted|there is (?:some )?drift|is behind)\b"
    ),
    regex(
        r"\b(?P<word>(?:is|are|all|looks?|stays?) (?:\w+ )?(?:green|valid|ok)"
        r"|pass(?:es)? (?:its|the|their|all)? ?(?:\w+ )?(?:checks?|validation|verification)|validates(?: cleanly| fine)?[.!]*$"
        r"|is (?:red|failing|invalid)|fails (?:its|the) (?:\w+ )?(?:check|validation))\b"
    ),
)  # fmt: skip
_COMPLAINT = regex(r"(?im)\b(?:error|bad|invalid|unknown|unexpected|fatal|unrecognized|malformed|missing|failed|not found)\b")
_NOT = regex(r"\b(?:not|never|no longer|isn't|aren't|wasn't|doesn't)\b|n’t\b")
_WHO = regex(r"\b(?:every|all|each|none|neither|most|some|both|only|except|unless|until|should|would|will|may|might|if|was|were|had)\b")
_SAME = word_set(
    "service server process daemon config configuration file check syntax local remote branch there confirmed drift change difference"
    " sync date empty level current pass passe valid green state status still now already running"
)
_ACTS = word_set(
    "restart start stop apply reload enable disable up down kill delete rm create run deploy push pull merge rebase commit reset install"
    " upgrade scale set patch edit rollback"
)
_COMPOUND = regex(r"[a-z0-9]+(?:-[a-z0-9]+)*")
"""A name: "api-old" is another thing than "api"."""
_HEADED = regex(r"\b(?:up[- ]to[- ]date|in sync|level|even|behind|current) with\b|\bbehind\b")
"""Wordings of where a branch stands to another."""
_LATELY = 6
_MOST = 12
_LONG = 12_000


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None where the clause says no such state, or no call was asked about the thing and printed one."""
    if claim.cell or (claim.quantities and "%" in claim.text):
        return None
    said = next(((i, m) for i, pattern in enumerate(_SAYS) if (m := pattern.search(claim.low)) is not None), None)
    if said is None or _WHO.search(claim.low):
        return None
    scale, ill = _SCALES[said[0]], _ill(said[0], said[1]["word"])
    if _NOT.search(claim.low[: said[1].end()]):
        ill = not ill
    names = _names(claim)
    for at, run in _asked(names, claim, evidence):
        output = run.call.output[-_LONG:]
        if any(not _ACTS.isdisjoint(a.command.argv[1:4]) for a in run.actions) or run.call.cut:
            return None
        bad, good = scale.ill.search(output), scale.well.search(output)
        if said[0] == 2 and bad is None and good is None and _failed(run):
            bad = _COMPLAINT.search(output)
        if bad is None and good is None:
            return None
        if bad is not None and good is not None:
            return None
        if overtaken(evidence, at, claim.msg) is not None or (not bad and _OPEN.search(output)):
            return None
        line = _line(output, bad or good)
        if (bad is not None) == ill:
            return Judgement("supported", (), f"msg {at} prints {line}", (at,))
        verdict: VerdictWord = "contradicted" if _sure(names, claim, at, run, evidence) else "unsupported"
        return Judgement(verdict, (), f"msg {at} prints {line}", (at,))
    return None


def _sure(names: frozenset[str], claim: Claim, at: int, run: Run, evidence: Evidence) -> bool:
    """Whether the call is of the thing beyond doubt: half of its names stand in the command, or in what was said above it."""
    text = " ".join([run.call.command or "", *(s.text for s in evidence.statements(at))]).lower()
    hit: set[str] = set()
    for name in _COMPOUND.findall(text):
        if "-" not in name or name in claim.low:
            hit |= tokens(name)
    return 2 * len(names & hit) >= len(names) or _of_the_branch(claim, run)


def _failed(run: Run) -> bool:
    """Whether the check itself ended with an error, not a filter behind it."""
    return run.call.exit_code not in (0, None) and all(a.command.stages == 1 for a in run.actions)


def _ill(scale: int, word: str) -> bool:
    """Whether the claim's own word is of something bad."""
    if scale == 0:
        return word in _SCALES[0].bad
    if scale == 1:
        return ("drifted" in word and "not" not in word) or word.startswith("there is") or word == "is behind"
    return word.endswith(("red", "failing", "invalid")) or word.startswith("fails")


def _names(claim: Claim) -> frozenset[str]:
    """What the thing may be called: of the clause, or of its sentence where it has no word for it ("and is empty now")."""
    own = tokens(claim.text) - STOP - _SAME - _STATES
    own = own or tokens(claim.whole) - STOP - _SAME - _STATES
    return frozenset(w for w in own if len(w) > 2 or w.isdigit())


def _asked(names: frozenset[str], claim: Claim, evidence: Evidence) -> Iterator[tuple[int, Run]]:
    """The newest calls whose command has a word for the thing among its operands."""
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if claim.msg - at > _LATELY or place > _MOST:
            return
        for action in run.actions:
            argv = action.command.argv
            if argv and action.command.tool not in ("echo", "grep", "rg", "cat", "sed", "cd") and names & tokens(" ".join(argv)):
                yield at, run
                break
        else:
            if any(a.command.tool == "git" and not _ACTS.isdisjoint(a.command.argv[1:4]) for a in run.actions) and _HEADED.search(
                claim.low
            ):
                return  # where the branch stands has changed since
            if run.actions and _of_the_branch(claim, run):
                yield at, run


def _of_the_branch(claim: Claim, run: Run) -> bool:
    """`git status` names the branch that it is asked about in its output."""
    if not any(a.command.argv[:2] == ("git", "status") for a in run.actions):
        return False
    heads = re.findall(r"^## (\S+?)\.\.\.(\S+)", run.call.output, re.M)
    heads += re.findall(r"^On branch (\S+)\nYour branch [^\n]*?'(\S+)'", run.call.output, re.M)
    return any(a.lower() in claim.low and (b.lower() in claim.low or "remote" in claim.low or "upstream" in claim.low) for a, b in heads)


def _line(output: str, found: re.Match[str] | None) -> str:
    at = found.start() + (len(found[0]) - len(found[0].lstrip())) if found is not None else 0
    start, end = output.rfind("\n", 0, at) + 1, output.find("\n", at)
    return " ".join(output[start : end if end >= 0 else len(output)].split())[:90]
