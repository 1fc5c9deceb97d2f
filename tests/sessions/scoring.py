"""Findings against a reference made by hand: who matches whom, and how much of it is right.

The definitions are those of the findings contract: an item and a node of one kind and one message match one to one. A measurement matches
by value (0.6 %) and unit family; a table cell by its place; another conclusion, or a hypothesis, by the words of the quotes (half of
their union, a third for a hypothesis); a fault of method by its issue; the others by their message alone.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sessionlens.text import units

KINDS = {
    "hypothesis": "hypotheses", "change": "changes", "verification": "verifications", "measurement": "measurements",
    "reversion": "reversions", "conclusion": "conclusions", "methodology": "methodology",
}  # fmt: skip
ASKED = {"hypothesis": "status", "verification": "result", "reversion": "partial"}
TOKEN = re.compile(r"[+\-−]?\d[\d.,]*|[^\W\d_]+|[%×µ~]")
Item = Mapping[str, Any]


def alike(one: str | None, other: str | None) -> float:
    """The share of two texts' words that both have."""
    a, b = (set(TOKEN.findall((t or "").lower())) for t in (one, other))
    return len(a & b) / max(1, len(a | b))


def near(wanted: Item, found: Item) -> bool:
    """Whether two values are the same within 0.6 %, in units of one family; a unit that one side lacks is no difference."""
    a, b = (units.normal(str(x.get("unit") or "")) for x in (wanted, found))
    u, v = (float(x["value"]) * float(units.factor(unit)) for x, unit in ((wanted, a), (found, b)))
    family = not a or not b or a == b or units.dimension(a) == units.dimension(b) or "number" in map(units.dimension, (a, b))
    return family and abs(u - v) <= 0.006 * max(abs(u), abs(v), 1e-30)


def fit(kind: str, wanted: Item, found: Item) -> float:
    """How well a node fits an item of its message; 0 if not at all."""
    if kind == "measurement":
        names = (f"{x.get('metric')} {x.get('config')}" for x in (wanted, found))
        return 1 + alike(*names) if near(wanted, found) else 0
    if kind == "conclusion":
        if wanted.get("at") is not None and wanted["at"] == found.get("at"):
            return 3
        share = alike(wanted["quote"], found.get("quote"))
        return share if share >= 0.5 else 0
    if kind == "hypothesis":
        share = max(alike(wanted["text"], found.get("quote")), alike(wanted["text"], found.get("text")))
        return share if share >= 1 / 3 else 0
    if kind == "methodology":
        return float(wanted["issue"] == found.get("issue"))
    return 1 + alike(wanted.get("what"), found.get("text"))


def matched(kind: str, wanted: list[Item], found: list[Item]) -> Iterator[tuple[Item, Item]]:
    """Pairs of items and nodes, the best fits first, each used once."""
    pairs = [(fit(kind, w, f), -i, -j) for i, w in enumerate(wanted) for j, f in enumerate(found) if w["msg"] == f["msg"]]
    used: tuple[set[int], set[int]] = (set(), set())
    for share, i, j in sorted(pairs, reverse=True):
        if share and i not in used[0] and j not in used[1]:
            used[0].add(i)
            used[1].add(j)
            yield wanted[-i], found[-j]


@dataclass
class Score:
    """Counts, to be added up over sessions before any ratio is made of them."""

    wanted: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    matched: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    verdicts: defaultdict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    alarms: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def add(self, gold: Mapping[str, list[Item]], nodes: list[Item]) -> None:
        """One session's reference and findings."""
        for kind, key in KINDS.items():
            wanted, found = gold.get(key, []), [n for n in nodes if n["kind"] == kind]
            pairs = list(matched(kind, wanted, found))
            self.wanted[kind] += len(wanted)
            self.found[kind] += len(found)
            self.matched[kind] += len(pairs)
            if kind in ASKED:
                self.right[kind] += sum(w.get(ASKED[kind]) == f.get(ASKED[kind]) for w, f in pairs)
            if kind == "conclusion":
                self._judge(pairs, found)

    def _judge(self, pairs: list[tuple[Item, Item]], found: list[Item]) -> None:
        said = set()
        for w, f in pairs:
            verdict = {"not_checkable": "undecidable"}.get(w["verdict"], w["verdict"])
            if verdict == "contradicted":
                said.add(f["id"])
            if any(e > w["msg"] for e in w.get("evidence") or ()):
                continue  # decided only later: the verdict as of its own message is another
            self.verdicts[verdict].append(f["verdict"] == verdict)
            if f["verdict"] != verdict:
                self.wrong.append(f"msg {w['msg']} {w['quote']!r}: {verdict} wanted, {f['verdict']}: {f['derivation']}")
        self.alarms += [
            f"msg {f['msg']} {f['quote']!r}: {f['derivation']}" for f in found if f["verdict"] == "contradicted" and f["id"] not in said
        ]

    def f1(self, kind: str) -> float:
        """Precision and recall of one kind in one number."""
        return 2 * self.matched[kind] / max(1, self.wanted[kind] + self.found[kind])

    def share(self, kind: str) -> float:
        """Of the matched nodes of a kind, how many have the right status, result or extent."""
        return self.right[kind] / max(1, self.matched[kind])

    def accuracy(self) -> float:
        """Of the matched conclusions, how many have the right verdict."""
        every = [ok for verdict in self.verdicts.values() for ok in verdict]
        return sum(every) / max(1, len(every))
