"""Statements without a check of their own: does an earlier output show the things that they name?"""

import re

from sessionlens.checks.claim import Claim
from sessionlens.checks.evidence import Evidence
from sessionlens.checks.judge import Judgement
from sessionlens.checks.words import STOP, content

_NAME = re.compile(r"[A-Za-z_][\w.-]*(?:[._/:-][\w./:-]+|\(\))|[a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w+|\b[0-9a-f]{7,40}\b")
_PART = re.compile(r"[\w.-]+")
LIMIT = 60
"""How many tool calls back a name is looked for."""
_GENERAL = re.compile(
    r"\b(?:known (?:pattern|issue|problem|bug|limitation)|matches (?:exactly )?what you|matches your|what you(?:'re| are) seeing|by design|in general|typically|usually|generally|always account|documented (?:as|to))\b"
)
_REASONED = re.compile(
    r"\b(?:would|likely|probably|presumably|apparently|suspect|seems?|must be|must have|should|could|might|may|perhaps|tends? to|in theory|hypothes\w+|suggests?|implies|smoking gun"
    r"|real fix|the actual|there(?:'s| is) the (?:issue|problem|bug|culprit)|is what(?:'s| is)|signature of|keeps? \w+ing|the fix is|that's the (?:bug|problem|issue|change)|race condition)\b"
)


def names(claim: Claim) -> list[str]:
    """Identifiers of the clause: what stands in backticks, paths, hashes, calls, mixed-case names."""
    found = [p for c in claim.code for p in _PART.findall(c)]
    found += _NAME.findall(claim.text)
    return list(dict.fromkeys(n.strip("._-():/").lower() for n in found if len(n) > 2))


def shown(claim: Claim, evidence: Evidence) -> Judgement:
    """Supported where an output before it has the clause's names, or most of its words; else unsupported."""
    if _GENERAL.search(claim.low):
        return Judgement("undecidable", (), "general knowledge, or a judgement of what somebody saw: nothing in the log can show it")
    if _REASONED.search(claim.low):
        return Judgement("unsupported", (), "reasoned, not shown by an output")
    wanted = frozenset(n.rsplit("/", 1)[-1].split(":")[0] for n in names(claim))
    plain = content(claim.text) - STOP
    forms = plain | {w + "s" for w in plain}
    best, best_at = 0.0, 0
    newest = evidence.runs_until(claim.msg) - 1
    for index in range(newest, max(-1, newest - LIMIT), -1):
        at, bag = evidence.runs[index][0], evidence.bag(index)
        score = (len(wanted & bag) / len(wanted) if wanted else 0.0) * 0.6 + (len(forms & bag) / len(plain) if plain else 0.0) * 0.4
        score *= 1.0 if claim.msg - at <= 4 else 0.85
        if score > best:
            best, best_at = score, at
    if best >= (0.45 if wanted else 0.18):
        return Judgement("supported", (), f"msg {best_at} shows what it names", (best_at,))
    return Judgement("unsupported", (), "no output before this shows it", (best_at,) if best > 0.2 else ())
