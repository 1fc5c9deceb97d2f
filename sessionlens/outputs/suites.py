"""Summaries of other test runners: ctest, rspec, phpunit, surefire and gradle, dotnet test, swift and elixir's ExUnit, Bats and TAP.

`100% tests passed, 0 tests failed out of 12`; `12 examples, 1 failure`; `OK (12 tests, 34 assertions)`;
`Tests run: 9, Failures: 1, Errors: 0, Skipped: 2`; `Passed!  - Failed: 0, Passed: 9, Skipped: 0, Total: 9`; `5 tests, 1 failure`;
and of a project's own script, `cold: exit 0, 9 passed, 0 failed`.
"""

import re

from sessionlens.model.trace import Outcome
from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "suite"
LITERALS = ("NO-SOURCE", "No tests ", "1..", "tests", "example", "OK (", "Tests", "Failed:", "Executed ", " passed, ")
_MARKS = (
    "tests passed,",
    " examples, ",
    " example, ",
    "OK (",
    "Tests run:",
    "tests completed",
    "Failed:",
    " tests, ",
    "Executed ",
    "Tests: ",
    " passed, ",
)
WORDS = frozenset(["SOURCE", "No", "ok", "tests", "example", "examples", "OK", "Tests", "Failed", "Executed", "passed"])
TOOLS: frozenset[str] = frozenset()

_LINE = regex(
    r"(?P<share>\d+)% tests passed, (?P<cfailed>\d+) tests? failed out of (?P<ctotal>\d+)"
    r"|(?P<examples>\d+) examples?, (?P<rfailed>\d+) failures?(?:, (?P<pending>\d+) pending)?"
    r"|OK \((?P<ptests>\d+) tests?, \d+ assertions?\)"
    r"|Tests: (?P<phtotal>\d+), Assertions: \d+, (?:Errors: (?P<pherr>\d+), )?Failures: (?P<phfail>\d+)"
    r"|(?:\[\w+\]\s*)?Tests run: (?P<stotal>\d+), Failures: (?P<sfail>\d+), Errors: (?P<serr>\d+), "
    r"Skipped: (?P<sskip>\d+)(?P<each>, Time elapsed)?"
    r"|(?P<gtotal>\d+) tests completed, (?P<gfailed>\d+) failed"
    r"|(?:Passed|Failed)!\s+- Failed:\s+(?P<dfail>\d+), Passed:\s+(?P<dpass>\d+), Skipped:\s+(?P<dskip>\d+), Total:\s+\d+"
    r"|(?:\d+ doctests?, )?(?P<etotal>\d+) tests?, (?P<efailed>\d+) failures?(?:, (?P<eskip>\d+) (?:skipped|excluded))?\s*$"
    r"|\s*Executed (?P<xtotal>\d+) tests?, with (?P<xfailed>\d+) failures?"
    r"|(?:[^\n]{0,60}?[:,=] )?(?P<own>\d+) (?:(?:tests?|checks?|cases?|assertions?) )?passed, (?P<ofailed>\d+) "
    r"(?:(?:tests?|checks?|cases?|assertions?) )?failed(?:, (?P<oskip>\d+) skipped)?\b"
)


_ALL = regex(r"'(?:All tests|Selected tests)' (?:passed|failed) at[^\n]*\n?\Z")
_HEADED = 160
"""Characters before a line of XCTest in which its suite is named."""


_TAP = regex(r"(?m)^(?P<word>ok|not ok) \d+\b(?P<rest>[^\n]*)$")
_PLAN = regex(r"(?m)^1\.\.(?P<many>\d+)$")
_NONE = regex(
    r"\s*(?:> Task (?::[\w-]+)*:\w*[tT]est NO-SOURCE|(?:\[INFO\] )?(?:No tests to run\.|Tests are skipped\.)"
    r"|No tests were found!*|No tests found.*)\s*$"
)
_WAIVED = regex(r"# *(?:skip|todo)\b", re.I)


def _tap(page: Page) -> None:
    """Lines of the Test Anything Protocol with their plan: `ok 1 - opens`, `not ok 2 - closes`, `1..2`. Fewer than planned is a failure.
    Runners that count below it are left to their own families."""
    plan = _PLAN.search(page.text)
    if plan is None or "# pass" in page.text or "# tests" in page.text:
        return
    lines = list(_TAP.finditer(page.text))
    waived = sum(_WAIVED.search(m["rest"]) is not None for m in lines)
    failed = sum(m["word"] == "not ok" and _WAIVED.search(m["rest"]) is None for m in lines)
    total, passed = int(plan["many"]), len(lines) - failed - waived
    counts = {"passed": passed, "failed": failed, "skipped": waived, "total": total}
    bad = failed or (lines and len(lines) < total)
    if lines:
        page.outcome("tests", "fail" if bad else "pass" if passed else "inconclusive", plan.start(), plan.end(), counts=counts)


def _nothing(page: Page) -> None:
    """What a build tool says where it ran no test: `> Task :test NO-SOURCE`, `[INFO] No tests to run.`, `No tests were found!!!`."""
    for m in page.matches(_NONE, "NO-SOURCE", "No tests ", "Tests are skipped"):
        page.outcome("tests", "inconclusive", m.start(), m.end(), counts={"passed": 0, "failed": 0, "skipped": 0, "total": 0})


def parse(page: Page) -> None:
    _nothing(page)
    if "1.." in page.text:
        _tap(page)
    found = list(page.matches(_LINE, *_MARKS))
    inner = _inner(page, [m for m in found if m["xtotal"]]) if len(found) > 1 else frozenset()
    for m in found:
        if page.line_at(m.start()) in page.claimed or m["each"] or m.start() in inner:
            continue
        if m["own"]:
            _own(page, m)
            continue
        failed = sum(
            int(m[k] or 0) for k in ("cfailed", "rfailed", "pherr", "phfail", "sfail", "serr", "gfailed", "dfail", "efailed", "xfailed")
        )
        skipped = sum(int(m[k] or 0) for k in ("pending", "sskip", "dskip", "eskip"))
        total = next((int(m[k]) for k in ("ctotal", "examples", "ptests", "phtotal", "stotal", "gtotal", "etotal", "xtotal") if m[k]), 0)
        passed = int(m["dpass"]) if m["dpass"] else total - failed - skipped
        counts = {"passed": passed, "failed": failed, "skipped": skipped, "total": total or passed + failed + skipped}
        result = "fail" if failed else "pass" if passed else "inconclusive"
        page.outcome("tests", result, m.start(), m.end(), counts=counts)  # type: ignore[arg-type]


def _inner(page: Page, lines: list[re.Match[str]]) -> frozenset[int]:
    """XCTest counts a class in its bundle again and the bundle in "All tests": where the lines of suites begin that a later line has in its
    sum. Without the names (`| grep Executed`) a line that gives the sum of those before it holds them."""
    whole = [m for m in lines if _ALL.search(page.text[max(0, m.start() - _HEADED) : m.start()])]
    if whole:
        return frozenset(m.start() for m in lines if m not in whole)
    inner: set[int] = set()
    open_: list[re.Match[str]] = []
    for m in lines:
        total, failed = int(m["xtotal"]), int(m["xfailed"])
        for first in range(len(open_) - 1, -1, -1):
            held = open_[first:]
            if sum(int(x["xtotal"]) for x in held) == total and sum(int(x["xfailed"]) for x in held) == failed:
                inner |= {x.start() for x in held}
                del open_[first:]
                break
        open_.append(m)
    return frozenset(inner)


def _own(page: Page, m: re.Match[str]) -> None:
    """What a script of the project says of its checks. The line is left to others: it may print more than that."""
    passed, failed, skipped = int(m["own"]), int(m["ofailed"]), int(m["oskip"] or 0)
    counts = {"passed": passed, "failed": failed, "skipped": skipped, "total": passed + failed + skipped}
    page.outcomes.append(Outcome("tests", "fail" if failed else "pass" if passed else "inconclusive", NAME, "", counts, m.start(), m.end()))
