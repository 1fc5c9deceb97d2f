"""What the session itself did, by its own calls: rebased, tagged, replied to all 4 comments, touched no code, started in the background.

A deed is shown by the call that did it, not by words that some output shares with it.
"""

import re
from collections.abc import Iterator

from sessionlens import commands
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import PROSE, STOP, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.repository import states
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Action, Run
from sessionlens.text.regex import regex

_GIT = {
    "rebased": ("rebase",), "merged": ("merge",), "tagged": ("tag",), "stashed": ("stash",), "cherry-picked": ("cherry-pick",),
    "fetched": ("fetch", "pull"), "pulled": ("pull",), "amended": ("commit",), "squashed": ("rebase", "commit", "merge"),
    "applied": ("rebase", "cherry-pick", "am", "apply", "merge", "pull", "stash"),
}  # fmt: skip
"""Deeds of git by their participle, with the subcommands that do them."""
_UNDO = frozenset(["--abort", "--continue", "--skip", "list", "--list", "-l", "drop", "show", "-d", "--delete"])
TALK = word_set("posted replied commented answered responded")
_TALKED = regex(
    r"(?:^|\b(?:and|then|i|we|i've|we've|also|now|have|has|was|is|been|comment|reply|answer|summary|review|note)\s)(?:\w+ly )?"
    r"(posted|replied|commented|answered|responded)\b(?! by)"
)
_THREADS = regex(r"\b(?:all (?:of the )?)?(\d+)\b[^.;]{0,30}?\b(?:comment|thread|reply|replie|review|question|issue|note)s\b")
_POSTS = frozenset(["comment", "note", "review"])
_API = regex(r"/(?:comments|replies|reviews|notes)\b")
_SENDS = regex(r"(?:^|\s)(?:-[fFd]\b|--(?:raw-)?field\b|--input\b|--data\b|--body\b|-X ?POST\b|--method[ =]POST\b)")
_TOOL = regex(r"comment|reply|post_message|send_message", re.I)
_CLEANLY = regex(
    r"\b(?:applied|applies|merged|merges|rebased|rebases) (?:\w+ )?cleanly\b|\b(?:no|without(?: any)?) (?:merge )?conflicts?\b"
)
_UNTOUCHED = regex(
    r"^no (?:source |production |actual )?(?:code|files?|sources?)(?: (?:changes? )?(?:was|were|has been|have been|is|are))?"
    r" ?(?:changes?|touched|changed|modified|edited|written|made)\b(?! (?:\w+ )?(?:needed|required|necessary|possible))"
)
_BACKGROUND = regex(r"\b(?:running|runs|started|launched|kicked off|working) (?:now )?(?:in|into) the background\b|\bin background\b")
_STILL = regex(r"\b(?:sub-?agent|agent|task|job|build|workflow)s? (?:is |are )?still (?:running|working|going)\b")
_MADE = regex(
    r"^(?:the )?(?:[\w./`-]+ ){1,3}?(?:has|have|was|were|is|are) (?:been |now |successfully )*"
    r"(?P<deed>created|installed|initiali[sz]ed|generated|scaffolded|built|deleted|removed|renamed|copied|published|deployed"
    r"|uploaded|upgraded)"
    r"(?: successfully)?$"
)
_MERGED = regex(
    r"^(?:(?:the |this |that )?(?:pr|pull request|mr|merge request|change|fix|branch|it)\b|#\d)"
    r".{0,40}?\b(?:is|was|got|has been|now) (?:\w+ )?merged\b"
)
_IS_MERGED = regex(r"\bmerged pull request\b|\"?state\"?:\s*\"?MERGED\b|\"mergedAt\":\s*\"2", re.I)
_ISSUE = regex(r"#(\d+)")
_FAILED = regex(r"\b(?:fail\w*|error|cannot|could not|unable|denied|not)\b")
_PASSIVE = regex(
    r"^`?(?P<what>[\w./-]+)`? (?:has|have|was|were|is|are) (?:been |now |already |also )*(?P<deed>fetched|pulled|rebased"
    r"|stashed|cherry-picked)$"
)
_IN_PLACE = regex(
    r"^(?:ok|done|good)?,? ?(?:the |my |our |both |all |these |those )*(?:\w+ )?(?:patch|fix|edit|change|update)(?:es|s)?"
    r" (?:is|are) (?:now |all |both )*"
    r"(?:in place|applied|in|made|written)$"
    r"|^(?:i|we)(?:['’]ve| have)? (?:now |just )*(?:made|applied|put in) (?:the|that|this|both|all(?: the)?|these) (?:\w+"
    r" )?(?:fix|edit|change|update|patch)(?:es|s)?$"
)
_SUCCESS = regex(r"\bsuccess(?:fully|ful)?\b|✓|✔|\bdone\b", re.I)
_INSTALLED = regex(r"^(?:i |we |also |successfully )*installed\b")
WORDS = (
    word_set(
        "no nothing conflict conflicts cleanly background running without installed created initialized initialised generated scaffolded"
    )
    | word_set("place in made written built deleted removed renamed copied published deployed uploaded upgraded")
    | frozenset(_GIT)
    | TALK
)
_PLACED = word_set("applied made written")
_AGO = 12
"""Messages back in which a deed may stand that a clause reports."""


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """By the calls that did it; None where the clause reports no deed of these kinds or none was done."""
    low = claim.low
    if low.startswith("no ") and _UNTOUCHED.match(low):
        return _untouched(claim, evidence)
    if ("cleanly" in low or "conflict" in low) and _CLEANLY.search(low):
        return _without_conflict(claim, evidence)
    if "nothing" in claim.words and "pushed" in claim.words:
        return states.pushed(claim, evidence)
    if claim.negated:
        return None
    if ("background" in low and _BACKGROUND.search(low)) or ("still" in low and _STILL.search(low)):
        return _in_background(claim, evidence)
    if not TALK.isdisjoint(claim.words) and _TALKED.search(low):
        return _talked(claim, evidence)
    if "merged" in claim.words and _MERGED.search(low):
        return _merged(claim, evidence)
    if (made := _MADE.match(low.rstrip(" .!"))) is not None:
        return _made(made["deed"], claim, evidence)
    if "installed" in claim.words and _INSTALLED.match(low):
        return _installed(claim, evidence)
    if ("in" in claim.words or not _PLACED.isdisjoint(claim.words)) and _IN_PLACE.match(low.rstrip(" .!")):
        return _in_place(claim, evidence)
    return _git(claim, evidence)


def _in_place(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "The patch is in place": files were edited since the person asked, and nothing took that back."""
    undone = {r.of for r in evidence.reversions if r.msg < claim.msg}
    made = [c for c in evidence.changes if _since(claim, evidence) < c.msg < claim.msg and c.files]
    if not made or any(c.id in undone for c in made) or claim.msg - made[-1].msg > _AGO:
        return None
    at = tuple(c.msg for c in made[-4:])
    return Judgement(
        "supported", (), f"edited in msg {', '.join(map(str, at))}, and nothing undoes that", at, tuple(c.id for c in made[-4:])
    )


def _made(deed: str, claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "The project has been created successfully": the call just made succeeded, and says so in that word beside a sign of success."""
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > 2 or run.call.status == "error" or run.call.exit_code not in (0, None):
            return None
        for line in run.call.output.splitlines()[-60:]:
            low = line.lower()
            if deed in low and _SUCCESS.search(line) and not _FAILED.search(low):
                return Judgement("supported", (), f'msg {at} prints "{" ".join(line.split())[:80]}"', (at,))
    return None


def _merged(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "PR #91 is merged": the newest call about it says so."""
    number = _ISSUE.search(claim.low)
    for at, run in evidence.runs_of(claim.msg, ("gh", "glab", "curl"), 30):
        if claim.msg - at > _AGO:
            return None
        if number and number[1] not in f"{run.call.command} {run.call.output}":
            continue
        if (sign := _IS_MERGED.search(run.call.output)) is not None:
            return Judgement("supported", (), f"msg {at} prints {sign[0]}", (at,))
        if '"state"' in run.call.output:
            return None
    return None


def _installed(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "Installed `left-pad`": a call that installs, names it, and succeeded."""
    named = tokens(" ".join(claim.code) or claim.text) - STOP - {"installed"}
    for at, run in evidence.runs_of(claim.msg, ("install",), 40):
        for action in run.actions:
            if action.intent == "install" and tokens(" ".join(action.command.argv[2:])) & named:
                if commands.known(action.command, run.call.exit_code) == "ok":
                    return Judgement("supported", (), f"msg {at}: `{action.command.text[:60]}` succeeded", (at,))
                return None
    return None


def _since(claim: Claim, evidence: Evidence) -> int:
    """The person's request that a clause answers."""
    return max((n for n in evidence.view.of_people() if n < claim.msg), default=0)


def _git(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "Rebased onto main": the newest such command, which succeeded."""
    passive = _PASSIVE.match(claim.low.rstrip(" .!"))
    first = passive["deed"] if passive is not None else claim.low.split(" ", 1)[0].strip(",.:;")
    if first not in _GIT or first == "applied" or any(q.noun for q in claim.quantities):
        return None  # how many is another question
    for at, run in evidence.runs_of(claim.msg, ("git", "gh"), 40):
        if claim.msg - at > _AGO:
            return None
        for action in run.actions:
            if _does(action, _GIT[first]) and (passive is None or passive["what"] in action.command.argv):
                if commands.known(action.command, run.call.exit_code) == "ok" and "CONFLICT" not in run.call.output:
                    return Judgement("supported", (), f"msg {at}: `{action.command.text[:60]}` succeeded", (at,))
                return None
    return None


def _does(action: Action, subcommands: tuple[str, ...]) -> bool:
    argv = action.command.argv
    return not set(subcommands).isdisjoint(argv[1:4]) and _UNDO.isdisjoint(argv)


def _without_conflict(claim: Claim, evidence: Evidence) -> Judgement | None:
    for at, run in evidence.runs_of(claim.msg, ("git",), 20):
        if claim.msg - at > 4:
            return None
        for action in reversed(run.actions):
            if action.command.tool == "git" and _does(action, _GIT["applied"]):
                if "CONFLICT" in run.call.output:
                    return Judgement("contradicted", (), f"msg {at}: `{action.command.text[:60]}` printed a conflict", (at,))
                if commands.known(action.command, run.call.exit_code) == "ok":
                    return Judgement("supported", (), f"msg {at}: `{action.command.text[:60]}` succeeded without a conflict", (at,))
                return None
    return None


def _untouched(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "No code touched": no change of a file that is not prose, since the person's request."""
    made = [c for c in evidence.changes if c.msg < claim.msg and c.files and not all(f.endswith(PROSE) for f in c.files)]
    if not made:
        return Judgement("supported", (), "no edit of a source file in the session so far")
    if made[-1].msg < _since(claim, evidence):
        return Judgement("supported", (), f"no edit of a source file after msg {made[-1].msg}", (made[-1].msg,))
    return None


def _in_background(claim: Claim, evidence: Evidence) -> Judgement | None:
    """A call of the last messages that was started so, and that no later call ended or read to its end."""
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > _AGO or run.call.name.lower().startswith("kill"):
            return None
        if run.call.background or run.call.input.get("run_in_background") is True:
            what = run.call.description or str(run.call.input.get("description") or run.call.command or run.call.name)
            return Judgement("supported", (), f"msg {at} started it in the background: {' '.join(what.split())[:60]}", (at,))
    return None


def _talked(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "Replied to all 4 comments", "the summary is posted": as many calls that sent one as the clause says, since the person asked."""
    since = _since(claim, evidence)
    sent = [at for at, run in _sent(claim.msg, evidence) if at > since]
    if not sent:
        return None
    messages = tuple(sorted(set(sent)))
    said = _THREADS.search(claim.low)
    if said is None:
        return Judgement("supported", (), f"msg {messages[-1]} sent it", messages[-1:])
    if int(said[1]) == len(sent):
        return Judgement("supported", (), f"{len(sent)} sent, in msg {', '.join(map(str, messages))}", messages, counted=True)
    return None


def _sent(msg: int, evidence: Evidence) -> Iterator[tuple[int, Run]]:
    """Successful calls that sent a comment or an answer to somebody, newest first; each simple command counts."""
    for at, run in evidence.runs_of(msg, ("gh", "glab", "curl", "other"), 80):
        if run.call.status == "error" or run.call.exit_code not in (0, None):
            continue
        if run.call.kind == "other" and _TOOL.search(run.call.name):
            yield at, run
        for action in run.actions:
            command = action.command
            through = command.tool in ("gh", "glab") and len(command.argv) > 2 and command.argv[2] in _POSTS
            if through or (_API.search(command.text) and _SENDS.search(command.text)):
                yield at, run
