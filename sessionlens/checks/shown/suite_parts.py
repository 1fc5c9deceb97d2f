"""Test runs that show a part only: of the suite, by a filter or by files that were named, or of the output, without what succeeded."""

import itertools

from sessionlens.checks.runs.suites import Suite
from sessionlens.checks.shown.presence import SEARCH
from sessionlens.text.regex import regex

_LEFT = regex(r"\b(?:FAIL\w*|fail(?:ed|ure|ures)?|panic|error|Error)\b")
_INVERTS = regex(r"-\w*v\w*|--invert-match")
_GOOD_LINES = regex(r"\b(?:ok|pass(?:ed)?|no test files)\b")


def of_a_part(s: Suite) -> bool:
    """Whether only a part of the suite was asked for: by a filter, or by files of it behind flags (`pytest -q tests/test_a.py`)."""
    if s.filtered or s.action is None:
        return s.filtered
    argv = s.action.command.argv
    return s.action.command.tool in _BY_FILE and any(
        _A_FILE.fullmatch(word) is not None and not _TAKES_A_FILE.match(before) for before, word in itertools.pairwise(argv)
    )


_BY_FILE = frozenset(["pytest", "py.test", "jest", "vitest", "rspec", "bats", "mocha", "ava", "phpunit", "mix", "deno", "bun"])
_A_FILE = regex(r"[\w@./-]+\.(?:py|[cm]?[jt]sx?|rb|bats|php|exs)(?:::\S+|:\d+)?")
_TAKES_A_FILE = regex(r"-c$|-r$|--(?:config|rootdir|require|import|setup\w*|ignore|confcutdir|reporter)\b")


def only_failures_left(s: Suite) -> bool:
    """Whether the output was stripped of what succeeded (`| grep -v "^ok"`), and nothing that failed is left."""
    behind = [a for a in s.run.actions if a.command.tool in SEARCH and s.action is not None and a.command.group == s.action.command.group]
    if len(behind) != 1 or not any(_INVERTS.fullmatch(w) for w in behind[0].command.argv[1:3]):
        return False
    dropped = " ".join(behind[0].command.argv[2:]).lower()
    return bool(_GOOD_LINES.search(dropped)) and not _LEFT.search(s.run.call.output)
