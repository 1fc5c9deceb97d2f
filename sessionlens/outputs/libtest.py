"""Rust's test harness: `test result:` lines (one per test binary; their sum is the suite's), `bench:` lines, and cargo-nextest's summary.

`test parse ... bench:       9,804 ns/iter (+/- 555)`: the +/- is the whole range between the largest and the smallest sample.
"""

from sessionlens.model.words import Direction
from sessionlens.outputs.page import NUMBER, Page
from sessionlens.outputs.tags import label
from sessionlens.text.regex import regex

NAME = "libtest"
LITERALS = ("test result: ", "bench:", "Summary [", "... FAILED")
WORDS = frozenset(["result", "bench", "Summary", "FAILED"])
TOOLS: frozenset[str] = frozenset()

_LINE = regex(
    r"(?:(?P<label>[^\n]{1,120}?)[\s:=])??"
    r"test result: (?P<word>ok|FAILED)\. (?P<passed>\d+) passed; (?P<failed>\d+) failed; (?P<ignored>\d+) ignored; "
    r"(?P<measured>\d+) measured; "
    r"(?P<out>\d+) filtered out"
    rf"|test (?P<bench>\S+)\s+\.\.\. bench:\s+(?P<value>{NUMBER}) (?P<unit>\w+)/iter \(\+/- (?P<spread>{NUMBER})\)"
    r"|\s*Summary \[\s*(?P<time>\d+(?:\.\d+)?)s\]\s+(?P<run>\d+)(?:/\d+)? tests? run: (?P<counts>.+)$"
    r"|test (?P<test>\S+) \.\.\. FAILED$"
)
_COUNT = regex(r"(\d+) (passed|failed|skipped|timed out|flaky|slow|leaky)")


def parse(page: Page) -> None:
    for m in page.matches(_LINE, *LITERALS):
        if m["word"]:
            names = ("passed", "failed", "ignored", "measured", "out")
            counts = {name.replace("out", "filtered"): int(m[name]) for name in names}
            name = label(page, m.start(), m.end("label")) if m["label"] else ""
            page.outcome("tests", "pass" if m["word"] == "ok" else "fail", m.start(), m.end(), subject=name, counts=counts)
            for said in ("passed", "failed"):
                if counts[said]:
                    way: Direction = "higher" if said == "passed" else "lower"
                    page.reading(f"tests {said}", m[said], "", m.start(said), config=name, exact=True, way=way)
        elif m["bench"]:
            spread = float(m["spread"].replace(",", "")) / 2
            page.reading(
                "time", m["value"], f"{m['unit']}/iter", m.start("value"), config=m["bench"], spread=spread, spread_kind="half-range"
            )
        elif m["time"]:
            counts = {name: int(n) for n, name in _COUNT.findall(m["counts"])} | {"total": int(m["run"])}
            for c in _COUNT.finditer(page.text, m.start("counts"), m.end("counts")):
                if c[2] in ("passed", "failed"):
                    page.reading(f"tests {c[2]}", c[1], "", c.start(1), exact=True, way="higher" if c[2] == "passed" else "lower")
            failed = counts.get("failed", 0) + counts.get("timed out", 0)
            page.outcome("tests", "fail" if failed else "pass", m.start(), m.end(), counts=counts)
        else:
            page.outcome("test", "fail", m.start(), m.end(), subject=m["test"])
