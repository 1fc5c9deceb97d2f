"""pytest and unittest: summary lines, failed tests, collection errors, zero tests.

`2 failed, 2 passed, 1 skipped in 8.45s` (bare with -q, framed by `=` otherwise);
`Ran 2 tests in 0.001s` with `OK` or `FAILED (failures=1)`.
"""

from typing import Literal

from sessionlens.outputs.page import Page
from sessionlens.outputs.tags import label as label_of
from sessionlens.text.regex import regex

NAME = "pytest"
LITERALS = ("passed", "failed", "tests ran", "Ran ", "FAILED ", "ERROR ", " error", " skipped", " deselected", " xfailed")
WORDS = frozenset(["passed", "failed", "ran", "Ran", "FAILED", "ERROR", "error", "errors", "skipped", "deselected", "xfailed"])
TOOLS: frozenset[str] = frozenset()

_WORDS = "passed|failed|skipped|xfailed|xpassed|errors?|deselected|warnings?|rerun|subtests passed"
_SUMMARY = regex(
    r"(?:=+ )?(?:(?P<label>[^\n]{1,160}?)[\s:=])??"
    rf"(?P<counts>\d+ (?:{_WORDS})(?:, \d+ (?:{_WORDS}))*|no tests ran)(?: in (?P<time>\d+(?:\.\d+)?)s(?: \([\d:]+\))?)?(?: =+)?\s*$"
)
_TOOLS = frozenset({"pytest", "py.test", "tox", "nox"})
"""Programs whose summary a script may put a label before, or cut the time from: `seed 3: 1 failed, 2 passed`."""
_DURATION = regex(r"(?P<time>\d+\.\d+)s (?P<phase>call|setup|teardown) +(?P<name>\S+)\s*$")
"""A row of `--durations`."""
_COUNT = regex(rf"(\d+) ({_WORDS})")
_FAILED = regex(r"(?P<word>FAILED|ERROR) (?P<name>\S+)(?: - .*)?$")
_RAN = regex(
    r"(?m)^Ran (?P<n>\d+) tests? in (?P<time>\d+(?:\.\d+)?)s\s*\n\s*\n?(?P<word>OK|FAILED|NO TESTS RAN)(?: "
    r"\((?P<why>[^)]*)\))?"
)
_WHY = regex(r"(failures|errors|skipped|expected failures|unexpected successes)=(\d+)")


def parse(page: Page) -> None:
    if "durations" in page.text:
        for m in page.matches(_DURATION, "s call ", "s setup ", "s teardown "):
            page.reading(m["phase"], m["time"], "s", m.start("time"), config=m["name"])
    for m in page.matches(_SUMMARY, " passed", " failed", "no tests ran", " error", " skipped", " deselected", " xfailed"):
        if (m["label"] or not m["time"]) and page.ran.isdisjoint(_TOOLS):
            continue
        label = label_of(page, m.start(), m.end("label")) if m["label"] else ""
        counts = {name.removesuffix("s") if name in ("errors", "warnings") else name: int(n) for n, name in _COUNT.findall(m["counts"])}
        bad = counts.get("failed", 0) + counts.get("error", 0)
        ran = counts.get("passed", 0) + bad
        said: Literal["pass", "fail", "inconclusive"] = "fail" if bad else "pass" if ran else "inconclusive"
        page.outcome("tests", said, m.start(), m.end(), subject=label, counts=counts or {"total": 0})
        for c in _COUNT.finditer(page.text, m.start("counts"), m.end("counts")):
            if c[2] in ("passed", "failed"):
                page.reading(f"tests {c[2]}", c[1], "", c.start(1), config=label, exact=True, way="higher" if c[2] == "passed" else "lower")
        if m["time"]:
            page.reading("test time", m["time"], "s", m.start("time"), config=label)
    for m in page.matches(_FAILED, "FAILED ", "ERROR "):
        page.outcome("test", "fail", m.start(), m.end(), subject=m["name"])
    for m in _RAN.finditer(page.text) if "\nRan " in page.text or page.text.startswith("Ran ") else ():
        counts = {name: int(n) for name, n in _WHY.findall(m["why"] or "")}
        counts = {"failed" if k == "failures" else "error" if k == "errors" else k: v for k, v in counts.items()}
        bad = counts.get("failed", 0) + counts.get("error", 0)
        counts["passed"] = int(m["n"]) - bad - counts.get("skipped", 0)
        ok = m["word"] == "OK" and int(m["n"]) > 0
        page.outcome("tests", "pass" if ok else "fail" if m["word"] == "FAILED" else "inconclusive", m.start(), m.end(), counts=counts)
        page.reading("tests run", m["n"], "", m.start("n"), exact=True)
        page.reading("test time", m["time"], "s", m.start("time"))
