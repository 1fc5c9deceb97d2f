"""criterion (Rust): `file  time:   [584.68 ps 585.74 ps 583.99 ps]`, an estimate between the ends of a 95 % confidence interval.

Ids longer than 23 characters stand on the line above. `change:` is the bootstrapped ratio of means against the saved run.
"""

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "criterion"
LITERALS = ("time:", "thrpt:", "erformance", "hange")
WORDS = frozenset(["time", "thrpt", "change", "Change", "performance", "Performance"])
TOOLS: frozenset[str] = frozenset()

_TIME = regex(
    r"^(?P<name>\S.*?)?\s+(?P<what>time|thrpt):\s+\[(?P<low>\d+(?:\.\d+)?) \S+ (?P<mid>\d+(?:\.\d+)?) (?P<unit>\S+) (?P<high>\d+"
    r"(?:\.\d+)?) \S+\]$"
)
_CHANGE = regex(
    r"^\s+(?:time: |change: |thrpt: )+\s*\[(?P<low>[+\-−]?\d+(?:\.\d+)?)% (?P<mid>[+\-−]?\d+(?:\.\d+)?)% "
    r"(?P<high>[+\-−]?\d+(?:\.\d+)?)%\]"
)
_WORDS = ("No change in performance detected.", "Change within noise threshold.", "Performance has improved.", "Performance has regressed.")


def parse(page: Page) -> None:
    above, name = "", ""
    for at, line in page.lines:
        if "[" in line and (m := _TIME.match(line)) is not None:
            name = m["name"] or above
            middle = float(m["mid"])
            half = max(float(m["high"]) - middle, middle - float(m["low"]))
            page.reading(m["what"], m["mid"], m["unit"], at + m.start("mid"), config=name, spread=half, spread_kind="ci95")
        elif "%" in line and (m := _CHANGE.match(line)) is not None:
            raw = m["mid"]
            half = float(m["high"].replace("−", "-")) - float(raw.replace("−", "-"))
            page.reading(
                "change",
                raw,
                "%",
                at + m.start("mid"),
                config=name,
                value=float(raw.replace("−", "-")),
                spread=abs(half),
                spread_kind="ci95",
            )
        elif line.strip() in _WORDS:
            page.outcome("benchmark", "inconclusive" if "regressed" not in line else "fail", at, at + len(line), subject=name)
        elif line and not line[0].isspace() and not line.startswith("Benchmarking"):
            above = line.strip()
