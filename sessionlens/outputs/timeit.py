"""Python's timeit: `1000 loops, best of 5: 1.59 usec per loop` (the least of n runs), and IPython's `%timeit` (mean ± sd)."""

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "timeit"
LITERALS = ("best of", "per loop", "loops each")
WORDS = frozenset(["loop"])
TOOLS: frozenset[str] = frozenset()

_LINE = regex(
    r"(?P<loops>\d+) loops?, best of (?P<n>\d+): (?P<value>\d+(?:\.\d+)?) (?P<unit>nsec|usec|msec|sec|ns|µs|us|ms|"
    r"s) per loop"
)
_MAGIC = regex(
    r"(?P<value>\d+(?:\.\d+)?) (?P<unit>ns|µs|us|ms|s|min) ± (?P<sd>\d+(?:\.\d+)?) (?P<sdunit>ns|µs|us|ms|s) per loop \(mean ± "
    r"std\. dev\. of "
    r"(?P<n>\d+) runs?"
)
_SCALE = {"ns": 1e-9, "µs": 1e-6, "us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0}


def parse(page: Page) -> None:
    found = list(_LINE.finditer(page.text))
    actions = [a for a in page.actions if "timeit" in a.command.text]
    for i, m in enumerate(found):
        line = page.line_at(m.start())
        label = page.text[line : m.start()].strip(" :") or page.heading(m.start())
        if not label:
            action = page.of(actions, i, len(found))
            label = action.command.argv[-1] if action else ""
        page.reading("best", m["value"], m["unit"], m.start("value"), config=label[:80], n=int(m["n"]))
    for m in _MAGIC.finditer(page.text):
        spread = float(m["sd"]) * _SCALE[m["sdunit"]] / _SCALE[m["unit"]]
        page.reading(
            "mean", m["value"], m["unit"], m.start("value"), config=page.heading(m.start()), n=int(m["n"]), spread=spread, spread_kind="sd"
        )
