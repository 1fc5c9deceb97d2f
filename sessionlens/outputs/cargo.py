"""cargo's, make's and the bundlers' word on a build: `Finished`, `error: could not compile`, `make: *** [x] Error 2`.

Build times are no measurements."""

import re

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "build"
LITERALS = (
    "Finished ",
    "could not compile",
    "make",
    "BUILD ",
    "uild succeeded",
    "uild FAILED",
    "built in ",
    "Successfully ",
    "Failed to compile",
    "ompiled successfully",
    "ninja:",
    "npm ",
    "uild error occurred",
    "during build",
    "Build failed with ",
)
WORDS = frozenset(
    ["Finished", "compile", "make", "BUILD", "succeeded", "FAILED", "built", "Successfully", "successfully", "ninja", "npm", "occurred",
     "during", "Build"]
)  # fmt: skip
TOOLS: frozenset[str] = frozenset()

_LINE = regex(
    r"\s*(?P<ok>Finished `?[\w-]+`? .*target\(s\) in .*|\[INFO\] BUILD SUCCESS|BUILD SUCCESSFUL in .*|Build succeeded\.|✓ built in .*|"
    r"Successfully (?:built|installed) .*|Compiled successfully.*)$"
    r"|\s*(?P<bad>error: could not compile `[^`]+`.*|make(?:\[\d+\])?: \*\*\* .*|\[ERROR\] BUILD FAILURE|BUILD FAILED.*|Build FAILED\.|"
    r"Failed to compile.*|ninja: build stopped: .*|"
    r"(?:> )?Build error occurred.*|error during build:.*|(?:[✗✘x×] )?Build failed with \d+ errors?.*|npm (?:ERR!|error) code .*)$"
)


def parse(page: Page) -> None:
    for m in page.matches(_LINE, *LITERALS):
        page.outcome("build", "pass" if m["ok"] else "fail", m.start(), m.end(), subject=_subject(m[0]))


def _subject(line: str) -> str:
    m = re.search(r"`([^`]+)`", line)
    return m[1] if m else ""
