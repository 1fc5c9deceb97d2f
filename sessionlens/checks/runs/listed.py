"""States of a service tool's listing: "four pods are Running", "cache is up". By the STATUS column of the newest listing of that kind
(kubectl, docker, helm, nomad), row by row. Of all rows together `members` speaks.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Action, Run
from sessionlens.text.regex import regex

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_STATES = (
    "running up pending completed complete failed succeeded ready notready terminating evicted exited created restarting paused bound"
    " active unhealthy crashloopbackoff imagepullbackoff errimagepull oomkilled containercreating error deployed superseded dead"
)
WORDS = word_set(_STATES)
_STATE = rf"(?P<state>{'|'.join(_STATES.split())})\b(?! (?:on|for|with|a|an|the|at|since|as)\b)"
_COUNT = regex(
    rf"(?:only |exactly |there (?:are|is) )?(?P<n>\d{{1,4}}|{'|'.join(_NUMBERS)}) (?:of the (?:\w+ )?)?(?P<noun>[a-z]+?)s? (?:is|are) "
    rf"(?:now |still |currently |in )*{_STATE}"
)
_NAMED = regex(rf"`?(?P<name>[a-z][\w.-]*[\w])`? is (?:now |still |currently )*{_STATE}")
_TOOLS = ("kubectl", "oc", "docker", "podman", "nerdctl", "helm", "nomad")
_KINDS = {"po": "pod", "deploy": "deployment", "svc": "service", "no": "node", "ps": "container", "list": "release", "pvc": "pvc"}
_ACTS = word_set(
    "apply delete patch scale edit rollout set create run start stop restart rm kill up down install upgrade uninstall rollback drain"
    " cordon"
)
_HEAD = regex(r"\b(?:STATUS|STATE|PHASE)\b")
_ALIKE = {"up": "running", "complete": "completed", "succeeded": "completed"}
_MOST = 40


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """None where no such listing was printed, or where it is not of what the clause speaks of."""
    counted = _COUNT.match(claim.low)
    named = _NAMED.match(claim.low) if counted is None else None
    match = counted or named
    if match is None or claim.negated:
        return None
    wanted = _ALIKE.get(match["state"], match["state"])
    against: Judgement | None = None
    other: tuple[str, ...] = ()
    for at, run in evidence.runs_of(claim.msg, _TOOLS, _MOST):
        if any(_changes(a) for a in run.actions):
            break
        listing = _listing(run)
        rows = _rows(run.call.output) if listing is not None else []
        if listing is None or not rows:
            continue
        if counted is not None:
            if _kind(listing) != counted["noun"] or (wanted != "running" and _running_only(listing)):
                continue
            if against is not None:
                if listing.command.argv == other:
                    continue
                return Judgement("undecidable", ("ambiguous-binding",), f"{against.derivation}; msg {at} lists others", (at,))
            claimed = int(counted["n"]) if counted["n"].isdigit() else _NUMBERS.index(counted["n"])
            found = sum(state == wanted for _, state in rows)
            text = f"msg {at} lists {len(rows)} {counted['noun']}(s), {found} of them {match['state']}; claimed {claimed}"
            if found != claimed and run.call.cut:
                return Judgement("undecidable", ("cut-output",), text, (at,))
            if found == claimed:
                return Judgement("supported", (), text, (at,))
            against, other = Judgement("contradicted", (), text, (at,)), listing.command.argv
            continue
        name = match["name"]
        mine = [state for row, state in rows if row == name] or [state for row, state in rows if row.startswith(f"{name}-")]
        if mine:
            text = f"msg {at} lists {name} as {', '.join(dict.fromkeys(mine))}"
            if all(state == wanted for state in mine):
                return Judgement("supported", (), text, (at,))
            return Judgement("contradicted" if wanted not in mine else "undecidable", (), f"{text}; claimed {match['state']}", (at,))
    return against


def _listing(run: Run) -> Action | None:
    """The one listing of a call, if nothing cut or searched its lines."""
    listed = [a for a in run.actions if a.command.tool in _TOOLS]
    if len(listed) != 1 or listed[0].command.stages > 1 or not _HEAD.search(run.call.output):
        return None
    return listed[0]


def _running_only(listing: Action) -> bool:
    """`docker ps` lists what runs, unless it is asked for all."""
    words = listing.command.argv[1:]
    return listing.command.tool in ("docker", "podman", "nerdctl") and not any(w in ("-a", "--all") or w.startswith("-a") for w in words)


def _kind(listing: Action) -> str:
    """What is listed: `kubectl get po` lists pods, `docker ps` containers."""
    words = [w for w in listing.command.argv[1:] if not w.startswith("-")]
    word = words[1] if words[:1] == ["get"] and len(words) > 1 else words[0] if words else ""
    word = word.partition("/")[0].partition(".")[0].lower()
    return _KINDS.get(word, word.removesuffix("s"))


def _changes(action: Action) -> bool:
    return action.command.tool in _TOOLS and not _ACTS.isdisjoint(action.command.argv[1:4])


def _rows(output: str) -> list[tuple[str, str]]:
    """Name and state of each row, by the head of its column."""
    lines = output.splitlines()
    top = next((i for i, line in enumerate(lines) if _HEAD.search(line) and line.isupper()), None)
    if top is None:
        return []
    head = lines[top]
    state = _HEAD.search(head)
    name = re.search(r"\bNAMES?\b", head)
    if state is None or name is None:
        return []
    out = []
    for line in lines[top + 1 :]:
        if not line.strip() or line[0].isspace():
            break
        cell, row = line[state.start() :].split(), line[name.start() :].split()
        if not cell or not row or not line[state.start() - 1 : state.start()].isspace():
            return []  # its columns do not stand below their heads
        word = cell[0].lower().strip("()")
        out.append((row[0].lower(), _ALIKE.get(word, word)))
    return out
