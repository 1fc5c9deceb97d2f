"""Numbers that name or delimit: "worktree 2", "all five sizes". Against the numbered things of the outputs, and what was said before."""

import re
from dataclasses import replace

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import stem, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.repeats import NUMBERS, number_of
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

_NAMED = regex(r"\b([a-z]{4,}) (\d{1,3})\b(?![.,]?\d|\s?%)")
_NUMBER = regex(r"s?[ =:#_/-]{0,2}(\d{1,3})\b")
_NO_NAME = word_set(
    "about with from only than over under after before least most exactly within these those there have shows found prints lists that"
)
_ALL = regex(rf"\ball ({'|'.join(NUMBERS)}|\d{{1,3}}) (?:of the )?(?:[a-z]+ )?([a-z]{{3,}}s)\b")
_SAID = rf"(?<![\w.])({'|'.join(NUMBERS)}|\d{{1,3}}) (?:of the |other |different )?(?:[a-z]+ )?"


def misnamed(claim: Claim, found: Judgement, runs: list[tuple[int, Run]], evidence: Evidence) -> Judgement | None:
    """Unsupported where the outputs behind a judgement have things numbered like the claim's, and that one was named nowhere."""
    for word, number in _NAMED.findall(claim.low):
        for at, run in runs if word not in _NO_NAME else ():
            seen = _numbers(word, run, evidence)
            if seen and number not in seen and not _named_before(word, number, claim.msg, evidence):
                text = f"{found.derivation}; but msg {at} has {word} {', '.join(sorted(seen)[:4])}, not {number}"
                return replace(found, verdict="unsupported", caveats=(), derivation=text)
    return None


def _numbers(word: str, run: Run, evidence: Evidence) -> set[str]:
    """The numbers that stand behind a word in what a call printed or was given."""
    return _behind(word, evidence.lowered(run)) | _behind(word, (run.call.command or "").lower())


def _behind(word: str, low: str) -> set[str]:
    found = set()
    at = low.find(word)
    while at >= 0:
        if (match := _NUMBER.match(low, at + len(word))) and not low[at - 1 : at].isalnum():
            found.add(match[1])
        at = low.find(word, at + len(word))
    return found


def _named_before(word: str, number: str, msg: int, evidence: Evidence) -> bool:
    """Whether the thing of that number was printed, typed or spoken of before; a large number need only be printed."""
    if len(number) > 1 and any(number in run.call.output for _, run in evidence.runs_before(msg)):
        return True
    if any(number in _numbers(word, run, evidence) for _, run in evidence.runs_before(msg)):
        return True
    return any(number in _behind(word, turn.message.text.lower()) for at, turn in evidence.view.turns.items() if at < msg)


def all_of_others(claim: Claim, found: Judgement, evidence: Evidence) -> Judgement | None:
    """Unsupported where "all five sizes" is said of what the session always counted otherwise; None where that is not known."""
    match = _ALL.search(claim.low) if "all" in claim.words else None
    if match is None:
        return None
    said, noun = number_of(match[1]), stem(match[2])
    spoken = re.compile(_SAID + rf"{re.escape(noun)}(?:e?s)?\b")
    earlier: dict[int, int] = {}
    for number, turn in evidence.view.turns.items():
        if number > claim.msg:
            break
        text = turn.message.text if number < claim.msg else turn.message.text[: claim.conclusion.at]
        if noun in text:
            earlier.update({number_of(n): number for n in spoken.findall(text.lower())})
    earlier.pop(1, None)
    if not earlier or said in earlier:
        return None
    others = ", ".join(f"{n} (msg {at})" for n, at in sorted(earlier.items())[:3])
    text = f"{found.derivation}; but the {noun}s spoken of before were {others}, not {match[1]}"
    return replace(found, verdict="unsupported", caveats=("partial-domain",), derivation=text)
