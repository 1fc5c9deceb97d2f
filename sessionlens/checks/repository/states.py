"""States (built, committed, pushed, reverted, clean, installed, present) by what a command printed and how its stage ended."""

import heapq
import re
from collections.abc import Callable, Iterator

from sessionlens import commands
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, content, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS
from sessionlens.checks.repository import files, warned
from sessionlens.checks.repository.fates import FATES, fate, reverted
from sessionlens.checks.runs.suites import PAST, Suite, fell_short, overtaken, suites
from sessionlens.checks.shown import lacking
from sessionlens.checks.shown.presence import looked_up
from sessionlens.checks.values.judge import Judgement, worst
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

DONE = regex(r"(?:added|created|logged|filed|updated|wrote|written|removed|deleted|renamed|moved|documented|saved|opened|posted|replied)\b")
"""Opening words of a report of something done."""
_PLAIN = content("duplicate comments lines blank code unused dead extra imports files section text")  # no file says them of itself
_UNDONE = regex(
    r"\b(?:i|we) (?:haven't|have not|didn't|did not|never|only) (?:\w+ )?(?:run|ran|measured?|tested|tried|checked"
    r"|looked|pushed|verified|touched|changed?|timed?)\b|\bi've (?:only )?measured one\b|^not (?:pushed|committed"
    r"|merged|tested|run|touched)\b"
)
_CALLS = {"push": "publish", "test": "test", "lint": "lint", "benchmark": "benchmark", "time": "benchmark", "build": "build"}
_HASH = regex(r"\b[0-9a-f]{7,40}\b")
_BUILD = regex(r"\b(?:builds?(?! (?:is|was|still|has|had) (?:failing|broken))|built|compiles?|compiled|compilation|build)\b")
_GOOD = regex(
    r"\b(?:succeed(?:s|ed)?|success(?:ful|fully)?|passes|passed|fine|clean(?:ly)?|ok|works?|finished|completes?"
    r"|completed|builds|compiles|green|went through|goes through)\b"
    r"|^(?:(?:i(?:['’]ve| have)? )?(?:verified|checked|confirmed)(?: that)? )?(?:the |all |both )?(?:the )?[a-z]+s (?:now |still |all )?"
    r"(?:compile|build)\b"
)
_UNLIKE = regex(r"\b(?:is|are|was|were|does|did)(?: not|n['’]t) (?:\w+ )?(?:fine|clean|green|ok|succeed|pass|work|finish|complete)")
_BAD = regex(r"\b(?:fail(?:s|ed|ing)?|broken|breaks|broke|errors? out|red)\b")
_COMPILES = frozenset(["tsc", "vue-tsc", "tsgo", "svelte-check"])
"""Compilers that are run to check types, so that their intent is no build."""
_PUSHED = regex(r"\bpushed\b|\bpush (?:succeeded|went|worked|is done)")
_NOT = regex(r"\b(?:not|never|nothing|isn't|wasn't|hasn't|haven't|didn't|un)\b")
_COMMITTED = regex(r"\bcommitted\b(?![./:])|\bcommit(?:ted)? (?:as|in)\b|\blanded (?:as|in)\b")
_CLEAN = regex(
    r"\b(?:working |work )?tree (?:is |now |stays )*clean\b|\bclean status\b|\bstatus is clean\b"
    r"|\bclean (?:working )?tree\b|\bnothing (?:uncommitted"
    r"|untracked|unstaged|left to commit|to commit)\b|\bworking copy (?:is )?clean\b"
)
_NO_PROGRAM = regex(r"not found|not recognized|No such file")
_CHANGED = regex(r"(?:[ MADRCU?!]{2}) \S")
_FILES = regex(r"^ (\d+) files? changed\b", re.M)
_EXCEPT = regex(r"\b(?:aside from|apart from|except|other than|but for|besides)\b")
_INSTALLED = regex(
    r"\b(?:is|are|isn't|not|already) (?:not |already )?(?:installed|available|on the path|in \$?path)\b|\b(?:we"
    r"|i) (?:have|got) [\w-]+ (?:installed|available)\b|^got [\w-]+\W*$|^[\w-]+'s (?:available|installed|here)",
    re.I,
)
_PRESENT = regex(
    r"\b(?:linked (?:in|into|against)|(?:is|are) (?:in|inside|baked into|compiled into|present in"
    r"|part of) (?:the )?\S*\s?\S*(?:binary|executable|library|image|artifact|build|bundle|daemon)|baked in"
    r"|compiled in)\b"
)
_DEPENDS = frozenset(["ldd", "otool", "readelf", "dumpbin", "patchelf", "cargo", "go", "npm", "pip", "dpkg", "rpm", "apk"])
"""Programs that list all that a file or a package depends on, so that what they do not name is not there."""
_ABSENT = regex(r"\b(?:no|not|without|none|absent|missing|isn't|never)\b")


def build(claim: Claim, evidence: Evidence) -> Judgement | None:
    if (told := warned.judge(claim, _builds(claim, evidence), evidence) if _BUILD.search(claim.low) else None) is not None:
        return told
    if not _BUILD.search(claim.low) or not (_GOOD.search(claim.low) or _BAD.search(claim.low)) or _UNLIKE.search(claim.low):
        return warned.unbuilt(claim, _builds(claim, evidence), evidence) if _BUILD.search(claim.low) else None
    wants = "fail" if _BAD.search(claim.low) and not _GOOD.search(claim.low) else "pass"
    for s in _builds(claim, evidence):
        text = f"msg {s.msg}: {s.command[:70]}: {s.result}"
        if s.result == wants:
            change = overtaken(evidence, s.msg, claim.msg) if wants == "pass" else None
            if change is not None and PAST.search(claim.low):
                return Judgement("supported", ("stale",), f"{text}, before the change in msg {change.msg}", (s.msg, change.msg))
            if change is not None:
                return Judgement("unsupported", ("stale",), f"{text}, before the change in msg {change.msg}", (s.msg, change.msg))
            return Judgement("supported", (), text, (s.msg,))
        if s.result == "unknown" and not (wants == "pass" and fell_short(s)):
            return Judgement("undecidable", ("cut-output",), text + ": neither success nor failure was seen", (s.msg,))
        if overtaken(evidence, s.msg, claim.msg):
            return Judgement("unsupported", ("stale",), text + ", overtaken by a later change", (s.msg,))
        return Judgement("contradicted", (), text, (s.msg,))
    return Judgement("unsupported", (), "no build before this")


def _builds(claim: Claim, evidence: Evidence) -> Iterator[Suite]:
    """The builds before a clause, newest first; where it says that something compiles, runs of a type checker count: it compiles and
    writes nothing (`tsc --noEmit`)."""
    builds = suites(evidence, claim.msg, "build")
    if "compil" not in claim.low:
        return builds
    checked = (s for s in suites(evidence, claim.msg, "lint") if s.action is not None and s.action.command.tool in _COMPILES)
    return heapq.merge(builds, checked, key=lambda s: -s.msg)


def pushed(claim: Claim, evidence: Evidence) -> Judgement | None:
    if not _PUSHED.search(claim.low):
        return None
    denied = bool(_NOT.search(claim.low[: claim.low.find("push")]))
    for at, run in evidence.runs_before(claim.msg):
        for action in run.actions:
            if action.command.tool == "git" and "push" in action.command.argv[1:4] and "stash" not in action.command.argv[1:3]:
                known = commands.known(action.command, run.call.exit_code)
                bad = any(o.result == "fail" and o.kind in ("git", "error") for o in run.outcomes)
                good = any(o.result == "pass" and o.kind == "git" for o in run.outcomes)
                state = "fail" if bad or known in ("failed", "not-run") else "pass" if good or known == "ok" else "unknown"
                text = f"msg {at}: git push: {'rejected or failed' if state == 'fail' else state}"
                if state == "unknown":
                    return Judgement("undecidable", ("cut-output",), text, (at,))
                return Judgement("supported" if (state == "pass") != denied else "contradicted", (), text, (at,))
    if denied:
        return Judgement("supported", (), "no push in the session")
    return Judgement("unsupported", (), "no push before this")


def committed(claim: Claim, evidence: Evidence) -> Judgement | None:
    if not _COMMITTED.search(claim.low):
        return None
    hashes = [h for h in _HASH.findall(claim.low) if any(c.isdigit() for c in h)]
    if _NOT.search(claim.low[: max(0, claim.low.find("commit"))]):
        return None
    for at, run in evidence.runs_before(claim.msg):
        found = [o for o in run.outcomes if o.kind == "commit" and o.result == "pass"]
        if hashes:
            for h in hashes:
                if any(o.subject.startswith(h[:7]) for o in found) or h[:7] in run.call.output:
                    return Judgement("supported", (), f"msg {at}: {h[:10]} printed", (at,))
            continue
        made = [a for a in run.actions if a.intent == "commit"]
        if found:
            return Judgement("supported", (), f"msg {at}: {found[-1].subject[:70]}", (at,))
        if made:
            known = commands.known(made[-1].command, run.call.exit_code)
            if known in ("failed", "not-run") and run.call.exit_code not in (0, None):
                return Judgement("contradicted", (), f"msg {at}: the commit failed", (at,))
            if known == "ok":
                return Judgement("supported", (), f"msg {at}: git commit succeeded", (at,))
            return Judgement("undecidable", (), f"msg {at}: whether the commit succeeded was not seen", (at,))
    if hashes and not _COMMITTED.search(claim.low):
        return None
    return Judgement("unsupported", (), "no commit before this" + (f" has {hashes[0][:10]}" if hashes else ""))


def clean(claim: Claim, evidence: Evidence) -> Judgement | None:
    if not _CLEAN.search(claim.low) or _EXCEPT.search(claim.low):
        return None
    for at, run in evidence.runs_before(claim.msg):
        told = next((o for o in run.outcomes if o.kind == "clean"), None)
        short = next((a for a in run.actions if _is_status(a.command.argv)), None)
        if told is None and short is None:
            continue
        change = overtaken(evidence, at, claim.msg)
        if told is not None:
            state = told.result == "pass"
        else:
            known = commands.known(short.command, run.call.exit_code) if short else "unknown"
            if known in ("failed", "not-run"):
                continue
            last = short is run.actions[-1]
            lines = [line for line in run.call.output.splitlines() if _CHANGED.match(line)]
            state = not lines and (last or not run.call.output.strip() or len(run.actions) > 1)
        text = f"msg {at}: git status shows {'nothing' if state else 'changes'}"
        if change is not None and state:
            committed_after = any(o.kind == "commit" for m, r in evidence.runs_before(claim.msg) if m > change.msg for o in r.outcomes)
            if not committed_after:
                return Judgement("unsupported", ("stale",), f"{text}, before the change in msg {change.msg}", (at, change.msg))
        if not state:
            later = next(
                (m for m, r in evidence.runs_before(claim.msg) if m > at and any(a.intent in ("commit", "revert") for a in r.actions)), None
            )
            if later is not None and _whole(at, run, claim.msg, evidence):
                return Judgement("supported", (), f"{text}, all of which were committed in msg {later}", (at, later))
            if later is not None:
                return Judgement("unsupported", ("stale",), f"{text}, overtaken in msg {later}", (at, later))
        return Judgement("supported" if state else "contradicted", (), text, (at,))
    return Judgement("unsupported", (), "the state of the tree was not looked at")


def _whole(at: int, status: Run, msg: int, evidence: Evidence) -> bool:
    """Whether one commit after a `git status` has as many files as that listed, and nothing was changed after it."""
    listed = len([line for line in status.call.output.splitlines() if _CHANGED.match(line)])
    commits = [(m, r) for m, r in evidence.runs_of(msg, ("commit",)) if m > at]
    if len(commits) != 1 or overtaken(evidence, commits[0][0], msg) is not None:
        return False
    counted = _FILES.search(commits[0][1].call.output)
    return counted is not None and int(counted[1]) == listed > 0


def _is_status(argv: tuple[str, ...]) -> bool:
    return len(argv) > 1 and argv[0].endswith("git") and "status" in argv[1:4]


def present(claim: Claim, evidence: Evidence) -> Judgement | None:
    """In the binary, installed, available: by a search or a look-up of that name."""
    linked, installed = _PRESENT.search(claim.low), _INSTALLED.search(claim.low)
    if not linked and not installed:
        return None
    words = content(claim.text) - STOP
    absent = bool(_ABSENT.search(claim.low))
    for at, run in evidence.runs_before(claim.msg):
        for looked_for, found in looked_up(run):
            if not tokens(looked_for) & words:
                continue
            text = f"msg {at}: the search for {looked_for} {'found it' if found else 'found nothing'}"
            if linked:
                if not found and not (absent and any(a.command.tool in _DEPENDS for a in run.actions)):
                    return Judgement("undecidable", ("presence-not-use",), text + "; absence of a string is not absence", (at,))
                return Judgement("supported" if found != absent else "undecidable", ("presence-not-use",), text, (at,))
            return Judgement("supported" if found != absent else "contradicted", (), text, (at,))
        action = next((a for a in run.actions if a.intent == "install" and tokens(" ".join(a.command.argv[1:])) & words), None)
        if installed and action is not None:
            state = commands.known(action.command, run.call.exit_code)
            if state != "unknown":
                text = f"msg {at}: {action.command.text[:60]}: {state}"
                return Judgement("supported" if (state == "ok") != absent else "contradicted", (), text, (at,))
        if installed and _version(run, words):
            known_bad = run.call.exit_code not in (0, None) or "not found" in run.call.output
            return Judgement(
                "supported" if known_bad == absent else "contradicted", (), f"msg {at}: {(run.call.command or '')[:60]}", (at,)
            )
    if installed and not absent and (ran := _ran(claim, words, evidence)) is not None:
        return ran
    return Judgement("unsupported", (), "its presence was not looked at") if linked else None


def _ran(claim: Claim, words: frozenset[str], evidence: Evidence) -> Judgement | None:
    """A program that is said to be installed ran, whatever came of it: it printed something that is no complaint of the shell."""
    for at, run in evidence.runs_before(claim.msg):
        for action in run.actions:
            if tokens(action.command.tool) & words and run.call.output.strip() and not _NO_PROGRAM.search(run.call.output):
                return Judgement("supported", (), f"msg {at}: {action.command.text[:60]} ran", (at,)) if run.call.exit_code != 127 else None
    return None


def _version(run: Run, words: frozenset[str]) -> bool:
    return any(
        len(run.actions) == 1
        and tokens(a.command.tool) & words
        and any(w in ("--version", "-V", "version", "-version") for w in a.command.argv[1:3])
        for a in run.actions
    )


def done(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "Added X", "created Y": a call that changes something succeeded just before."""
    if not DONE.match(claim.low):
        return None
    for at, run in evidence.runs_before(claim.msg):
        if claim.msg - at > 3:
            break
        writes = run.call.kind in ("edit", "write", "patch", "other") or any(a.intent in ("edit", "commit", "publish") for a in run.actions)
        if not writes or run.call.status == "error" or run.call.exit_code not in (0, None) or lacking.names(claim, run):
            continue
        said, text = [ROOTS[w].decode() for w in content(DONE.sub("", claim.low)) - STOP - _PLAIN], lacking.whole(run)
        if not said or any(root in text for root in said):
            return Judgement("supported", (), f"msg {at}: {run.call.name} succeeded", (at,))
    return None


def never_done(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "I haven't run the tests": the agent's own omission, which the log shows by having no such call. Where it has one, the omission is
    of something narrower, of which the log shows nothing."""
    if (match := _UNDONE.search(claim.low)) is None:
        return None
    what = next((kind for word, kind in _CALLS.items() if word in match[0] or f" {word}" in claim.low), "")
    if what and next(evidence.runs_of(claim.msg, (what,)), None) is not None:
        return None
    return Judgement("supported", (), f"no {what or 'such'} call in the session so far")


TOPICS: tuple[tuple[frozenset[str], Callable[[Claim, Evidence], Judgement | None]], ...] = (
    (word_set("clean uncommitted commit untracked unstaged"), clean),
    (word_set("reverted rolled undone backed restored taken"), reverted),
    (files.WORDS, files.state),
    (FATES, fate),
    (word_set("pushed push"), pushed),
    (word_set("committed commit landed"), committed),
    (word_set("build builds built compile compiles compiled compilation"), build),
    (word_set("installed available path linked binary executable library image artifact bundle baked compiled got have"), present),
    (frozenset(), done),
    (word_set("i we not i've"), never_done),
)
"""Each topic with the words of which one must be in the clause; an empty set lets all through."""
_ANY = frozenset[str]().union(*(words for words, _ in TOPICS))


def known(claim: Claim, evidence: Evidence) -> Judgement | None:
    """The judgement of every topic that the clause speaks of, the worst deciding; None where it speaks of none."""
    if _ANY.isdisjoint(claim.words) and not DONE.match(claim.low):
        return None
    found = [j for words, topic in TOPICS if (not words or claim.words & words) and (j := topic(claim, evidence)) is not None]
    return worst(found) if found else None
