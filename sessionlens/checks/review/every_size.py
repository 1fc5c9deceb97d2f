"""One thing that is said to beat another at every size, against the rows of one call that vary both.

"The arena beats the pool at every size", "new is slower than old for all counts". The things are told apart at one word of the rows'
labels, the sizes at another. A name that no label has is what a message gave a value of: "13.7 ms with A1" for rows that printed 13.7.

Example: below "n=1k pool 1.20 ms", "n=1k arena 1.31 ms", "n=10k pool 11.9 ms", "n=10k arena 9.8 ms" the arena does not beat the pool
at every size.
"""

import re

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.excepted import excepted
from sessionlens.checks.claims.words import word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import called, rows
from sessionlens.checks.grids.rows import Block, Value
from sessionlens.checks.values.judge import Judgement
from sessionlens.text.regex import regex

WORDS = word_set("beats beat outperforms faster slower quicker")
_SAID = regex(
    r"(?:^|[ ,;:])(?:the )?(?P<one>[\w.-]+)"
    r" (?:beats|beat|outperforms|(?:is|stays|remains) (?:faster|quicker|(?P<slow>slower)) than)"
    r" (?:the )?(?P<other>[\w.-]+)\b.* (?:at|for|with) (?:every|each|all) (?:\w+ )?"
    r"(?P<what>sizes?|counts?|lengths?|widths?|depths?|levels?|settings?|numbers?|loads?)\b"
)
_CALLS, _BACK, _TOLD = 4, 4, 8
_DIGITS = 3


def judge(claim: Claim, evidence: Evidence) -> Judgement | None:
    """Contradicted by a size at which the other one surely is ahead; None where the two are not found, or never are."""
    said = _SAID.search(claim.low)
    if said is None or claim.cell or claim.negated or excepted(claim):
        return None
    for at, run in rows.lately(claim.msg, _CALLS, evidence):
        if claim.msg - at > _BACK:
            return None
        for block in rows.of_output(at, run, evidence):
            found = _by(said, claim, block, evidence)
            if found is not None:
                return Judgement("contradicted", (), f"msg {at}: {found}", (at,)) if found else None
    return None


def _by(said: re.Match[str], claim: Claim, block: Block, evidence: Evidence) -> str | None:
    labels = {tuple(t.replace("= ", "=").split()): t for t in block.things}
    if len(labels) < 4 or block.rounds != 1 or len({len(parts) for parts in labels}) != 1:
        return None
    places = [p for p in range(len(next(iter(labels)))) if len({parts[p] for parts in labels}) > 1]
    columns = called.headline(block)
    for p in places:
        words = {parts[p].rstrip(":").lower() for parts in labels}
        one, other = (_word(said[side], words, claim, evidence) for side in ("one", "other"))
        if one is None or other is None or one == other or len(places) != 2 or len(columns) != 1:
            continue
        q = next(x for x in places if x != p)
        pairs: dict[str, dict[str, Value]] = {}
        for parts, thing in labels.items():
            pairs.setdefault(parts[q], {})[parts[p].rstrip(":").lower()] = block.things[thing][0][columns[0]]
        both = {size: (row[one], row[other]) for size, row in pairs.items() if one in row and other in row}
        if len(both) < 2:
            return None
        for size, (a, b) in both.items():
            apart = a.value.minus(b.value)
            more = (a.kind == "rate") == (said["slow"] is None)
            if (apart.hi < 0) if more else (apart.lo > 0):
                return f"{size}: {a.raw} of {one} against {b.raw} of {other}"
        return ""
    return None


def _word(name: str, words: set[str], claim: Claim, evidence: Evidence) -> str | None:
    """The word of a label that a name stands for: itself, the one that it is a part of, or the one whose value a message gives it."""
    if name in words:
        return name
    holding = [w for w in words if name in w and len(name) >= _DIGITS]
    if len(holding) == 1:
        return holding[0]
    for msg in range(claim.msg, max(0, claim.msg - _TOLD), -1):
        turn = evidence.view.turns.get(msg)
        text = turn.message.text.lower() if turn is not None and turn.message.role == "assistant" else ""
        given = rf"(\d[\d.]*\d) ?[a-zµ/]{{1,6}} (?:with|for|in|on) (?:the )?{re.escape(name)}\b"
        for value in re.findall(given, text) if name in text else ():
            found = _printing(value, words, msg, evidence) if sum(map(str.isdigit, value)) >= _DIGITS else None
            if found is not None:
                return found
    return None


def _printing(value: str, words: set[str], msg: int, evidence: Evidence) -> str | None:
    """The one of the words that stands in the label of every line that printed a value before a message."""
    found: set[str] = set()
    for at, run in rows.lately(msg, _CALLS, evidence):
        for block in rows.of_output(at, run, evidence) if value in run.call.output else ():
            for thing, lines in block.things.items():
                if any(v.raw.split(" ")[0] == value for line in lines for v in line):
                    found |= {w.lower().rstrip(":") for w in thing.split()} & words
        if found:
            break
    return found.pop() if len(found) == 1 else None
