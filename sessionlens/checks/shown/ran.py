"""Programs that say nothing when all is well, by their exit status: "`shfmt` passed", "verified with `tool fmt` and `tool lint`".

Many checkers print only what is wrong, so that a silent run with status 0 is their "passed". Which run is meant is known by the name in
backticks, which must stand whole in the command.
"""

import re

from sessionlens import commands
from sessionlens.checks.claims.claim import CODE, Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.shown.exact import whole
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set(
    "passed passes pass succeeded succeeds clean green verified validated checked tested pass reports reported finds found"
    " prints printed exits exited has had ran runs swallowed swallows hid hides masked masks before"
)
_PASSED = regex(
    r"^(?:and |then |now )?(?:the )?`(?P<tool>[^`]{2,60})` (?:run |check |also |now |then |again )*"
    r"(?:passe[sd]|pass|succeed(?:s|ed)|(?:is|was|runs?|ran|comes? back|came back) (?:clean(?:ly)?|green)|exit(?:s|ed)(?: with)? 0"
    r"|(?P<silent>(?:reports?|reported|finds?|found|prints?|printed|gives?|gave|has|had) (?:no (?:errors?|issues?|problems?"
    r"|warnings?|findings|complaints)|nothing)))"
    r"(?: again| now| too| cleanly| as well)*(?: (?:on|for|over|in) (?P<of>(?:both|all|the|all the|each of the|\w+) [\w .`/-]{2,50}))?$"
)
_EACH = regex(
    r"^(?P<list>`[^`]+`(?:(?:, and |,? and |, )`[^`]+`)+) (?:all |both |now |also )*(?:pass|passed|succeed|succeeded|(?:are"
    r"|were|ran|run|came back) (?:clean|green))"
    r"(?: again| now| too| cleanly)*$"
)
_SAYS_WELL = regex(r"\bpass(?:ed|es)?\b|\bok\b|✓|✔|\bexit(?:ed)?(?: with)?(?: code| status)? 0\b|\bsuccess(?:ful(?:ly)?)?\b", re.I)
_FAILS = regex(r"\b[1-9]\d* (?:\w+ )?(?:failed|failures?|errors?)\b|^(?:FAIL|FAILED|not ok|ERROR)\b", re.M)
_SAYS_ILL = regex(r"\bfail(?:ed|ure|s)?\b|✗|✘|\berror\b|\bexit(?:ed)?(?: with)?(?: code| status)? [1-9]", re.I)
_VERIFIED = regex(
    r"^(?:(?:i|we)(?:['’]ve| have)? )?(?:verified|validated|checked|tested)(?: (?:it|this|that|them|everything|locally|the"
    r" \w+))* (?:with|by|using|via|through) (?P<list>.+)$"
)
_PARTS = regex(r",? and |, | plus ")
_COMPLAINS = regex(r"\b(?:warning|error|problem|issue)s?\b", re.I)
_BOTH = regex(r"\b(?:both|two)\b")
_PATH = regex(r"[\w-]+[./][\w./-]+")
_LOOKS = word_set("echo printf grep rg which command cat sed git search ls")
"""Programs that have the name of another in their words and do not run it."""
_MASKED = regex(
    r"`\| ?(?P<filter>\w+)[^`]*` (?:swallowed|hid|hides|swallows|ate|masks|masked|lost) .{0,40}\b(?:exit (?:status|code)"
    r"|failure|status)\b"
)
_EARLIER = regex(
    r"^(?:correct|right|true|yes)?,? ?the last (?:run|test run|benchmark|measurement)s?(?: of [^,;]+)? (?:was|is|were) (?:from )?before"
    r" (?:that|the|this|my) (?:last )?(?:edit|change|commit|fix)$"
)
_AGO = 20


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported where each named program ended well the last time; None where one did not, or nothing of that name ran."""
    text = claim.text.rstrip(" .!")
    if "before" in claim.words and _EARLIER.match(text.lower()):
        return _earlier(claim, evidence)
    if not claim.code:
        return None
    if (match := _PASSED.match(text)) is not None and (not claim.negated or match["silent"]):
        return _passed(match["tool"], match["of"] or "", claim, evidence, silent=bool(match["silent"]))
    if claim.negated:
        return None
    if "|" in text and (match := _MASKED.search(text)) is not None:
        return _masked(match["filter"], claim, evidence)
    if (match := _EACH.match(text)) is not None:
        return _verified(match["list"], claim, evidence, now=True)
    if (match := _VERIFIED.match(text[:1].lower() + text[1:])) is not None:
        return _verified(match["list"], claim, evidence)
    return None


def _ended(name: str, claim: Claim, evidence: Evidence) -> tuple[int, Run, str] | None:
    """The newest call that ran a command with this in it: its message, itself, and how that command ended."""
    sought = whole(name)
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if place > 3 * _AGO:
            return None
        if name not in (run.call.command or ""):
            continue
        for action in reversed(run.actions):
            if action.command.tool not in _LOOKS and sought.search(action.command.text):
                argv = action.command.argv
                if "--version" in argv or "--help" in argv or {"search", "view", "info", "show"} & set(argv[1:2]):
                    continue
                return at, run, commands.known(action.command, run.call.exit_code)
    return None


def _passed(tool: str, of: str, claim: Claim, evidence: Evidence, *, silent: bool) -> Judgement | None:
    found = _ended(tool, claim, evidence)
    if found is None and not silent:
        return _told(tool, claim, evidence)
    if found is not None and found[2] == "failed":
        return _failed(found[0], found[1])
    if found is None or found[2] != "ok" or any(o.result == "fail" for o in found[1].outcomes):
        return None
    at, run, _ = found
    if silent and run.call.output.strip() and (_COMPLAINS.search(run.call.output) or "print" in claim.low):
        return None
    if overtaken(evidence, at, claim.msg) is not None or (_BOTH.search(of) and len(_PATH.findall(run.call.command or "")) < 2):
        return None
    return Judgement("supported", (), f"msg {at}: `{_short(run)}` ended with status 0", (at,))


def _earlier(claim: Claim, evidence: Evidence) -> Judgement | None:
    """The newest test stands before the newest change, and no benchmark after it."""
    last = next((at for at, _ in evidence.runs_of(claim.msg, ("test",))), 0)
    timed = next((at for at, _ in evidence.runs_of(claim.msg, ("benchmark",))), 0)
    change = next((c for c in reversed(evidence.changes) if c.msg < claim.msg and c.files), None)
    if not (last or timed) or change is None or change.msg <= last or change.msg < timed:
        return None
    text = f"the last run is in msg {last or timed}, the last change in msg {change.msg}"
    return Judgement("supported", (), text, (last or timed, change.msg), (change.id,))


def _masked(last: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """A pipeline that ended in that filter with status 0, though what it printed tells of a failure."""
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > 4:
            return None
        piped = next((a for a in run.actions if a.command.tool == last and a.command.stage > 0), None)
        if piped is None or run.call.exit_code != 0 or "pipefail" in (run.call.command or ""):
            continue
        if line := next((x for x in run.call.output.splitlines() if _FAILS.search(x)), ""):
            return Judgement("supported", (), f"msg {at} ended with status 0 and prints {' '.join(line.split())[:80]}", (at,))
    return None


def _told(name: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """A part of what ran: a line of one of the last outputs begins with its name and says how that went."""
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > 2:
            return None
        lines = [x for x in run.call.output.splitlines() if x.lstrip(" -*[✓✔✗").startswith(name) and whole(name).search(x)]
        if ill := next((x for x in lines if _SAYS_ILL.search(x)), ""):
            return Judgement("unsupported", (), f"msg {at} prints {' '.join(ill.split())[:90]}", (at,))
        if (well := next((x for x in lines if _SAYS_WELL.search(x)), "")) and run.call.kind == "shell":
            return Judgement("supported", (), f"msg {at} prints {' '.join(well.split())[:90]}", (at,))
    return None


def _verified(said: str, claim: Claim, evidence: Evidence, *, now: bool = False) -> Judgement | None:
    """Each part of the list names a command in backticks that ended well; further names in it stand in that call or in one like it."""
    at: set[int] = set()
    parts = _PARTS.split(said)
    since = max((n for n in evidence.view.of_people() if n < claim.msg), default=0)
    for part in parts:
        names = CODE.findall(part)
        if not names:
            return None
        for name in names:
            found = _ended(name, claim, evidence)
            if found is not None and found[2] == "failed":
                return _failed(found[0], found[1])
            if found is None or found[2] != "ok" or found[0] < since:
                return None
            at.add(found[0])
    stale = overtaken(evidence, min(at), claim.msg) is not None
    if stale and now:
        return None
    return Judgement(
        "supported", ("stale",) if stale else (), f"each ended with status 0: msg {', '.join(map(str, sorted(at)))}", tuple(sorted(at))
    )


def _failed(at: int, run: Run) -> Judgement:
    return Judgement("unsupported", (), f"msg {at}: `{_short(run)}` did not end well the last time", (at,))


def _short(run: Run) -> str:
    return " ".join((run.call.command or "").split())[:60]
