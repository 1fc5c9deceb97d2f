"""The setting of a supported clause: the size, the number of rows or runs, the value in passing, that it names beside what was judged.

A kind of claim looks at the number that makes it that kind. "At n=4000 the ring is 12 % faster (8.1 against 9.2 ms)" is not borne out where
nobody ran n=4000, however right the division is, and "parse() doesn't move (31 ms)" not where nothing printed 31 ms.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from sessionlens.checks.binding.levels import locate
from sessionlens.checks.binding.operands import stated
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import stem
from sessionlens.checks.evidence import repeats
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.repeats import NUMBERS
from sessionlens.checks.kinds import delta
from sessionlens.checks.kinds.count import counts, kept_apart
from sessionlens.checks.review import afar, arithmetic
from sessionlens.checks.runs import numbered, presently
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.facts import Measurement
from sessionlens.model.quantity import Quantity
from sessionlens.model.trace import Run
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

_COUNTED: frozenset[ClaimKind] = frozenset(("count", "sum", "tests", "proportion", "identity", "points", "size", "level", "mean"))
"""Kinds that judge bare numbers themselves."""
_WORDED: frozenset[ClaimKind] = frozenset(("state", "no-difference", "change-of-state"))
"""Kinds that judge words: a measured value beside them is looked up by nobody else."""
_EVERY: frozenset[ClaimKind] = frozenset(("level", "size", "range", "sum", "threshold", "attribution", "delta", "duration", "count"))
"""Kinds that look at each of their measured values, or whose values need not be printed."""
_NUMERALS = frozenset(NUMBERS)
_CUE = regex(r"(?:\b[a-z]\w*\s?=\s?|\b(?:at|for|with|from|to|size|sizes)\s|[→>]\s?|^)$", re.I)
_AT = regex(r"(?:^|\s)(?:at|from|to)\s$", re.I)
"""Behind one of these a number says where, whether or not a noun follows."""
_NAMED = regex(r"\b[a-z]\w*\s?=\s?$", re.I)
_WORD_COUNT = regex(rf"\b({'|'.join(NUMBERS)}) (?:[a-z]+ )?([a-z]{{4,}}s)\b")
_COMPARING: frozenset[ClaimKind] = frozenset(("delta", "percent", "ratio", "vague", "no-difference"))
_ALL = regex(
    rf"\b(?:in|at|for|on|across) (?:(both)|(?:all|each of|every one of)(?: of)?(?: the)? ({'|'.join(NUMBERS)}|\d{{1,2}}))"
    r" (?:[a-z-]+ )?(?!runs|rounds|reps|repetitions|samples|iterations|trials|times|attempts|passes|repeats|sides|ends|items"
    r"|changes|patches|fixes|edits|flags|tweaks|optimi[sz]ations|steps|phases|stages|parts)([a-z-]{3,}s)\b"
)
"""How many things a difference is said to hold for."""
_MEASURED = ("time", "size", "rate")
_ONE: frozenset[ClaimKind] = frozenset(("percent", "ratio", "delta", "universal", "trend", "mean", "identity"))
"""Kinds that judge one relation, and tell which in their derivation."""
_RELATIONS = ("percent", "ratio")
_EACH = ("all", "each", "every", "across", "both")
_CLOCK = regex(r"(?<![\d:.])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])")
_PLACE = regex(r"\d[\w,]*(?: [\w-]+){1,3} (?:on|in|under|within) (?:the )?`([^`]{3,80})`")
_PLAIN = regex(r"[^\d.]")
_LEAST = 100
"""Smaller numbers are everywhere."""


def kept(kind: ClaimKind, claim: Claim, found: Judgement, evidence: Evidence) -> Judgement:
    """The judgement, or another where the clause has a number that nothing before it ran, printed or asked for, or that does not agree."""
    if found.verdict == "contradicted":
        return afar.spared(claim, found)
    if found.verdict != "supported" or claim.cell or (_NUMERALS.isdisjoint(claim.words) and not claim.numbered):
        return found
    runs = _behind(found, evidence)
    return (
        arithmetic.wrong(kind, claim, found)
        or presently.stale(kind, claim, found, evidence)
        or repeats.doubted(claim, found, evidence)
        or numbered.misnamed(claim, found, runs, evidence)
        or (None if found.counted else numbered.all_of_others(claim, found, evidence))
        or _quantities(kind, claim, found, evidence, runs)
        or _clock(claim, found, evidence)
        or _scope(kind, claim, found, runs)
        or (None if found.counted else _counts(kind, claim, found, evidence, runs))
        or _everywhere(kind, claim, found, evidence)
        or found
    )


def _quantities(
    kind: ClaimKind, claim: Claim, found: Judgement, evidence: Evidence, runs: list[tuple[int, Run]]
) -> Judgement | None:  # fmt: skip
    """Settings that nothing had, measured values and relations in passing that nothing printed."""
    for q in claim.quantities:
        if _sets(q, kind, claim):
            digits = q.raw.replace(",", "")
            if int(digits) == q.value and not _known(digits, claim.msg, evidence, runs):
                return _unborne(found, f"nothing before msg {claim.msg} ran or printed {q.raw}")
        elif q.hedge or found.counted or not _in_passing(q, kind, claim, found):
            continue
        elif q.dimension in _MEASURED and locate(claim, q, evidence) is None:
            text = f"{q.raw} was not found under these labels in the outputs before msg {claim.msg}"
            return Judgement("unsupported", (), text, found.evidence, found.nodes)
        elif q.dimension in _RELATIONS and kind in _ONE and not _spoken(q, claim, evidence):
            return _unborne(found, f"nothing before msg {claim.msg} prints or says {q.raw}")
    return None


def _clock(claim: Claim, found: Judgement, evidence: Evidence) -> Judgement | None:
    """A time of day that no output has; of a span of two the ends need not be printed."""
    clocks = _CLOCK.findall(claim.text)
    if len(clocks) != 1 or clocks[0] in claim.conclusion.before:
        return None
    if any(clocks[0] in run.call.output for _, run in evidence.runs_before(claim.msg)):
        return None
    return _unborne(found, f"the time {clocks[0]} was not found in the outputs before msg {claim.msg}")


def _scope(kind: ClaimKind, claim: Claim, found: Judgement, runs: list[tuple[int, Run]]) -> Judgement | None:
    """ "465 commits on `release`" by a command that neither names the place nor prints it: counted was something else."""
    place = _PLACE.search(claim.text) if kind == "count" and runs and "`" in claim.text else None
    if place is None:
        return None
    name = place[1].strip().rstrip("/").rsplit("/", 1)[-1].lower()
    if any(name in f"{run.call.command} {run.call.cwd} {run.call.input} {run.call.output}".lower() for _, run in runs):
        return None
    return _unborne(found, f"msg {runs[0][0]} does not count in `{place[1]}`")


def _counts(
    kind: ClaimKind, claim: Claim, found: Judgement, evidence: Evidence, runs: list[tuple[int, Run]]
) -> Judgement | None:  # fmt: skip
    """A number of things beside the one number of them that the calls behind the judgement printed. Contradicted where one call is behind
    it, prints one number of them, and nobody ever spoke of the claimed one."""
    for count, noun in _counted(claim, kind):
        for at, run in runs:
            printed = counts(run, noun, evidence)
            if not printed or count in printed or any(_has(count, other) for _, other in runs):
                continue
            why = f"msg {at} counts {', '.join(map(str, sorted(printed)[:4]))} {noun}, not {count}"
            if len(printed) == 1 and len(runs) == 1 and not _told(count, noun, claim, evidence):
                return replace(found, verdict="contradicted", caveats=(), derivation=why)
            return _unborne(found, why)
        if runs and claim.has(*_EACH) and re.search(rf"\b(?:{'|'.join(_EACH)})\b[^,;]{{0,40}}\b{re.escape(noun)}", claim.low):
            seen = kept_apart(runs, noun, evidence)
            if 0 < len(seen) < count and not any(_has(count, run) for _, run in runs):
                some = f"{found.derivation}; but only {len(seen)} of {count} {noun}s were looked at"
                return replace(found, verdict="unsupported", caveats=("partial-domain",), derivation=some)
    return None


def _everywhere(kind: ClaimKind, claim: Claim, found: Judgement, evidence: Evidence) -> Judgement | None:
    """A difference said to hold "on all four machines" that rests on one pair of values."""
    match = _ALL.search(claim.low) if kind in _COMPARING else None
    if match is None or claim.cell:
        return None
    said = 2 if match[1] == "both" else NUMBERS[match[2]] if match[2] in NUMBERS else int(match[2] or 0)
    facts = [f for f in (evidence.view.fact(n) for n in dict.fromkeys(found.nodes) if n) if isinstance(f, Measurement)]
    pairs = len({(f.config, f.metric, f.msg, f.part) for f in facts}) // 2
    if not 0 < pairs < said:
        return None
    text = f"{found.derivation}; but {pairs} of {said} {match[3]} measured"
    return replace(found, verdict="unsupported", caveats=("partial-domain",), derivation=text)


def _told(count: int, noun: str, claim: Claim, evidence: Evidence) -> bool:
    """Whether so many of a thing were spoken of or printed before: then there may be two such counts."""
    spelled = "|".join([str(count), f"{count:,}", *(word for word, n in NUMBERS.items() if n == count)])
    said = re.compile(rf"(?<![\w.])(?:{spelled}) (?:[\w-]+ )?{re.escape(noun)}")
    earlier = (turn.message.text.lower() for at, turn in evidence.view.turns.items() if at < claim.msg)
    return any(map(said.search, earlier)) or any(said.search(evidence.lowered(run)) for _, run in evidence.runs_before(claim.msg))


def _has(count: int, run: Run) -> bool:
    """Whether a call printed or was given a number in any place."""
    text = f"{run.call.command or ''}\n{run.call.output}"
    return any(spelled in text and re.search(rf"(?<![\w.]){spelled}(?![\w])", text) for spelled in {str(count), f"{count:,}"})


def _in_passing(q: Quantity, kind: ClaimKind, claim: Claim, found: Judgement) -> bool:
    """Whether nothing has looked at a measured value yet: its kind judges words, or another number of the clause."""
    if kind in _WORDED:
        return True
    if kind in _EVERY or q.raw in found.derivation:
        return False
    pair = stated(claim, q)
    return not delta.governed(claim, q) and (pair is None or not pair.near)


def _spoken(q: Quantity, claim: Claim, evidence: Evidence) -> bool:
    """Whether a percentage or multiple in passing was printed, or said in an earlier message or sentence."""
    digits = _PLAIN.sub("", q.raw)
    if next(evidence.printed_numbers(digits, claim.msg), None) is not None:
        return True
    for at, turn in evidence.view.turns.items():
        if at > claim.msg:
            return False
        text = turn.message.text if at < claim.msg else turn.message.text[: claim.conclusion.at]
        if digits in text:
            return True
    return False


def _unborne(found: Judgement, why: str) -> Judgement:
    return replace(found, verdict="unsupported", caveats=(), derivation=f"{found.derivation}; but {why}")


def _behind(found: Judgement, evidence: Evidence) -> list[tuple[int, Run]]:
    """The calls of the messages that a judgement rests on."""
    spans = [slice(evidence.runs_until(msg), evidence.runs_until(msg + 1)) for msg in dict.fromkeys(found.evidence)]
    return [call for span in spans for call in evidence.runs[span]]


def _counted(claim: Claim, kind: ClaimKind) -> Iterator[tuple[int, str]]:
    """How many things the clause says there were, in numbers or words, where its kind judges something else."""
    measured = any(q.dimension in _MEASURED for q in claim.quantities)
    if kind in _COUNTED and not (measured and kind in ("level", "mean", "size")):
        return
    for q in claim.quantities:
        if q.noun and q.exact and not q.hedge and not q.signed and q.dimension == "count":
            yield int(q.value), stem(q.noun.split(" ")[-1].lower())
    for match in _WORD_COUNT.finditer(claim.low):
        yield NUMBERS[match[1]], stem(match[2])


def _sets(q: Quantity, kind: ClaimKind, claim: Claim) -> bool:
    """Whether a bare whole number is the setting of the clause: `n=4000`, "for 4000 rows", "200 -> 4000 rows", first of all."""
    if q.dimension not in ("number", "count") or q.hedge or q.signed or q.value < _LEAST or not q.raw.replace(",", "").isdigit():
        return False
    before = claim.text[max(0, q.start - 24) : q.start]
    if _NAMED.search(before) or (claim.text.count("|") > 1 and q is claim.quantities[0] and not before.strip("| *`")):
        return True
    if kind not in _COUNTED and not q.noun and _AT.search(before) and not claim.text[q.end :].lstrip().startswith(("→", "->", "%")):
        return True
    return kind not in _COUNTED and bool(q.noun or before.rstrip().endswith(("→", "->"))) and _CUE.search(before) is not None


def _known(digits: str, msg: int, evidence: Evidence, behind: list[tuple[int, Run]]) -> bool:
    """Whether a number belongs to the calls behind a judgement: they printed it or were given it, it was written into a file before, or a
    person said it. Where it is not known which calls those are, whether any printed it."""
    if evidence.said_at(digits, msg) is not None or any(_has(int(digits), run) for _, run in behind):
        return True
    if not behind and next(evidence.printed_numbers(digits, msg), None) is not None:
        return True
    spelled = (digits, f"{int(digits):,}")
    for at, run in evidence.runs_before(msg + 1):
        command = run.call.command or ""
        written = [edit.new or "" for edit in run.call.edits] + ([command] if "<<" in command or not behind else [])
        if any(n in text for text in written for n in spelled) or (at < msg and not behind and spelled[1] in run.call.output):
            return True
    return False
