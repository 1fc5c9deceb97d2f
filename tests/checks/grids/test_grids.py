"""Statements over two factors at once (codec and mode), in many wordings and layouts: true ones are never contradicted, false ones
never supported."""

import random
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest

from tests.checks import cases

CODECS = (("gzip", "brotli", "snappy"), ("slab", "bump", "ring"), ("v1", "v2", "v3"), ("cap1", "cap2", "cap4"), ("list", "trie", "btree"))
MODES = (("load", "save"), ("cold", "warm"), ("read", "write"))
LAYOUTS = ("one call", "a call each", "a call for each codec", "table", "own table")


@dataclass(frozen=True)
class Grid:
    """Milliseconds by mode and codec; `a` is faster than `b` in mode `m`."""

    values: dict[tuple[str, str], float]
    codecs: list[str]
    modes: tuple[str, str]
    m: str
    a: str
    b: str

    def __getitem__(self, codec: str) -> float:
        return self.values[self.m, codec]


def grid(rng: random.Random) -> Grid:
    codecs, modes = rng.sample(rng.choice(CODECS), rng.randint(2, 3)), rng.choice(MODES)
    values = {(m, c): round(rng.uniform(20, 90), 2) for m in modes for c in codecs}
    m = rng.choice(modes)
    a, b = sorted(rng.sample(codecs, 2), key=lambda c: values[m, c])
    return Grid(values, codecs, modes, m, a, b)


def true_claims(g: Grid) -> list[str]:
    saved, added, order = (g[g.b] - g[g.a]) / g[g.b] * 100, (g[g.b] - g[g.a]) / g[g.a] * 100, sorted(g.codecs, key=g.__getitem__)
    return [
        f"In {g.m} mode {g.a} is {saved:.1f} % faster than {g.b}.",
        f"{g.a} is {saved:.1f} % faster than {g.b} in {g.m}.",
        f"{g.b} is {added:.1f} % slower than {g.a} in {g.m}.",
        f"{g.a} takes {saved:.1f} % less time than {g.b} in {g.m}.",
        f"Compared with {g.b}, {g.a} saves {saved:.1f} % in {g.m}.",
        f"{g.a} is {g[g.b] / g[g.a]:.2f}x faster than {g.b} for {g.m}.",
        f"From {g.b} to {g.a} {g.m} drops by {saved:.1f} %.",
        f"{g.m} takes {g[g.a]:.2f} ms with {g.a} and {g[g.b]:.2f} ms with {g.b}.",
        f"{g.a} costs {g[g.b] - g[g.a]:.2f} ms less than {g.b} in {g.m}.",
        f"{order[0]} is the fastest in {g.m}.",
        f"{order[-1]} is the slowest in {g.m} mode.",
        f"{g.a} is faster than {g.b} in {g.m}.",
        f"{g.m.capitalize()}: {' < '.join(order)}.",
    ]


def case(g: Grid, layout: str, claim: str) -> dict[str, Any]:
    steps = []
    if layout in ("one call", "own table"):
        out = "".join(f"{m:8} {c:10} best={t:.2f} ms\n" for (m, c), t in g.values.items())
        steps = [{"cmd": "./bench.sh all", "out": out}]
    elif layout == "a call each":
        steps = [{"cmd": f"./bench --codec {c} --mode {m}", "out": f"time: {t:.2f} ms\n"} for (m, c), t in g.values.items()]
    elif layout == "a call for each codec":
        steps = [{"cmd": f"./bench {c}", "out": "".join(f"{m} {g.values[m, c]:.2f} ms\n" for m in g.modes)} for c in g.codecs]
    else:
        head = f"{'codec':10}" + "".join(f"{m + ' ms':>12}" for m in g.modes)
        rows = [f"{c:10}" + "".join(f"{g.values[m, c]:12.2f}" for m in g.modes) for c in g.codecs]
        steps = [{"cmd": "./bench.sh all", "out": "\n".join([head, *rows, ""])}]
    if layout == "own table":
        rows = [f"| {c} | " + " | ".join(f"{g.values[m, c]:.2f} ms" for m in g.modes) + " |" for c in g.codecs]
        claim = "\n".join([f"| codec | {' | '.join(g.modes)} |", "|---|" + "---|" * len(g.modes), *rows, "", claim])
    return {"id": "grid", "steps": steps, "claim": claim}


def spoiled(claim: str) -> str:
    """The claim with its first number made wrong by far more than rounding."""
    return re.sub(r"\d+\.\d+", lambda m: f"{float(m[0]) * 1.4 + 1.3:.{len(m[0].partition('.')[2])}f}", claim, count=1)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_true_claims_are_not_contradicted(layout: str) -> None:
    rng, seen = random.Random(layout), Counter[str]()
    for _ in range(20):
        g = grid(rng)
        claim = rng.choice(true_claims(g))
        found = cases.verdicts(case(g, layout, claim))
        assert "contradicted" not in [v.verdict for v in found], (claim, g.values, found[-1].derivation)
        seen[found[-1].verdict] += 1
    assert seen["supported"] >= 12, seen


@pytest.mark.parametrize("layout", LAYOUTS)
def test_wrong_numbers_are_not_supported(layout: str) -> None:
    rng, seen = random.Random(layout), Counter[str]()
    for _ in range(20):
        g = grid(rng)
        claim = rng.choice(true_claims(g)[:9])
        found = cases.verdicts(case(g, layout, spoiled(claim)))[-1]
        assert found.verdict != "supported", (spoiled(claim), g.values, found.derivation)
        seen[found.verdict] += 1
    assert seen["contradicted"] >= 10, seen
