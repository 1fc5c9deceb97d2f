"""Hashes that were printed: the same as before, or so many different ones.

A digest shows that contents are the same, which no reading of them does; equal digests under one kind of command are the evidence.
"""

from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import COUNTS, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.judge import Judgement
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

NOUNS = word_set("hash hashes digest digests checksum checksums fingerprint fingerprints sha sha256 md5 binary binaries artifact artifacts")
_PRINTED = regex(r"[0-9a-f](?<![\w/.-][0-9a-f])[0-9a-f]{7,127}(?![\w.-])")
"""A digest, where it has digits and letters. It begins with a character of its own, so that the search can leap to those."""
_START = regex(r"\b(?:start|beginning|baseline|original|first|untouched|pristine)\b")
_SAME = regex(r"\b(?:(?:bit|byte)[ -]for[ -](?:bit|byte)|(?:bit|byte)-identical|same|identical|equal|match(?:es|ed)?|unchanged|those of)\b")
_DENIED = regex(r"(?:\bnot|n't|\bno longer|\bnever)\b(?: \w+){0,2} (?:same|identical|equal|match)|\bdiffer")
_EVERY = regex(r"\b(?:both|all|each|every)\b")
_MANY = regex(r"\b(two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) (?:different|distinct|separate|unequal) ([a-z]+)")
_OF = regex(r"\b(?:all|the same) (two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) [a-z]+s\b")
_ALL_DIFFER = regex(r"\b(?:all|each|every one|both) (?:of them )?(?:\w+ )?(?:differs?|(?:is|are) (?:all )?(?:different|distinct|unique))\b")
_NAMED = regex(r"\b[0-9a-f]{7,64}\b")
"""A digest, or its beginning, in a clause."""


def printed(run: Run, evidence: Evidence) -> list[str]:
    """The digests of an output, in its order; found once for all claims."""
    key = ("digests", id(run))
    kept: list[str] | None = evidence.looked.get(key)
    if kept is None:
        found = _PRINTED.findall(run.call.output, 0, 20_000)
        kept = evidence.looked[key] = [d for d in found if not (d.isdigit() or d.isalpha())]
    return kept


def _makers(claim: Claim, evidence: Evidence, limit: int) -> Iterator[tuple[int, Run]]:
    """The last calls, newest first, that name a program which makes digests."""
    return evidence.runs_at(evidence.makers, claim.msg, limit)


def same(claim: Claim, evidence: Evidence, limit: int = 60) -> Judgement | None:
    """ "The hash is the same as before": the newest digests against those of the earlier calls; None where none was printed."""
    if not claim.words & NOUNS or not _SAME.search(claim.low) or _DENIED.search(claim.low):
        return None
    found: list[tuple[int, list[str]]] = []
    for at, run in _makers(claim, evidence, limit):
        if digests := printed(run, evidence):
            found.append((at, digests))
    named = [h for h in _NAMED.findall(claim.low) if not (h.isdigit() or h.isalpha())]
    if named:
        found = [(at, own) for at, digests in found if (own := [d for d in digests if d.startswith(tuple(named))])]
    if not found:
        return None
    at, new = found[0]
    earlier = [(m, d) for m, d in found[1:] if set(d) & set(new)]
    if not earlier:
        many = _OF.search(claim.low)
        if many is not None and len(new) != (COUNTS.get(many[1]) or int(many[1])):
            return Judgement("unsupported", ("partial-domain",), f"msg {at} prints {len(new)} digest(s), claimed {many[1]}", (at,))
        if len(new) > 1 and len(set(new)) == 1:
            return Judgement("supported", (), f"msg {at}: {len(new)} times {new[0][:12]}", (at,))
        return None
    was = (earlier[-1] if _START.search(claim.low) else earlier[0])[0]
    many = _OF.search(claim.low)
    if many is not None and len(new) != (COUNTS.get(many[1]) or int(many[1])):
        return Judgement("unsupported", ("partial-domain",), f"msg {at} prints {len(new)} digest(s), claimed {many[1]}", (was, at))
    kept = [d for d in dict.fromkeys(new) if any(d in o for _, o in earlier)]
    if _EVERY.search(claim.low) and (len(kept) < len(set(new)) or len(kept) < 2):
        return Judgement("unsupported", ("partial-domain",), f"{len(kept)} digest(s) of msg {at} seen before, not every one", (was, at))
    return Judgement("supported", (), f"{kept[0][:12]} printed in msg {was} and again in msg {at}", (was, at))


def differ(claim: Claim, evidence: Evidence) -> Judgement | None:
    """ "They all differ": the digests of the last call, each another one."""
    if not _ALL_DIFFER.search(claim.low) or claim.negated:
        return None
    for at, run in _makers(claim, evidence, 2):
        if claim.msg - at > 1 or len(digests := printed(run, evidence)) < 2:
            return None
        n = len(set(digests))
        text = f"msg {at} prints {len(digests)} digests, {n} of them different"
        return Judgement("supported" if n == len(digests) else "contradicted", (), text, (at,))
    return None


def distinct(claim: Claim, evidence: Evidence, limit: int = 8) -> Judgement | None:
    """ "Three different hashes": counted in the newest output that has digests."""
    match = _MANY.search(claim.low)
    if match is None or match[2] not in NOUNS:
        return None
    said = COUNTS.get(match[1]) or int(match[1])
    for at, run in _makers(claim, evidence, limit):
        if claim.msg - at > 3:
            return None
        if len(digests := printed(run, evidence)) > 1:
            n = len(set(digests))
            text = f"msg {at} prints {len(digests)} digests, {n} of them different, claimed {said}"
            if n == said:
                return Judgement("supported", (), text, (at,))
            return Judgement("contradicted" if len(digests) == said else "undecidable", (), text, (at,))
    return None
