"""pyperf: `bench: Mean +- std dev: 14.1 ms +- 0.1 ms` (± is a standard deviation) and `compare_to`'s lines and tables."""

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "pyperf"
LITERALS = ("Mean +- std dev", "not significant")
WORDS = frozenset(["Mean", "significant"])
TOOLS: frozenset[str] = frozenset()

_VALUE = r"(?P<{0}>\d+(?:\.\d+)?) (?P<{0}unit>ns|us|ms|sec|s) \+- (?P<{0}sd>\d+(?:\.\d+)?) (?P<{0}sdunit>ns|us|ms|sec|s)"
_LINE = regex(
    r"(?m)^(?:(?P<name>[^:\n]+): )?Mean \+- std dev: (?:\[(?P<first>[^\]]+)\] )?"
    + _VALUE.format("a")
    + r"(?: -> \[(?P<second>[^\]]+)\] "
    + _VALUE.format("b")
    + r": (?P<ratio>\d+(?:\.\d+)?)x (?P<word>slower|faster))?"
)
_SCALE = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "sec": 1.0, "s": 1.0}


def parse(page: Page) -> None:
    for m in _LINE.finditer(page.text):
        base = (m["name"] or "").strip(". ")
        for key, side in (("a", "first"), ("b", "second")):
            if m[key]:
                spread = float(m[key + "sd"]) * _SCALE[m[key + "sdunit"]] / _SCALE[m[key + "unit"]]
                config = f"{base} {m[side] or ''}".strip()
                page.reading("mean", m[key], m[key + "unit"], m.start(key), config=config, spread=spread, spread_kind="sd")
        if m["ratio"]:
            page.reading(f"times {m['word']}", m["ratio"], "x", m.start("ratio"), config=m["second"], way="unknown")
