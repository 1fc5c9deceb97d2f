"""Count: "four configurations", "3 shards, down from 17". Counted in the evidence, or printed beside the thing's name."""

import itertools
import re
from fractions import Fraction

from sessionlens.checks.binding.foreign import foreign, unmeasured
from sessionlens.checks.binding.levels import Located, locate
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, content, stem, tokens, word_set
from sessionlens.checks.evidence import digests
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS, holds, needle
from sessionlens.checks.repository import commits
from sessionlens.checks.runs import listing, windows
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Run
from sessionlens.model.words import ClaimKind, VerdictWord
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

KIND: ClaimKind = "count"
NUMERIC = True
_BEFORE = regex(r"(?<![\d.])(\d[\d,]*)\s+(?:(?![nuµm]?s |[kmgt]?i?b |min )[a-z][\w-]*\s+)?$")
_THING = regex(r"[a-z]+")
_MEASURE = (
    r"(?!\.\d)(?!\s?(?:[%°×]|(?:[nuµm]?s|secs?|seconds?|min|minutes?|hours?|h|[kmgt]?i?b|bytes?|[kmgt]?hz|[mk]?w|x)(?:/\w+)?(?![\w-])))"
)
_AFTER = regex(r"([\w -]{0,60}?)\s?[:=]\s*(\d[\d,]*)\b" + _MEASURE)
"""A number directly before a thing ("12 files", "12 changed files"), and one behind a label that begins with it ("files read: 12"). What
has a unit is a measure and no count."""
_KEY = regex(r"([A-Za-z][\w.-]*)=$")
_SPLIT = regex(r"[ _-]+")
_TALLY = word_set("count counts total totals number num n found seen done read written")
_PLURAL = regex(r"[a-z]{3,}(?<![sui])s")
_SUMMED = word_set("error warning problem")
_BACK = 6
"""Calls back in which a tool's summary is looked for."""
_LONG = 20_000
_WORD_BEFORE = regex(r"[a-z] $")
_COUNTING = regex(
    r"\b(?:is|are|was|were|has|have|of|only|to|from|at|all|the|by|with|and|about|exactly|still|now|shows?|finds?"
    r"|found|got|prints?|printed|returns?|returned|gives?|gave|counts?|counted) $"
)
_VERB_BEFORE = regex(r"(?:ed|es|ing|ly|[^s]s) $")
_DOES = regex(r"\d[\d,]* [a-z]+s (?:the|an?|its|our|it|us)\b")
"""A number that names what does something: "level 5 helps the writer"."""
_LABEL = regex(r"(?:O\(|\w[^.:]* [A-Z][a-z]+ )$")
_LISTED = regex(r"\s*(?:and|or)\s+\d+\s+(?:is|are|was|were|both)\b|\s+(?:is|are|was|were) both\b")
_LENGTH = regex(r"(?<![\d.])(\d[\d,]*) lines? (shorter|longer|fewer|less|more)\b")
_START = regex(r"\b(?:start|beginning|baseline|original|first)\b")
_WC = regex(r"^\s*(\d+)\s+(\S*\w\.\w+)$", re.M)
_DIFF = regex(r"files? changed(?:, (\d+) insertions?\(\+\))?(?:, (\d+) deletions?\(-\))?")
_TIMES = word_set("time times way ways step steps line day days point hop level")
_ALL_OF = regex(
    r"\ball (?:of )?(?:the )?\d[\d,]* (?:[\w-]+ ){1,2}?(?:(?:are|were|stay|stayed|remain|remained|is|was) (.+)"
    r"|(?:run|use|have|carry|show|report|match|answer|point|belong|need|take|hold)\b (.+))"
)


def recognise(claim: Claim) -> float:
    if claim.cell:
        return 0.0
    return 0.36 if countable(claim) else 0.0


def countable(claim: Claim) -> list[Quantity]:
    """Numbers that count something; not the ones that name it ("worktree 2", "hit 1", "line 40")."""
    out = []
    for q in claim.quantities:
        if q.dimension not in ("count", "number"):
            continue
        before = claim.low[max(0, q.start - 20) : q.start]
        if q.value < 1000 and (_names(before, q) or _labels(claim.text[: q.start]) or _LISTED.match(claim.text, q.end)):
            continue
        if _WORD_BEFORE.search(before) and not _COUNTING.search(before) and _DOES.match(claim.low, q.start):
            continue
        if claim.text[max(0, q.start - 1) : q.start] == "=":
            continue
        out.append(q)
    return out


def _labels(before: str) -> bool:
    """Whether a capitalised word or a bracket makes the number behind it a label: "see Phase 3", "O(1)"."""
    last = before.rstrip(" ").rpartition(" ")[2]
    return (last[:1].isupper() or last.endswith("O(")) and _LABEL.search(before) is not None


def _names(before: str, q: Quantity) -> bool:
    """Whether a number names something: "worktree 2", "phase 3 items"; "created 3 items" counts, and so does "the 3 items"."""
    if not _WORD_BEFORE.search(before) or _COUNTING.search(before):
        return False
    return not q.noun or not (_VERB_BEFORE.search(before) or q.noun.split(" ")[-1].endswith("s"))


def judge(claim: Claim, evidence: Evidence) -> Judgement:
    if (seen := digests.distinct(claim, evidence)) is not None:
        return seen
    if (seen := windows.counted(claim, evidence) or windows.by_filter(claim, evidence)) is not None:
        return seen
    if (seen := of_length(claim, evidence)) is not None:
        return seen
    asked = countable(claim)
    results = [one(claim, q, evidence) for q in asked[:4]]
    found = [r for r in results if r.verdict == "supported"]
    against = [r for r in results if r.verdict == "contradicted"]
    if against:
        return against[0]
    if len(found) == len(results):
        told, seen_at = "; ".join(r.derivation for r in found), tuple(sorted({m for r in found for m in r.evidence}))
        if (match := _ALL_OF.search(claim.low)) and not _said_of_all(match[1] or match[2], seen_at, evidence):
            return Judgement("unsupported", (), f"{told}; what is said of all of them was not found in the outputs", seen_at)
        return Judgement("supported", found[0].caveats, told, seen_at)
    return next(r for r in results if r.verdict != "supported")


def _said_of_all(predicate: str, messages: tuple[int, ...], evidence: Evidence) -> bool:
    """Whether one of these messages printed a word of what a clause says of all things that it counts."""
    words = [ROOTS[w] for w in content(predicate) - STOP]
    if not words:
        return True
    for at, run in evidence.runs_before(max(messages, default=0) + 1):
        if at < min(messages):
            break
        if at in messages:
            printed = folded(f" {run.call.output[:20_000]} ")
            if any(holds(printed, needle(w)) for w in words):
                return True
    return False


def of_length(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "app.py is 12 lines shorter than at the start": the same file counted twice, or the insertions and deletions of a diff."""
    match = _LENGTH.search(claim.low) if " line" in claim.low else None
    if match is None:
        return None
    said = int(match[1].replace(",", "")) * (-1 if match[2] in ("shorter", "fewer", "less") else 1)
    seen = [
        (at, int(line[1]), line[2].removeprefix("./"))
        for at, run in evidence.runs_before(claim.msg)
        if "wc" in (run.call.command or "")
        for line in _WC.finditer(run.call.output)
        if line[2].rsplit("/", 1)[-1].lower() in claim.low
    ]
    same = [(at, n) for at, n, path in seen if path == seen[0][2]]
    if len(same) > 1:
        (now, new), (was, old) = same[0], same[-1 if _START.search(claim.low) else 1]
        verdict: VerdictWord = "supported" if new - old == said else "contradicted"
        return Judgement(verdict, (), f"{old} lines in msg {was}, {new} in msg {now}, claimed {said:+d}: {verdict}", (was, now))
    for at, run in evidence.runs_before(claim.msg):
        if (diff := _DIFF.search(run.call.output)) is not None:
            net = int(diff[1] or 0) - int(diff[2] or 0)
            if net == said:
                return Judgement("supported", (), f"msg {at}: {diff[1] or 0} lines in, {diff[2] or 0} out", (at,))
    return Judgement("unsupported", (), "no output was found that counts these lines before and after")


def one(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement:
    if "commit" in claim.low and (seen := commits.counted(claim, quantity, evidence)) is not None:
        return seen
    located: Located | None = locate(claim, quantity, evidence)
    if located is not None and not _sets(claim, quantity, located, evidence):
        return located.judgement
    printed = beside_noun(claim, quantity, evidence) or listing.of_things(claim, quantity, evidence)
    if printed is not None:
        return printed
    if (tallied := summed_up(claim, quantity, evidence)) is not None:
        return tallied
    said = foreign(claim, quantity, evidence)
    if said is not None:
        return unmeasured(quantity, said, claim.msg, evidence)
    return Judgement(
        "unsupported", (), f"a count of {f'{quantity.raw} {quantity.noun}'.rstrip()} was not found in the outputs before msg {claim.msg}"
    )


def summed_up(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """The errors or warnings that a compiler or linter sums up, of the newest call that does: the same number supports; another contradicts
    where the clause names the tool, which ran once."""
    noun = stem((quantity.noun or "").split(" ")[-1].lower())
    if noun not in _SUMMED or quantity.hedge or not quantity.exact:
        return None
    for at, run in itertools.islice(evidence.runs_before(claim.msg), _BACK):
        totals = [o.counts for o in run.outcomes if o.kind == "lint" and o.counts]
        if len(totals) != 1 or (noun != "problem" and f"{noun}s" not in totals[0]):
            continue
        printed = sum(totals[0].values()) if noun == "problem" else totals[0][f"{noun}s"]
        text = f"{printed} {noun}s summed up in msg {at}, claimed {quantity.raw}"
        if printed == int(quantity.value):
            return Judgement("supported", (), text, (at,))
        named = tokens(claim.text) & tokens(run.call.command or "") - STOP
        return Judgement("contradicted", (), f"{text}: contradicted", (at,)) if named and claim.msg - at == 1 else None
    return None


def _sets(claim: Claim, quantity: Quantity, located: Located, evidence: Evidence) -> bool:
    """Whether the number was only found as the value of a setting that the clause does not name ("batch_size=1000" for "1000 pages")."""
    if located.side is not None or quantity.dimension not in ("count", "number"):
        return False
    digits = quantity.raw.replace(",", "")
    at = located.judgement.evidence[0]
    for msg, line, _, place, _run in evidence.printed_numbers(digits, claim.msg):
        if msg < at:
            break
        if line[place - 1 : place] != "=" or not (key := _KEY.search(line[:place])):
            return False
        if not tokens(key[1]).isdisjoint(claim.tokens | claim.around):
            return False
    return True


def beside_noun(claim: Claim, quantity: Quantity, evidence: Evidence) -> Judgement | None:
    """The newest output that prints a count directly beside the thing counted: the same number supports, one other number contradicts
    if it is the only one and the whole output was seen."""
    noun = stem((quantity.noun or "").split(" ")[-1].lower())
    if not noun or noun in _TIMES or len(noun) < 3 or quantity.hedge:
        return None
    subject = content(claim.text) - STOP - {noun}
    looked = 0
    for at, run in evidence.runs_before(claim.msg):
        looked += 1
        if looked > 12:
            return None
        if not (values := counts(run, noun, evidence)):
            continue
        if int(quantity.value) in values:
            return Judgement("supported", (), f"{quantity.raw} {noun} printed in msg {at}", (at,))
        shared = subject & content(run.call.command or "")
        if len(values) == 1 and quantity.exact and shared and Fraction(quantity.value) % 10:
            return Judgement("contradicted", (), f"{min(values)} {noun} printed in msg {at}, claimed {quantity.raw}", (at,))
        return None
    return None


def counts(run: Run, noun: str, evidence: Evidence) -> set[int]:
    """The numbers that an output prints directly beside a thing."""
    low = evidence.lowered(run)
    found: set[int] = set()
    at = low.find(noun, 0, _LONG)
    while at >= 0:
        thing = _THING.match(low, at)
        end = thing.end() if thing else at + 1
        before = low[at - 1] if at else "\n"
        if thing and stem(thing[0]) == noun and not before.isalnum():
            joined = low[end : end + 1] in ("-", "_") or not before.isspace()
            match = None if joined else _BEFORE.search(low, max(0, at - 64), at)
            if match is None and (match := _AFTER.match(low, end)) is not None and not _tallies(match[1]):
                match = None
            if match:
                found.add(int(match[match.lastindex or 1].replace(",", "")))
        at = low.find(noun, end, _LONG)
    return found


def _tallies(label: str) -> bool:
    """Whether a label still counts the thing that it begins with: "files read", "file_count", "files with errors"; not "node 3 load" or
    "node-a cpu", of one of the things, nor "node errors", of something else."""
    words = _SPLIT.split(label)
    if len(words) > 1 and not words[0] and not label.startswith(" "):
        return _TALLY.issuperset(words[1:])
    if any(w[:1].isdigit() for w in words):
        return False
    return "with" in words or "without" in words or _PLURAL.fullmatch(words[-1]) is None


def kept_apart(runs: list[tuple[int, Run]], noun: str, evidence: Evidence) -> set[str]:
    """The names by which outputs tell things of one kind apart: "node-a", "shard 3"."""
    name = re.compile(rf"(?<![a-z0-9]){re.escape(noun)}(?:[-_#]([a-z]|[a-z]*\d+)| ?(\d+))(?![a-z0-9])")
    return {a or b for _, run in runs for a, b in name.findall(evidence.lowered(run)[:_LONG])}
