"""How a named thing fares: "db is up", "the push was rejected", "the module loads cleanly", "both pods are crash-looping".

A predicate of well or ill is held against the newest call that has the thing: the lines that are of it, or, where only the command names
it, how that command ended. Lines that disagree decide nothing. A thing that the call changed since, or a tail that says more than the
predicate, refutes nothing.

Example: below "NAME STATUS" and "db Exited (1)" the statements "db is up" and "both containers are up" are not so; "db is down" is.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sessionlens.checks.claims.claim import CODE, Claim
from sessionlens.checks.claims.words import COUNTS, STOP, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.plain.lines import Line, has, lines
from sessionlens.checks.runs.suites import overtaken
from sessionlens.checks.values.judge import Judgement
from sessionlens.commands import known
from sessionlens.model.trace import Action, Run
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

_WELL = word_set(
    "passes passed pass succeeds succeeded succeed works worked work builds built compiles compiled links linked loads loaded load starts"
    " started start running runs healthy up fine ok okay green accepted accepts answer answers answered respond responds responded valid"
    " completes completed finishes finished alive reachable through successful online active ready"
)
_ILL = word_set(
    "fails failed failing fail refuses refused refuse rejects rejected reject dies died crashes crashed crashing crash-looping crash-loops"
    " broken breaks red down errors invalid aborts aborted unreachable dead hangs unhealthy denied declined exited stopped inactive"
    " crashlooping offline"
)
WORDS = (_WELL | _ILL | word_set("times timed crash looping")) - {"crash-looping", "crash-loops"}
_WHEN = word_set(
    "first second third last earlier before previously formerly after until when once if unless would could should may might must new old"
    " other others previous again only because since so why how which whose that than rather instead ever sometimes often usually each"
    " round rounds"
)
"""Words of more than how one thing fares now."""
_VERB = "|".join(sorted((_WELL | _ILL) - {"up", "down"}, key=len, reverse=True))
_AUX = (
    r"(?:(?:is|are|was|were|has|have|had|does|do|did|gets?|got|can|could|will|goes|went|comes?|came|be|been|being)(?:n['’]t| not)?"
    r"|cannot|never|not|no longer|still|now|also|all|both|itself|just|even|already)"
)
_SAID = regex(
    rf"^(?:(?:so|and|but|now|still|then|also)[, ]+|(?:yes|no|ok|well|good|hm+)[,:] )*(?P<subject>[^,;:()?]{{2,70}}?) (?P<aux>(?:{_AUX} )*)"
    rf"(?P<verb>times? out|timed out|{_VERB}"
    r"|(?:(?<=is )|(?<=are )|(?<=was )|(?<=were )|(?<=now )|(?<=still ))(?:up|down))(?P<rest>[ ,.:;].*)?$"
)
_NOT = regex(r"n['’]t\b|\b(?:not|never|cannot|no longer)\b")
_TAIL = regex(
    r"[ ,]*(?:(?:now|again|too|as well|there|here|cleanly|fine|successfully|at all|so far|this time|immediately|still|out|entirely|well"
    r"|completely|with(?:out)? (?:an? )?(?:errors?|problems?|status \d+|exit (?:code |status )?\d+)|on (?:ci|the (?:box|host|server|copy))"
    r"|in (?:ci|this (?:kernel|version|build)))[ ,]*)*[.!]*"
)
_NEEDS = word_set("answer respond start load work pass succeed fail refuse reject up")
"""Forms that are verbs only behind an auxiliary."""
_PASSIVE = regex(r" (?:with|by|from|for|into|against|without|as|in|to|on|at|up)\b")
_PARTICIPLES = word_set("built compiled linked loaded started finished completed ready active stopped")
_COLLECT = regex(rf"^(?P<all>all|both|every|each|none|neither)\b(?: of)?(?: the)?(?: (?P<n>\d{{1,3}}|{'|'.join(COUNTS)}))? ?")
_PALE = word_set(
    "the a an this that these those it its my our your his her their new same all both every each none neither of in on for to whole entire"
    " one now thing things there here and or with"
)
_KINDS = word_set("service services container containers pod pods process job instance node unit")
_NAME = regex(r"[a-z0-9_@][\w@./-]*[a-z0-9_]|[a-z]")
_LATELY, _MOST, _LONGEST = 2, 8, 110
_ITSELF = word_set(
    "passes passed pass succeeds succeeded succeed works worked work fails failed failing fail builds built compiles compiled links linked"
    " loads loaded load through refuses refused rejects rejected successful valid invalid applied broken"
)
"""What is said of a command by its end, and not of a thing that it starts or asks about."""
_CALLS = frozenset(("curl", "http", "wget"))
_SERVED = word_set("service server endpoint health check healthcheck healthz api site app probe url request page route")
_ASKS = frozenset(("show", "get", "status", "list", "ls", "info", "describe", "view", "log", "logs", "start", "restart", "run", "dispatch"))
_ASIDE = frozenset(("echo", "printf", "cd", "sleep", "true", "set", "export", "cat", "head", "tail", "ls", "grep", "rg", "sed", "awk"))


_DOING = word_set(
    "builds built compiles compiled links linked loads loaded load starts started start runs answer answers answered respond responds"
    " responded accepted accepts refuses refused refuse rejects rejected reject crashes crashed dies died denied declined"
)
"""Verbs of one doing: a call of another one does not speak against them."""


class Said(NamedTuple):
    """A clause: the words of its subject, whether it says that this is well, "all" or "none" of several and how many, whether it says no
    more than that, and what follows its verb."""

    names: list[str]
    well: bool
    every: str
    n: int
    plain: bool
    verb: str
    rest: str


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Supported or contradicted by the newest call that has the thing; None where none has, or its lines disagree."""
    if claim.cell or claim.words.isdisjoint(WORDS) or len(claim.low) > _LONGEST or claim.quantities:
        return None
    said = _read(claim)
    if said is None:
        return None
    for at, run in _near(claim, evidence):
        found = _fares(said, run, evidence)
        if found is None:
            continue
        state, text = found
        if state is None:
            return None
        if state == said.well:
            if overtaken(evidence, at, claim.msg) is not None or not (said.plain or _goes_on(said.rest, run, evidence)):
                return None
            return Judgement("supported", (), f"msg {at}: {text}", (at,))
        if not said.plain or overtaken(evidence, at, claim.msg) is not None or not _of_that(said.verb, run, evidence):
            return None
        return Judgement("contradicted", (), f"msg {at}: {text}", (at,))
    return None


def _near(claim: Claim, evidence: Evidence) -> Iterator[tuple[int, Run]]:
    for place, (at, run) in enumerate(evidence.runs_before(claim.msg)):
        if claim.msg - at > _LATELY or place > _MOST:
            return
        if run.call.kind == "shell":
            yield at, run


def _goes_on(rest: str, run: Run, evidence: Evidence) -> bool:
    """Whether what a clause says behind its verb is of the same call: no condition or cause, and each word of it stands there."""
    words = [w for w in _NAME.findall(rest) if w not in _PALE and w not in STOP]
    if not _WHEN.isdisjoint(rest.split()) or not words:
        return False
    bare = b" " + folded(f"{run.call.command or ''}\n{evidence.lowered(run)}") + b" "
    return all(has(bare, w) for w in words)


def _of_that(verb: str, run: Run, evidence: Evidence) -> bool:
    """Whether a call is of what a verb says, and not of something else that befell the thing."""
    if verb not in _DOING:
        return True
    given = b" " + folded(run.call.command or "") + b" "
    return has(given, verb) or any(has(x.bare, verb) for x in lines(run, evidence))


def _read(claim: Claim) -> Said | None:
    text = CODE.sub(lambda m: m[1].replace(" ", "\u00a0"), claim.text).lower().strip(" .!")
    match = _SAID.match(text)
    if match is None:
        return None
    subject, aux, verb, rest = match["subject"], match["aux"] or "", match["verb"], match["rest"] or ""
    head = verb.split(" ")[0]
    if head in _NEEDS and not aux.strip():
        return None
    if verb == "through" and not {"goes", "went", "going", "gone"} & set(aux.split()):
        return None
    if (head in _PARTICIPLES or head.endswith("ed")) and _PASSIVE.match(rest) and not _TAIL.fullmatch(rest):
        return None
    well = verb in _WELL
    if _NOT.search(aux):
        well = not well
    every, n = "", 0
    group = _COLLECT.match(subject)
    if group is not None:
        every = "none" if group["all"] in ("none", "neither") else "all"
        n = 2 if group["all"] in ("both", "neither") else COUNTS.get(group["n"] or "", 0) or int(group["n"] or 0)
        subject = subject[group.end() :]
    elif subject.startswith(("no ", "nothing", "everything", "some ", "several ", "most ", "half ", "only ")):
        return None
    names = [w for w in _NAME.findall(subject) if w not in _PALE]
    names = [w for w in names if w not in _KINDS] or (names if not every else [])
    if (not names and not every) or len(names) > 4:
        return None
    plain = _TAIL.fullmatch(rest) is not None and claim.words.isdisjoint(_WHEN) and " and " not in subject
    return Said(names, well, every, n, plain, head, rest)


def _fares(said: Said, run: Run, evidence: Evidence) -> tuple[bool | None, str] | None:
    """How the thing fares by a call, and the line that says so; None where the call does not have it."""
    found = lines(run, evidence)
    if len(found) == 1 and found[0].text.strip().isdigit() and any(a.command.tool in _CALLS for a in run.actions):
        of = [w for w in said.names if w not in _SERVED and not has(b" " + folded(run.call.command or "") + b" ", w)]
        code = found[0].text.strip()
        telling = not (code[0] == "4" and said.verb not in ("accepted", "refused", "rejected"))  # an answer, of a service that runs
        return (found[0].well, f"the answer is {code}") if telling and not of and not said.every else None
    given = b" " + folded(run.call.command or "") + b" "
    if said.every:
        return _together(said, [x for x in found if x.well is not None], given)
    here = [(sum(has(x.bare, w) for w in said.names), x) for x in found]
    most = max((n for n, _ in here), default=0)
    told = [x for n, x in here if n == most and x.well is not None] if most else []
    if most == len(said.names) or (told and all(has(given, w) for w in said.names if not has(told[0].bare, w))):
        if told:
            ways = {x.well for x in told}
            return (told[0].well if len(ways) == 1 else None), _line(told[0])
        return None
    command = next((a for a in run.actions if _names(said, a)), None) if said.verb in _ITSELF else None
    if command is not None:
        return _ended(command, run, found)
    return None


def _together(said: Said, told: list[Line], given: bytes) -> tuple[bool | None, str] | None:
    """Whether all of several are well, or ill: the lines that have their name, or all lines where the command asks for them."""
    mine = [x for x in told if all(has(x.bare, w) for w in said.names)] if said.names else []
    if len(mine) < 2:
        if said.names and not all(has(given, w) for w in said.names) and not (said.n and said.n == len(told)):
            return None
        mine = told
    if len(mine) < 2 or (said.n and len(mine) != said.n):
        return None
    wanted = said.well if said.every == "all" else not said.well
    other = next((x for x in mine if x.well is not wanted), None)
    if other is None:
        return said.well, f"{len(mine)} of {len(mine)}, as {_line(mine[0])}"
    return (not said.well), _line(other)


def _names(said: Said, action: Action) -> bool:
    """Whether a command is the one that the clause speaks of: all of its subject's words are among the command's."""
    if action.command.tool in _ASIDE or not _ASKS.isdisjoint(action.command.argv[1:4]):
        return False
    bare = b" " + folded(action.command.text) + b" "
    return all(has(bare, w) for w in said.names)


def _ended(action: Action, run: Run, found: list[Line]) -> tuple[bool | None, str] | None:
    """How a command ended: by its status, or by the signs in what it alone printed."""
    what = " ".join(action.command.text.split())[:60]
    state = known(action.command, run.call.exit_code)
    real = [a for a in run.actions if a.command.tool not in _ASIDE]
    ill = next((x for x in found if x.well is False), None)
    printed = re.search(r"(?m)^\W*(?:exit|rc|status)\W{0,3}(?:code |status )?(\d{1,3})\W*$", run.call.output) if len(real) == 1 else None
    if printed is not None:
        return printed[1] == "0", f"{what}: {printed[0].strip()}"
    if state == "failed" or (len(real) == 1 and run.call.exit_code not in (0, None) and action.command.exit_visible):
        return False, _line(ill) if ill is not None and len(real) == 1 else f"{what} failed"
    if len(real) == 1 and ill is not None:
        return (False if state != "ok" else None), _line(ill)
    return (True, f"{what} ended with status 0") if state == "ok" else None


def _line(line: Line) -> str:
    first = next((t for t in line.text.split("\n") if t.strip()), "")
    shown = " ".join((first if line.label in first else f"{line.label}: {first}").split())
    return f'"{shown[:90]}"'
