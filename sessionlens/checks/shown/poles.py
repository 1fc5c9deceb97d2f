"""One pole said, the other one printed by the last call: "db is up" where its row says Exited, "the service is healthy" after 503, "the two
builds differ" where their digests are one.

A row belongs to the thing that it begins with; the state is the one word of it that is of either pole. A status code counts where the call
printed nothing else. `cmp` and lists of digests say whether files are the same.

Example: below "NAME STATUS" and "db Exited (1)" the statements "db is up" and "both containers are up" are not so.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import stem, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

WORDS = word_set(
    "up running healthy active ready online alive passes exited down dead failed stopped inactive unhealthy crashed works responds fine"
    " differ different differs another unlike identical same changes"
)
_WELL = word_set("up running healthy active online alive started")
_ILL = word_set("exited down dead failed stopped inactive unhealthy crashed crashloopbackoff error errored offline restarting oomkilled")
_LEAD = r"(?:so |and |but |now |still )*"
_N = rf"\d{{1,3}}|{'|'.join(NUMBERS)}"
_ONE = regex(
    rf"{_LEAD}(?:the )?`?(?P<name>[\w][\w./-]*)`?(?: container| pod| service| unit| instance| node| job| process)? (?:is|has)"
    r" (?:now |still |again )*(?P<state>[a-z]+)(?: again| now)?"
)
_ALL = regex(
    rf"{_LEAD}(?P<all>both|all)(?: of)?(?: the)?(?: (?P<n>{_N}))?(?: [a-z]+)? (?P<what>[a-z]+s) (?:are|have)"
    r" (?:now |still |all |again )*(?P<state>[a-z]+)(?: again| now)?"
)
_HEALTHY = regex(
    rf"{_LEAD}(?:the )?(?P<what>[\w-]*(?:service|server|endpoint|health ?check|healthz?|api|site|app|probe|url))"
    r" (?:is|now)?(?: now| again)? ?(?P<state>healthy|passes|works|ok|fine|green)(?: again| now)?"
)
_CODE = regex(r"(?:HTTP/[\d.]+ |http_code[:=] ?)?(5\d\d)(?: [A-Z][\w ]*)?")
_DIFFER = regex(
    rf"{_LEAD}(?:the |both )?(?:two |both )?(?P<what>[\w./ -]{{2,60}}?) (?:differ|are (?:now )?different|are not (?:identical|the same)"
    r"|is (?:another|a different) (?P<of>[a-z]+) (?:than|from) (?P<other>\S+))"
)
_SAME = regex(
    rf"{_LEAD}(?P<what>[\w./ -]{{2,60}}?) (?:are|is) (?:byte[- ]for[- ]byte |bit[- ]for[- ]bit |exactly )?"
    r"(?:identical|the same|byte-identical)(?: (?:as|to|with) (?P<other>\S+))?"
)
_FILES = word_set(
    "file files output outputs binary binaries build builds copies report reports archive archives image images result results"
)
_DIGEST = regex(r"^([0-9a-f]{32,128})[ *]+(\S+)$", re.M)
_APART = regex(r"^(?:Files )?(\S+) (?:and )?(\S+) differ\b", re.M)
_SILENT = ("echo", "printf", "true", "sleep", "cd", ":")
_LONGEST, _MANY, _CODES = 100, 60, 40


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Contradicted by the last call before the message; None where it bears the clause out, or is of something else."""
    low = claim.low.rstrip(" .!")
    if claim.cell or len(low) > _LONGEST or (" not " in low and " differ" not in low):
        return None
    forms = [(said, against) for pattern, against in _FORMS if (said := pattern.fullmatch(low)) is not None]
    for at, run in evidence.runs_before(claim.msg) if forms else ():
        if claim.msg - at > 1 or run.call.kind in ("edit", "write"):
            return None
        if run.call.kind != "shell" or run.call.cut or len(run.call.output) > 20_000:
            continue
        text = next((t for said, against in forms if (t := against(said, run))), "")
        return Judgement("contradicted", (), f"msg {at}: {text}", (at,)) if text else None
    return None


def _rows(run: Run) -> list[tuple[str, bool | None, str]]:
    """What the lines of an output are of, whether they are well, and the word that says so."""
    out = []
    for line in run.call.output.splitlines()[:_MANY]:
        words = re.findall(r"[A-Za-z][\w./-]*", line)
        told = [w for w in words[1:] if w[0].isupper() or w not in ("up", "down")]
        poles = [(w.lower() in _WELL, w) for w in told if w.lower() in _WELL | _ILL]
        if len(words) > 1:
            ways = {way for way, _ in poles}
            out.append((words[0].lower().rstrip(":"), ways.pop() if len(ways) == 1 else None, poles[0][1] if poles else ""))
    return out


def _one(said: re.Match[str], run: Run) -> str:
    """The row of the thing has the other pole."""
    state, name = said["state"], said["name"]
    if state not in _WELL | _ILL:
        return ""
    mine = [(well, word) for of, well, word in _rows(run) if of == name]
    if len(mine) != 1 or mine[0][0] is None or mine[0][0] == (state in _WELL):
        return ""
    return f"{name} is {mine[0][1]}"


def _all(said: re.Match[str], run: Run) -> str:
    """A row of a table of states has the other pole."""
    rows = [(of, well, word) for of, well, word in _rows(run) if well is not None]
    n = 2 if said["all"] == "both" else NUMBERS.get(said["n"] or "", 0) or int(said["n"] or 0)
    asked = f"{run.call.command or ''} {run.call.output[:200]}".lower()
    if said["state"] not in _WELL or len(rows) < 2 or (n and n != len(rows)):
        return ""
    if stem(said["what"]) not in asked and not any(t in asked for t in ("ps", "status", "pods")):
        return ""
    return next((f"{of} is {word}" for of, well, word in rows if not well), "")


def _healthy(said: re.Match[str], run: Run) -> str:
    """The one thing printed is the code of an error."""
    output = run.call.output.strip()
    code = _CODE.fullmatch(output) if len(output) < _CODES else None
    return f"the answer is {code[1]}" if code is not None and any(a.command.tool in ("curl", "http", "wget") for a in run.actions) else ""


def _spoken(what: str, files: list[str]) -> bool:
    """Whether the words are of these files: by their names, or as the outputs there are."""
    named = [f for f in files if f.lower() in what or f.lower().rpartition("/")[2] in what.split()]
    return len(named) > 1 or (not named and not frozenset(re.findall(r"[a-z]+", what)).isdisjoint(_FILES))


def _differ(said: re.Match[str], run: Run) -> str:
    tools = [a.command for a in run.actions if a.command.tool not in _SILENT]
    digests = _DIGEST.findall(run.call.output)
    what = f"{said['what']} {said['other'] or ''}"
    if len(tools) == 1 and len(digests) > 1 and len({d for d, _ in digests}) == 1 and _spoken(what, [f for _, f in digests]):
        return f"{digests[0][1]} and {digests[1][1]} both have {digests[0][0][:8]}"
    return ""


def _same(said: re.Match[str], run: Run) -> str:
    tools = [a.command for a in run.actions if a.command.tool not in _SILENT]
    apart = _APART.findall(run.call.output)
    if len(tools) != 1 or len(apart) != 1 or tools[0].tool not in ("cmp", "diff"):
        return ""
    return f"{apart[0][0]} and {apart[0][1]} differ" if _spoken(f"{said['what']} {said['other'] or ''}", list(apart[0])) else ""


_FORMS = ((_HEALTHY, _healthy), (_ONE, _one), (_ALL, _all), (_DIFFER, _differ), (_SAME, _same))
