"""How many runs a supported clause says that its values are of: "best of eight", "in all six rounds", against the runs behind them."""

from collections import Counter
from dataclasses import replace

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.facts import Measurement
from sessionlens.text.regex import regex

NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
_N = rf"(\d{{1,4}}|{'|'.join(NUMBERS)})"
_WORDS = word_set(
    "best fastest minimum minima min median medians mean means average averages maximum maxima max worst slowest run runs round rounds "
    "repetition repetitions rep reps sample samples repeat repeats trial trials measurement measurements"
)
"""One of these stands in every such saying."""
_RUN = r"(?:[a-z]+ )?(?:runs?|rounds?|repetitions?|reps?|samples?|repeats?|trials?|measurements?|passes|tries|attempts|times|iterations)\b"
_SAID = regex(
    rf"\b(?:minim(?:um|a)|min|medians?|means?|averages?|maxim(?:um|a)|max) of (?:the )?{_N}\b(?! (?:the|these|other)\b)"
    rf"|\b(?:best|fastest|worst|slowest) of {_N}\b(?! (?:the|these|other)\b)(?! (?!{_RUN})[a-z-]+s\b)"
    rf"|\b{_N} (?:[a-z]+ )?(?:runs?|rounds?|repetitions?|reps?|samples?|repeats?|trials?|measurements?)\b"
)
_VALUES = regex(r"(\d+) values in msg \d+")


def number_of(word: str) -> int:
    """A number in digits or as a word."""
    return NUMBERS[word] if word in NUMBERS else int(word)


def doubted(claim: Claim, found: Judgement, evidence: Evidence) -> Judgement | None:
    """Unsupported where every value that the judgement rests on is of another number of runs, contradicted where there were no other runs
    of the same things; None where that is not known."""
    if claim.words.isdisjoint(_WORDS):
        return None
    said = [n for match in _SAID.finditer(claim.low) for n in match.groups() if n]
    if not said:
        return None
    facts = [f for f in (evidence.view.fact(n) for n in dict.fromkeys(found.nodes) if n) if isinstance(f, Measurement)]
    runs = Counter((f.msg, f.part, f.config, f.metric) for f in facts)
    printed = {(f.msg, f.part, f.config, f.metric): f.n or len(f.samples) for f in facts}
    sizes = [n if n > 1 else printed[side] for side, n in runs.items()]
    known = {*sizes, sum(sizes)}
    wanted = {NUMBERS[n] if n in NUMBERS else int(n) for n in said}
    listed = _VALUES.match(found.derivation)
    if not sizes or min(sizes) < 2 or wanted & (known | set(printed.values())) or (listed and int(listed[1]) in wanted):
        return None
    text = f"{found.derivation}; but of {', '.join(str(n) for n in sorted(known)[:3])} runs, not {', '.join(said)}"
    names = {(f.config, f.metric) for f in facts}
    again = any(len(s.before(claim.msg)) > 1 for s in evidence.series if (s.config, s.metric) in names)
    surely = not again and min(runs.values()) > 1
    return replace(found, verdict="contradicted" if surely else "unsupported", caveats=(), derivation=text)
