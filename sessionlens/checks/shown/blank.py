"""Calls that printed nothing: "the diff is empty", "`lookup --all` returned no rows", "no local `jq` binary".

Silence says something only of the command that was silent: its own call, or a `diff` in a call whose output has nothing of its kind.
"""

import re
from collections.abc import Callable

from sessionlens import commands
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Action, Run
from sessionlens.text.regex import regex

WORDS = word_set("empty nothing no none blank binary command executable program")
_PROGRAMS = word_set("binary command executable program")
_EMPTY = regex(
    r"(?:^|[:;] )(?:and |so |but |now )*(?:the |its |that |this )?(?:last |first |resulting |\w+ )?"
    r"(?P<what>diff|log|output|list|listing|response|body|reply|status|stash|search|query|result)(?: of `[^`]+`| against \S+)?"
    r" (?:is|was|came back|comes back|stays|stayed|are) (?:now |still )?(?:empty|blank)$"
)
_NOTHING = regex(
    r"^(?:and |so |but |now )*`(?P<code>[^`]{2,80})`[^`,;]{0,30}? (?:printed|prints|returned|returns|gave|gives|shows?|showed|found|finds"
    r"|produced|came back with|has|had|reports?|reported)"
    r" (?:nothing|no (?:body|output|lines?|rows?|match(?:es)?|results?|data|entries|hits?))\b(?P<rest>[^,;]*)$"
)
_PROGRAM = regex(
    r"^(?:and |so |but )*(?:there(?:['’]s| is) no|no|i (?:have|found) no) (?:local |global |installed |such )*`?(?P<name>[\w.-]+)`?"
    r" (?:binary|command|executable|program)(?: (?:here|installed|on (?:the |this )?(?:path|machine|box)|in (?:the )?path|locally))*"
    r"(?:, but [\w ]+)?$"
)
_DIFFED = regex(r"^(?:diff --git |@@ |\+\+\+ | \S.* \| +\d| \d+ files? changed|[<>] )", re.M)
_LOOKS = frozenset(["which", "command", "type", "where", "hash", "whence"])
_STAT = regex(r"^ \d+ files? changed", re.M)


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where the call spoken of printed nothing; None where it printed something, or none is spoken of."""
    low = claim.low.rstrip(" .!")
    if not claim.words.isdisjoint(_PROGRAMS) and (match := _PROGRAM.match(low)) is not None:
        return _no_program(match["name"], claim, evidence)
    if "`" in low and (match := _NOTHING.match(low)) is not None:
        parts = [p for p in match["code"].split() if p not in ("...", "…")]
        return _silent(claim, evidence, lambda text: all(p in text for p in parts))
    if ("empty" in claim.words or "blank" in claim.words) and (match := _EMPTY.search(low)) is not None:
        what = match["what"]
        return _silent(
            claim, evidence, lambda text: what in ("output", "result", "response", "reply", "body") or what in text, diff=what == "diff"
        )
    return None


def _silent(claim: Claim, evidence: Evidence, asked: Callable[[str], bool], *, diff: bool = False) -> Judgement | None:
    """The newest call of the last messages that ran what is asked for."""
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > 2:
            return None
        named = [a for a in run.actions if asked(a.command.text.lower())]
        if not named:
            continue
        ended = commands.known(named[-1].command, run.call.exit_code)
        if run.call.cut or run.call.status == "error" or (ended == "failed" and diff):
            return None
        if not (not run.call.output.strip() or (diff and _no_diff(named, run))) or (
            diff and overtaken(evidence, at, claim.msg) is not None
        ):
            return None
        return Judgement("supported", (), f"msg {at}: `{' '.join(named[-1].command.text.split())[:70]}` printed nothing", (at,))
    return None


def _no_diff(named: list[Action], run: Run) -> bool:
    """Whether the last `diff` of a call printed none: nothing there looks like one; or of two with a summary only the first has its own."""
    if not all(a.command.tool in ("git", "diff") for a in named):
        return False
    if not _DIFFED.search(run.call.output):
        return True
    sums = [a for a in named if "--stat" in a.command.argv]
    return len(sums) == len(named) == 2 and len(_STAT.findall(run.call.output)) == 1 and run.call.output.startswith(" ")


def _no_program(name: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """A look-up of that name which gave no path that ends in it."""
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > 3:
            return None
        if any(a.command.tool in _LOOKS and name in " ".join(a.command.argv[1:]).lower() for a in run.actions):
            return None if _has_path(name, run) else Judgement("supported", (), f"msg {at}: the look-up of {name} gave no path", (at,))
    return None


def _has_path(name: str, run: Run) -> bool:
    return re.search(rf"(?:^|[/\\]){re.escape(name)}(?:\.exe)?\s*$|\b{re.escape(name)} is ", run.call.output, re.M | re.I) is not None
