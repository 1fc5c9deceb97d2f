"""Commits by name and number: "shipped in v3.2", "the fix is on main", "the branch has 2 commits (`1a2b3c4`, `5d6e7f8`)".

`git tag --contains`, `git branch --contains` and `git log REF` say where a commit is; a listing says how many there are. A rebased commit
gets a new hash, so the new hashes at the top of the listing after a rebase are those that were rebased. See git-log(1), git-tag(1),
git-rebase(1).
"""

import re
from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Action, Run
from sessionlens.text.regex import regex

WORDS = word_set(
    "commits commit shipped ships ship released release landed lands included includes contained contains"
    " merged backported fixed tagged present in"
)
_PLACED = WORDS - {"in", "fixed", "present", "commit", "commits"}
NOUNS = word_set("commit commits revision revisions changeset changesets patch patches")
_HASH = regex(r"(?<![\w.-])(?=[a-f]*\d)[0-9a-f]{7,40}(?![\w-])")
_TOP = regex(r"^[*|/\\ ]*(?:commit )?(?=[a-f]*\d)([0-9a-f]{7,40})\b(.*)$", re.M)
"""The hash that a line of `git log` begins with, and the commit's subject."""
_IN = regex(
    r"\b(?:shipped|ships|released?|landed|lands|included|contained|merged|backported|tagged|present|fixed|is|are|was)\b"
    r"[^.;]{0,30}?\b(?:in(?:to)?|on|with|since|from|as of|by)\s+(?:the )?(?:tag |branch |release |version )?"
    r"`?(v?\d+(?:\.\d+)+(?:-[\w.]+)?|(?:[\w-]+/)*[\w-]+)`?(\+| (?:and|or) (?:later|newer|up)\b| onwards?\b)?"
    r"|^(?:shipped|released|landed)\W{1,4}`?(v?\d+(?:\.\d+)+(?:-[\w.]+)?)`?(\+)?",
)
_DONE = regex(r"\b(?:already|now|since) (?:landed|shipped|released|merged|in)\b|\b(?:landed|shipped|released|merged)(?: already| since)?$")
_FIRST = regex(r"\bfirst (?:shipped|released|landed|in|appear\w*)\b|\b(?:since|starting (?:with|in|from))\b")
_VERSION = regex(r"v?\d+(?:\.\d+)+(?:-[\w.]+)?")
_AHEAD = regex(
    rf"\b({'|'.join(NUMBERS)}|\d{{1,4}}) (?:new |local |unpushed )?commits? (?:ahead|behind|on top|since|between|after|past|beyond)\b"
)
_OPTION = regex(r"-\d+$|-n$|--max-count")
_BACK = 60
"""Calls back that are looked at."""
_REWRITES = frozenset(["rebase", "cherry-pick", "am"])


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Where a commit is said to be; None where the clause says no such thing or nothing shows where it is."""
    if claim.negated or "backport" in claim.low or (claim.words.isdisjoint(_PLACED) and not claim.numbered):
        return None
    low = claim.low.rstrip(" .!)")
    if "commit" in low and (ahead := _AHEAD.search(low)) is not None:
        return _tallied(NUMBERS[ahead[1]] if ahead[1] in NUMBERS else int(ahead[1]), claim, evidence)
    if (match := _IN.search(low)) is None:
        return _somewhere(claim, evidence) if _DONE.search(low) else None
    target, later = match[1] or match[3], match[2] or match[4]
    named = _hashes(claim)
    if not _VERSION.fullmatch(target) and not named:
        return None
    asked = 0
    for at, _, action, run in _git(claim, evidence):
        asked += "--contains" in action.command.argv
        refs = _refs(action, run, named if named or asked > 1 else frozenset())
        if refs is None:
            continue
        if not any(_same(ref, target) for ref in refs):
            missed = _before_all(target, refs) and named and not run.call.cut and len(run.actions) == 1
            if missed and named & frozenset(_HASH.findall(claim.low)):
                text = f"msg {at}: `{action.command.text[:60]}` lists {refs[0]} and later ones, not {target}"
                return Judgement("contradicted", (), text, (at,))
            continue
        first = min((ref for ref in refs if _VERSION.fullmatch(ref)), key=_number, default="")
        if (later or _FIRST.search(low)) and first and not _same(first, target):
            return Judgement("unsupported", (), f"msg {at}: `{action.command.text[:60]}` has it from {first} on", (at,))
        return Judgement("supported", (), f"msg {at}: `{action.command.text[:60]}` shows it in {target}", (at,))
    own = _HASH.findall(claim.low)
    if not own or not _VERSION.fullmatch(target) or any(target in run.call.output for _, run in evidence.runs_before(claim.msg)):
        return None
    return Judgement("unsupported", (), f"no output before msg {claim.msg} places {own[0][:10]} in {target}")


def _hashes(claim: Claim) -> frozenset[str]:
    """The commits that a clause names, or the statement that it is a part of, or the sentence before."""
    for text in (claim.low, claim.conclusion.statement.text.lower(), claim.conclusion.before.lower()):
        if found := _HASH.findall(text):
            return frozenset(found)
    return frozenset()


def _git(claim: Claim, evidence: Evidence) -> Iterator[tuple[int, int, Action, Run]]:
    """The git commands before a clause, newest call first, each with its place in the call."""
    for at, run in evidence.runs_of(claim.msg, ("git",), _BACK):
        for place, action in enumerate(run.actions):
            if action.command.tool == "git":
                yield at, place, action, run


def _refs(action: Action, run: Run, named: frozenset[str]) -> list[str] | None:
    """The tags and branches that a command shows to have one of these commits (any commit, if none is named); None for other commands."""
    argv = action.command.argv
    if "--contains" in argv:
        at = argv.index("--contains") + 1
        asked = argv[at] if at < len(argv) else "HEAD"
        if named and not any(_prefix(asked, h) for h in named):
            return None
        lines = [line.strip().removeprefix("* ").split(" -> ")[0] for line in run.call.output.splitlines()]
        return [line for line in lines if line and " " not in line] or None
    if "log" in argv[1:4] and named:
        listed = _TOP.findall(run.call.output)
        if any(_prefix(h, seen) for h in named for seen, _ in listed):
            words = argv[argv.index("log") + 1 :]
            return [w for w in words[: words.index("--") if "--" in words else None] if not w.startswith("-") and ".." not in w]
    return None


def _prefix(a: str, b: str) -> bool:
    a, b = a.lower(), b.lower()
    return len(a) >= 7 <= len(b) and (a.startswith(b) or b.startswith(a))


def _same(ref: str, target: str) -> bool:
    ref, target = ref.lower(), target.lower()
    return ref.removeprefix("v") == target.removeprefix("v") or ref.endswith((f"/{target}", f"-{target}", f"@{target}"))


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"\d+", version)[:4])


def _before_all(target: str, refs: list[str]) -> bool:
    """Whether a version is older than all of a list of versions."""
    known = [ref for ref in refs if _VERSION.fullmatch(ref)]
    return bool(known) and known == refs and _VERSION.fullmatch(target) is not None and _number(target) < min(map(_number, known))


def _somewhere(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "The fix has already landed": the last messages asked what contains a commit, and something does."""
    named = _hashes(claim)
    for at, _, action, run in _git(claim, evidence):
        if claim.msg - at > 4:
            return None
        if "--contains" in action.command.argv and (refs := _refs(action, run, named)):
            return Judgement("supported", (), f"msg {at}: `{action.command.text[:60]}` lists {', '.join(refs[:3])}", (at,))
    return None


def counted(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """A number of commits: those named beside it, those of a listed range, those that a rebase made anew."""
    if NOUNS.isdisjoint((quantity.noun or "").lower().split()) or quantity.hedge or claim.negated:
        return None
    n = int(quantity.value)
    named = list(dict.fromkeys(_HASH.findall(claim.low)))
    rewritten = "rebased" in claim.words or ("on" in claim.words and "top" in claim.words)
    if len(named) == n:
        where = {h: next((at for at, _, _, run in _git(claim, evidence) if h in run.call.output), 0) for h in named}
        if all(where.values()):
            return Judgement("supported", (), f"{', '.join(named)} printed", tuple(sorted(set(where.values()))))
    for at, _, action, run in _git(claim, evidence):
        if claim.msg - at > 6:
            break
        listed = _TOP.findall(run.call.output)
        if "log" not in action.command.argv[1:4] or action.command.stages > 1 or len(listed) < n or not listed:
            continue
        again = _rebased(at, run, evidence) if rewritten and n < len(listed) else None
        if again is not None and n in _anew(listed, at, run, evidence):
            text = f"msg {at} lists {n} commits that the rebase made anew, above {listed[n][0][:8]}"
            return Judgement("supported", (), text, tuple(sorted({again, at})))
        bounded = any(".." in w or w.startswith(("--since", "--after")) for w in action.command.argv)
        whole = not any(_OPTION.match(w) for w in action.command.argv) and sum("log" in a.command.argv[1:4] for a in run.actions) == 1
        if bounded and whole and len(listed) == n and not rewritten:
            return Judgement("supported", (), f"msg {at}: `{action.command.text[:60]}` lists {n}", (at,))
    return None


def _tallied(n: int, claim: Claim, evidence: Evidence) -> Judgement | None:
    """So many commits of a range, by `git rev-list --count A..B`, `git log A..B | wc -l`, or the lines of `git log A..B`."""
    for at, _, action, run in _git(claim, evidence):
        argv = action.command.argv
        if claim.msg - at > 6:
            return None
        if {"log", "rev-list"}.isdisjoint(argv[1:4]) or not any(".." in w for w in argv):
            continue
        behind = [a.command for a in run.actions if a.command.group == action.command.group and a.command.stage > action.command.stage]
        counts = "--count" in argv or any(c.tool == "wc" and "-l" in c.argv for c in behind)
        seen = any(line.strip() == str(n) for line in run.call.output.splitlines()) if counts else False
        if seen or (not counts and not behind and len(run.actions) == 1 and len(_TOP.findall(run.call.output)) == n):
            return Judgement("supported", (), f"msg {at}: `{action.command.text[:60]}` counts {n}", (at,))
    return None


def _rebased(at: int, listing: Run, evidence: Evidence) -> int | None:
    """The message with the last successful rebase up to a listing."""
    for then, run in evidence.runs_of(at + 1, ("git",), 12):
        for action in run.actions:
            if not _REWRITES.isdisjoint(action.command.argv[1:4]) and "--abort" not in action.command.argv:
                return then if run.call.exit_code in (0, None) and "CONFLICT" not in run.call.output else None
    return None


def _anew(listed: list[tuple[str, str]], at: int, listing: Run, evidence: Evidence) -> set[int]:
    """How many of the first commits of a listing no call before it printed; and how many of those have a subject that one did, since a
    rebased commit keeps its subject."""
    earlier = [run.call.output for _, run in evidence.runs_of(at + 1, ("git",), _BACK) if run is not listing]
    new = same = 0
    for name, subject in listed:
        if any(name[:7] in text for text in earlier):
            break
        if same == new and subject.strip() and any(subject.strip() in text for text in earlier):
            same += 1
        new += 1
    return {new, same}
