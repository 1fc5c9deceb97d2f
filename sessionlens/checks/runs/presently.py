"""Values of the present: "takes 9.1 s now" is of the code as it stands, so that a run from before the last edit of it shows nothing.

A comparison of two named configurations is of the runs that it names, and an edit after them leaves it true; so is a value of a run that
is named ("in msg 12", "the first run").
"""

from dataclasses import replace

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.runs.suites import PAST, overtaken
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.words import ClaimKind
from sessionlens.text.regex import regex

_KINDS: frozenset[ClaimKind] = frozenset(("level", "size", "duration", "mean", "range", "threshold"))
_WORDS = word_set("now currently presently today still moment")
_NOW = regex(
    r"\b(?:is|are|takes?|runs?|needs?|uses?|stands?|sits?|costs?|holds?|measures?|reaches|averages?|stays?|finish\w*)"
    r" (?:at |in |still )?now\b"
    r"|\bnow (?:at|under|below|above|over|down|up|only|just|about|roughly|stands?|sits?|takes?|runs?|needs?|uses?|is|costs?|measures?"
    r"|averages?|reaches|finishes|builds?|starts?|answers?|loads?|passes|completes?|[~<>≈]?\d)"
    r"|^now[, ]|\bnow[.!]?$|\bcurrently\b|\bpresently\b|\bat the moment\b|\bat present\b|\bas of now\b|\bright now\b|\bas it stands\b"
    r"|\bas things stand\b|\bstill (?:takes?|runs?|needs?|uses?|is|are|costs?|measures?|stands?|sits?)\b"
)
_TEST = regex(r"(?:^|/)(?:tests?|spec|docs?|examples?|benches|benchmarks?)/|(?:^|/)test_|_test\.|\.(?:test|spec)\.")


def stale(kind: ClaimKind, claim: Claim, found: Judgement, evidence: Evidence) -> Judgement | None:
    """Unsupported where the newest run behind a value of the present was overtaken by a change; None where nothing speaks against it."""
    if kind not in _KINDS or not found.evidence or claim.words.isdisjoint(_WORDS):
        return None
    if claim.references or not _NOW.search(claim.low) or PAST.search(claim.low):
        return None
    change = overtaken(evidence, max(found.evidence), claim.msg)
    if change is None or all(map(_TEST.search, change.files)):
        return None
    text = f"{found.derivation}; but msg {change.msg} changed {change.files[0]} since, and nothing was run again"
    return replace(found, verdict="unsupported", caveats=("stale",), derivation=text)
