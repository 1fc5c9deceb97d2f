"""Each rule's docstring is its documentation and its test: the story under "Fires:" fires it, the one under "Quiet:" does not."""

import inspect
import textwrap

import pytest

from sessionlens.model.words import CLAIMS, ISSUES
from sessionlens.pipeline import investigate
from sessionlens.rules import all_rules
from sessionlens.rules.base import Rule
from tests.story import tell


def story(rule: Rule, heading: str) -> str:
    """The indented block under a heading of the rule's docstring."""
    doc = inspect.getdoc(rule) or ""
    assert f"{heading}:\n\n" in doc, f"{rule.NUMBER} has no story under {heading}"
    block = doc.split(f"{heading}:\n\n", 1)[1]
    lines = []
    for line in block.splitlines():
        if line and not line.startswith("    "):
            break
        lines.append(line)
    return textwrap.dedent("\n".join(lines))


RULES = pytest.mark.parametrize("rule", all_rules(), ids=lambda r: r.NUMBER + "-" + r.ISSUE)


@RULES
def test_the_first_story_fires(rule: Rule) -> None:
    issues = [f.issue for f in investigate(tell(story(rule, "Fires"))).findings]
    assert rule.ISSUE in issues


@RULES
def test_the_second_story_is_quiet(rule: Rule) -> None:
    issues = [f.issue for f in investigate(tell(story(rule, "Quiet"))).findings]
    assert rule.ISSUE not in issues


def test_numbers_and_issues_are_unique_and_in_the_vocabulary() -> None:
    rules = all_rules()
    assert len({r.NUMBER for r in rules}) == len(rules)
    assert {r.ISSUE for r in rules} <= set(ISSUES)
    assert CLAIMS


def test_one_finding_per_issue_and_message() -> None:
    view = investigate(tell("say: Check.\n$ cargo clippy 2>&1 | grep -c x\n> 0\n$ cargo clippy 2>&1 | grep -c y\n> 0"))
    assert [(f.issue, f.msg) for f in view.findings] == [("masked-exit-code", 1)]
