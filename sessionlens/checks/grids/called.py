"""What a claim calls the things of a block of rows, and which of its values it speaks of.

Names are taken from the rows themselves, else from the agent's tables: a column whose cells are values of one thing and of no other is that
thing's ("rc" for the lines that begin with ".").
"""

import re
from collections import Counter
from collections.abc import Iterator

from sessionlens.checks.binding.mention import place
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import AGGREGATE, STOP, UNITS, tokens, word_set
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import rows
from sessionlens.checks.grids.rows import Block, Name
from sessionlens.checks.grids.tables import numbers
from sessionlens.model.trace import Table

_CALLS = 5
"""Calls back of which a table may tell."""
_LEAST = 3
SPEED = word_set("elapsed wall real time took takes latency duration sum")
"""Names of how long something took; "total" is the sum."""
_KIN = {"memory": ("rss", "memory"), "cpu": ("cpu",), "rate": ("throughput",), "requests": ("req",), "median": ("p50", "median")}
_FAR = 10**6


def labels(evidence: Evidence, msg: int) -> dict[str, str]:
    """What the tables up to a message call the things of the calls before them: the label in lower case, and how the lines begin."""
    if "called" not in evidence.looked:
        found: list[tuple[int, str, str]] = []
        for at, turn in evidence.view.turns.items():
            if turn.message.role == "assistant" and "|" in turn.message.text:
                for table in dict.fromkeys(s.table for s in turn.statements if s.table is not None):
                    found += [(at, label, thing) for label, thing in _of_table(at, table, evidence)]
        evidence.looked["called"] = found
    kept: list[tuple[int, str, str]] = evidence.looked["called"]
    return {label: thing for at, label, thing in kept if at <= msg}


def _of_table(msg: int, table: Table, evidence: Evidence) -> Iterator[tuple[str, str]]:
    by_row = {r[0]: r[1:] for r in table.rows if r}
    by_column = {h: tuple(r[c] for r in table.rows if c < len(r)) for c, h in enumerate(table.header) if c}
    blocks = [b for at, run in rows.lately(msg, _CALLS, evidence) for b in rows.of_output(at, run, evidence)]
    for labelled in (by_row, by_column) if blocks else ():
        meant = {label.strip("`*_ ").lower(): thing for label, cells in labelled.items() if (thing := _meant(cells, blocks))}
        if len(set(meant.values())) == len(meant) > 1:
            yield from ((label, thing) for label, thing in meant.items() if label and not label[0].isdigit())
            return


def _meant(cells: tuple[str, ...], blocks: list[Block]) -> str:
    """How the lines begin that have most of the cells' values; "" where none has two, or two have as many."""
    said = {q.raw.split(" ")[0] for cell in cells for q in numbers(cell) if sum(map(str.isdigit, q.raw)) >= _LEAST}
    votes: Counter[str] = Counter()
    for block in blocks if said else ():
        for thing, lines in block.things.items():
            votes[begun(thing)] += len(said & {v.raw.split(" ")[0] for line in lines for v in line})
    (best, most), *rest = [*votes.most_common(2), ("", 0)]
    return best if most > 1 and all(n < most for _, n in rest) else ""


def begun(thing: str) -> str:
    """The first word of a line's beginning."""
    return thing.split(" ", 1)[0].rstrip(":")


def things(claim: Claim, block: Block, evidence: Evidence) -> dict[str, int]:
    """The things that a claim names, with their places in it; where one's words are a part of another's, the fuller name counts."""
    found: dict[str, tuple[Name, int]] = {}
    said = tokens(claim.text)
    for thing, words in block.words.items():
        own = frozenset(w for w in words & said if w not in STOP | UNITS and len(w) > (2 if w.isdigit() else 1))
        if own:
            found[thing] = own, place(claim, own)
        elif thing.isdigit() and f"{block.head.strip().lower()}{thing}" in said:
            found[thing] = frozenset((thing,)), place(claim, frozenset((f"{block.head.strip().lower()}{thing}",)))
    called = labels(evidence, claim.msg)
    for thing in block.things:
        for label in (label for label, begins in called.items() if begins == begun(thing) and thing not in found):
            at = re.search(rf"(?<![\w.-]){re.escape(label)}(?![\w-]|\.\d)", claim.low)
            if at is not None:
                found[thing] = frozenset((label,)), at.start()
    return {t: at for t, (own, at) in found.items() if not any(own < other for o, (other, _) in found.items() if o != t)}


def metrics(claim: Claim, block: Block, besides: Name = frozenset()) -> list[int]:
    """The values that a claim names, in order; none where it names none of them, or one that it names is not told from another."""
    said = frozenset(AGGREGATE.get(w, w) for w in claim.tokens) | claim.percentiles
    said = said.union(*(_KIN[w] for w in said if w in _KIN)) - besides - STOP
    shared = frozenset.intersection(*block.names) if len(block.names) > 1 else frozenset()
    names = [name - shared - UNITS - STOP for name in block.names]
    whole = [i for i, name in enumerate(names) if name and name <= said]
    whole = [i for i in whole if not any(names[i] < names[o] for o in whole)]
    if whole:
        return whole if len({names[i] for i in whole}) == len(whole) else []
    partly = [i for i, name in enumerate(names) if name & said]
    return partly if len(partly) == 1 else []


def headline(block: Block) -> list[int]:
    """The one value that tells how long it took; none where several may."""
    first = next(iter(block.things.values()))[0]
    timed = [i for i, value in enumerate(first) if value.kind in ("time", "rate")] or list(range(len(block.names)))
    return timed if len(timed) == 1 and first[timed[0]].kind != "number" else [i for i in timed if block.names[i] & SPEED][:1]


def far(at: int) -> bool:
    return at >= _FAR
