"""Statements without a check of their own: does an earlier output show the things that they name?"""

import bisect
import re

from sessionlens.checks.claim import Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.judge import Judgement
from sessionlens.checks.words import STOP, content, word_set

_NAME = re.compile(r"[A-Za-z_][\w.-]*(?:[._/:-][\w./:-]+|\(\))|[a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w+|\b[0-9a-f]{7,40}\b")
_PART = re.compile(r"[\w.-]+")
_HASH = re.compile(rb"(?=[a-f]*\d)[0-9a-f]{7,40}")
_WORD = re.compile(r"\w+")
LIMIT = 60
"""How many tool calls back a name is looked for."""
_GENERAL_WORDS = word_set("known matches what you're design general typically usually generally account documented your")
_REASONED_WORDS = word_set(
    "would likely probably presumably apparently suspect seem seems must should could might may perhaps tend tends "
    "theory suggest suggests implies smoking "
    "real fix that's race actual there there's what what's is signature keep keeps hypothesis hypothesise hypothesize"
)
_GENERAL = re.compile(
    r"\b(?:known (?:pattern|issue|problem|bug|limitation)|matches (?:exactly )?what you|matches your|what you(?:'re"
    r"| are) seeing|by design|in general|typically|usually|generally|always account|documented (?:as|to))\b"
)
_REASONED = re.compile(
    r"\b(?:would|likely|probably|presumably|apparently|suspect|seems?|must be|must have|should|could|might|may"
    r"|perhaps|tends? to|in theory|hypothes\w+|suggests?|implies|smoking gun"
    r"|real fix|the actual|there(?:'s| is) the (?:issue|problem|bug|culprit)|is what(?:'s| is)|signature of"
    r"|keeps? \w+ing|the fix is|that's the (?:bug|problem|issue|change)|race condition)\b"
)


def names(claim: Claim) -> frozenset[bytes]:
    """Identifiers of the clause: what stands in backticks, paths, hashes, calls, mixed-case names; of a dotted one its longest part."""
    found = [p for c in claim.code for p in _PART.findall(c)] + _NAME.findall(claim.text)
    parts = (max(_WORD.findall(n.rsplit("/", 1)[-1].split(":")[0].lower()), key=len, default="") for n in found)
    return frozenset(p.encode() for p in parts if len(p) > 2)


def plain(claim: Claim) -> frozenset[bytes]:
    """The other words of the clause that could name something."""
    return frozenset(w.encode() for w in content(claim.text) - STOP)


def shown(claim: Claim, evidence: Evidence) -> Judgement:
    """Supported where an output before it has the clause's names, or most of its words; else unsupported."""
    if claim.words & _GENERAL_WORDS and _GENERAL.search(claim.low):
        return Judgement("undecidable", (), "general knowledge, or a judgement of what somebody saw: nothing in the log can show it")
    if claim.words & _REASONED_WORDS and _REASONED.search(claim.low):
        return Judgement("unsupported", (), "reasoned, not shown by an output")
    wanted, words = names(claim), plain(claim)
    newest = evidence.runs_until(claim.msg)
    for name in wanted:
        if _HASH.fullmatch(name) and (at := _prefixed(name.decode(), newest, evidence)) is not None:
            return Judgement("supported", (), f"msg {at} prints {name.decode()}", (at,))
    first = max(0, newest - LIMIT)
    scores = [0.0] * (newest - first)
    postings = evidence.postings
    for word in wanted:
        weight = 0.6 / len(wanted)
        for i in _window(postings.get(word), first, newest):
            scores[i - first] += weight
    for word in words:
        weight = 0.4 / len(words)
        one, many = _window(postings.get(word), first, newest), _window(postings.get(word + b"s"), first, newest)
        for i in {*one, *many} if one and many else one or many:
            scores[i - first] += weight
    best, best_at = 0.0, 0
    for offset, score in enumerate(scores):
        if score <= best * 0.85:
            continue
        at = evidence.runs[first + offset][0]
        score *= 0.85 if claim.msg - at > 4 else 1.0
        if score >= best and score > 0:
            best, best_at = score, at
    if best >= (0.45 if wanted else 0.18):
        return Judgement("supported", (), f"msg {best_at} shows what it names", (best_at,))
    return Judgement("unsupported", (), "no output before this shows it", (best_at,) if best > 0.2 else ())


def _prefixed(short: str, newest: int, evidence: Evidence) -> int | None:
    """The newest message that printed an object's name, of which the clause has the first digits."""
    for i in range(newest - 1, max(-1, newest - LIMIT), -1):
        at, run = evidence.runs[i]
        if short in run.call.output:
            return at
    return None


def _window(places: list[int] | None, first: int, newest: int) -> list[int]:
    """The places from `first` on, up to `newest`."""
    if not places or places[-1] < first or places[0] >= newest:
        return []
    return places[bisect.bisect_left(places, first) : bisect.bisect_left(places, newest)]
