"""The machine's load average, as `uptime`, `top` and `w` print it; it says how noisy a benchmark must be."""

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "load"
LITERALS = ("load average",)
WORDS = frozenset(["average", "averages"])
TOOLS: frozenset[str] = frozenset()

_LOAD = regex(r"load averages?: (?P<one>\d+[.,]\d+),? (?P<five>\d+[.,]\d+),? (?P<fifteen>\d+[.,]\d+)")


def parse(page: Page) -> None:
    for m in _LOAD.finditer(page.text):
        for key, config in (("one", "1 min"), ("five", "5 min"), ("fifteen", "15 min")):
            page.reading("load average", m[key], "", m.start(key), config=config, value=float(m[key].replace(",", ".")), way="unknown")
