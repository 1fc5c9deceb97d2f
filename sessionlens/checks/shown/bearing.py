"""Whether an output is of a nature to bear a statement out, where it has the statement's words.

Words stand together by chance. A source file that was read says what its code does, never that it ran; a manual says nothing of the
machine at hand; what the agent typed, committed or echoed is its own word; a number must be there as it is; "X removed Y" rests on a line
that takes Y away, "no X" on a line that denies, "the same" on a line that says so. Each demand is one set or pattern below.

Example: "the upload step failed" with `fail("upload")` in a file that was read is not borne out; with "upload: failed" in a log it is.
"""

import re
from collections.abc import Collection

from sessionlens.checks.claims.claim import CODE, NEGATION, Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS, folded_lines, given, holds, needle
from sessionlens.model.trace import Run
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

Mark = tuple[bytes, ...]
_READERS = word_set("cat sed head tail nl less more bat awk grep egrep rg ag ack fgrep")
_CODE_FILE = regex(
    r"\.(?:py|pyi|rs|go|tsx?|jsx?|mjs|cjs|c|h|cc|cpp|hpp|cu|cuh|java|kt|kts|swift|rb|php|cs|scala|hs|ml|ex|exs|erl|zig|lua|ps1|sh|bash|zsh"
    r"|sql|ya?ml|toml|cmake|gradle|vue|svelte|css|html?)\b|\b(?:Makefile|Dockerfile|CMakeLists)\b"
)
_MANUAL = regex(r"\.(?:mdx?|rst|adoc|markdown)\b|\b(?:README|CHANGELOG|LICENSE|CONTRIBUTING)\b")
_BESIDE = word_set("cd echo printf pwd true set")
_HISTORY = frozenset({"show", "diff", "blame", "log"})
HAPPENED = word_set(
    "returned failed crashed completed finished succeeded passed printed ran hung exited timed reached arrived started stopped published"
    " authenticated installed logged works work works passes pass fails clean solid verified confirmed still currently moved succeeds"
    " resolved connected disconnected uploaded downloaded deployed landed shipped"
)
"""Words for what happened, or is so now: source text and manuals do not show it."""
_TOLD = word_set(
    "says say said states state documents documented docs doc documentation readme manual guide describes described mentions mentioned"
    " recommends requires promises notes warns warn instructions spec report reports reported comment comments"
)
"""Words for what a text says."""
_SAME = regex(
    r"\b(?:(?:the )?same\b(?! (?:file|line|time|commit|branch|workflow|function|place|store|way|job|code|path))|identical|unchanged)"
)
_SAYS_SAME = regex(r"\b(?:same|identical|unchanged|equal|match(?:es|ed)?|order-equivalent|no (?:change|difference)s?|differ)\b", re.I)
_TAKES = word_set("removed removes removing deleted deletes dropped drops stripped strips")
_GIVES = word_set("added adds introduced introduces")
_TURNS = word_set("rewrites rewrote rewritten overwrites overwrote overwritten modifies corrupts corrupted clears cleared")
_ACTS = _TAKES | _GIVES | _TURNS
_DENIED = regex(
    r"\b(?:no|not|none|nothing|never|without|zero|cannot|can't|\w+n't|missing|absent|fail(?:ed|s|ure)?|error|unable|false|skipp?(?:ed)?|empty|disabled)\b"
    r"|(?:^|[\s=])0(?:$|[\s,])",
    re.I,
)
_NUMBER = regex(r"(?<![\w.#/@:-])\d[\d,]*(?:\.\d+)?(?![\w@]|\.\w|-\w)")
_DIGITS = regex(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
_VERSION = regex(r"(?<![\w.])\d+\.\d+\.\d[\w.-]*")
_CUT = regex(r"[,;{}|]|\. ")
_DIFFED = regex(r"^(?:diff --git |@@ -\d|\+\+\+ |--- a/)", re.M)
_LISTED = regex(r"^\S*\w\.(?!log|out|txt|json|csv)[A-Za-z]\w{0,5}[:-]\d+[:-]", re.M)
"""Lines of a file as a search prints them."""
_RESULT = regex(
    r"\b(?:ok|pass(?:ed|es)?|success\w*|succeeded|completed?|done|finished|fail(?:ed|ure|s)?|errors?|exit\w*|status|conclusion"
    r"|warnings?|denied|forbidden|refused|rejected|aborted|timed out)\b"
    r"|\bERR!|✓|✔|✗|✘|❌",
    re.I,
)
"""Signs of how something went."""
_COMMIT = regex(r"[*|/\\ ]*([0-9a-f]{7,12}) \S")
"""A line of `git log --oneline`: what a commit's author said."""
_OF_HISTORY = word_set(
    "commit commits committed history log changelog title message merged merge landed branch tag tags tagged head release released"
    " introduced change changed changes since before after earlier previous previously latest newest added removed reverted renamed"
)
"""Words for what a list of commits does show."""
ENOUGH = 0.5
"""How many of a clause's words must stand in the output, where a name is two words."""
_LONG = 240
"""Characters of a line that is cut at its commas where something must stand close by."""


def lines_of(around: str, run: Run, evidence: Evidence) -> list[str]:
    """The lines of a place that are an observation: not what the call was given, nor what the agent itself committed or echoed."""
    asked = given(run)
    own = committed(evidence)
    return [line for line in around.splitlines() if (bare := line.strip()) and bare not in asked and not bare.endswith(own)]


def committed(evidence: Evidence) -> tuple[str, ...]:
    """The lines of messages that the agent committed with."""
    kept: tuple[str, ...] | None = evidence.looked.get("committed")
    if kept is None:
        found: set[str] = set()
        for _, run in evidence.runs_at(evidence.acting(("commit",)), evidence.runs[-1][0] + 1):
            for action in run.actions:
                if action.intent == "commit":
                    for word in action.command.argv:
                        found.update(line.strip() for line in word.splitlines() if " " in line.strip())
        kept = evidence.looked["committed"] = tuple(found)
    return kept


def reads(run: Run) -> str:
    """ "manual" or "source" where a call reads text that somebody wrote, else empty."""
    call = run.call
    if call.kind == "shell":
        firsts = [a.command for a in run.actions if not a.command.stage and a.command.tool not in _BESIDE]
        readers = [c for c in firsts if c.tool in _READERS]
        if len(readers) < len(firsts) or not firsts:
            past = sum(c.tool == "git" and not _HISTORY.isdisjoint(c.argv[1:4]) for c in firsts)
            return "source" if firsts and len(readers) + past == len(firsts) else ""
        words = " ".join([c.text for c in readers])
    elif call.kind in ("read", "search"):
        words = " ".join([v for v in call.input.values() if isinstance(v, str)])
    else:
        return "source" if call.kind in ("edit", "write", "patch") else ""
    if _CODE_FILE.search(words):
        return "source"
    return "manual" if _MANUAL.search(words) else ""


def bears(claim: Claim, words: Collection[bytes], ids: Collection[bytes], others: int, lines: list[str], run: Run) -> bool:
    """Whether these lines may bear the clause out, which has `words` there, some of them of its `ids`, the rest of its `others`."""
    happened, told = claim.words & HAPPENED, claim.words & _TOLD
    if happened or claim.words.isdisjoint(_OF_HISTORY):
        lines = [line for line in lines if not (match := _COMMIT.match(line)) or (not happened and match[1][:7] in claim.low)]
    marks = [_marks(w) for w in words]
    if not _together(words, marks, ids, others, lines, run):
        return False
    text = "\n".join(lines)
    if not told and ((nature := reads(run)) == "manual" or (happened and (nature or not _went(happened, text, run)))):
        return False
    if claim.numbered and not _has_numbers(claim, text):
        return False
    if claim.has("same", "identical", "unchanged") and _SAME.search(claim.low) and not _SAYS_SAME.search(text):
        return False
    if claim.words & NEGATION and not denies(lines, words, 2):
        return False
    return _acted(claim, lines, marks)


def _together(words: Collection[bytes], marks: list[Mark], ids: Collection[bytes], others: int, lines: list[str], run: Run) -> bool:
    """Half of the words there on a line and the one before it, where a name that the call was asked about counts too, and enough of all
    the clause's words in these lines."""
    asked, path = folded(f" {given(run)} ") if ids else b"", folded(f" {_path(run)} ")
    subject = frozenset([m for w, m in zip(words, marks, strict=True) if _in(m, asked if w in ids else path)])
    seen, best, last = set(subject), 0, set[Mark]()
    firsts, every = [(m[0], m) for m in marks if m], len(set(marks))
    for bare in folded_lines(lines):
        here = {m for first, m in firsts if bare.find(first) >= 0 and (len(m) == 1 or _in(m, bare))}
        if here:
            seen |= here
            best = max(best, len(subject | here | last))
            if best == every:
                break
        last = here
    named = sum(m in seen for w, m in zip(words, marks, strict=True) if w in ids) if ids else 0
    return 2 * best >= len(marks) and best >= min(2, len(marks)) and len(seen) + named >= ENOUGH * (2 * len(ids) + others)


def _went(happened: Collection[str], text: str, run: Run) -> bool:
    """Whether an output tells how something went: in the clause's own word or by a sign of it, and is no listing of source lines."""
    if "diff --git" in run.call.output or _DIFFED.search(text) or _LISTED.search(text):
        return False
    bare = b" " + folded(text) + b" "
    return _RESULT.search(text) is not None or any(_in(_marks(ROOTS[w]), bare) for w in happened)


def _marks(word: bytes) -> Mark:
    """What a root or the parts of a name look like in a folded text."""
    return tuple([needle(part) for part in word.split()])


def _in(mark: Mark, bare: bytes) -> bool:
    return bool(mark) and holds(bare, mark[0]) and (len(mark) == 1 or all(holds(bare, part) for part in mark))


def _path(run: Run) -> str:
    """Which file a call of a reading tool was for."""
    if run.call.kind not in ("read", "search"):
        return ""
    return " ".join([v for k, v in run.call.input.items() if "path" in k and isinstance(v, str)])


def _has_numbers(claim: Claim, text: str) -> bool:
    """Whether a text has the clause's numbers and versions as they are."""
    numbers = {n.replace(",", "").rstrip(".") for n in _NUMBER.findall(CODE.sub(" ", claim.text))}
    if numbers and not numbers <= {n.replace(",", "") for n in _DIGITS.findall(text)}:
        return False
    return all(v.rstrip(".") in text for v in _VERSION.findall(claim.text))


def _acted(claim: Claim, lines: list[str], marks: list[Mark]) -> bool:
    """Whether a line has what was done, where the clause says that something was taken away, added or rewritten."""
    acts = claim.words & _ACTS
    if not acts:
        return True
    roots = [needle(ROOTS[w]) for w in acts]
    sign = "-" if acts & _TAKES else "+" if acts & _GIVES else ""
    for line, bare in zip(lines, folded_lines(lines), strict=True):
        named = any(_in(m, bare) for m in marks)
        if named and ((sign and line.startswith(sign)) or any(holds(bare, r) for r in roots)):
            return True
    return False


def denies(lines: list[str], words: Collection[bytes], of: int) -> bool:
    """Whether a line with half of the clause's `of` words denies something, close by."""
    least = max(min(2, of), (of + 1) // 2)
    marks = [_marks(w) for w in words]
    parts = [part for line in lines for part in (_CUT.split(line) if len(line) > _LONG else (line,))]
    for part, bare in zip(parts, folded_lines(parts), strict=True):
        if sum([_in(m, bare) for m in marks]) >= least and _DENIED.search(part):
            return True
    return False
