"""Each rule's docstring is its documentation and its test: every story under "Fires:" fires it, every one under "Quiet:" does not."""

import ast
import inspect
import textwrap
from pathlib import Path

import pytest

from sessionlens import rules
from sessionlens.model.words import CLAIMS, ISSUES
from sessionlens.pipeline import investigate
from sessionlens.rules import all_rules
from sessionlens.rules.base import Rule
from tests.story import tell


def stories(rule: Rule, heading: str) -> list[str]:
    """The indented blocks under each heading of that name in the rule's docstring."""
    found = []
    for block in (inspect.getdoc(rule) or "").split(f"\n{heading}:\n\n")[1:]:
        lines: list[str] = []
        for line in block.splitlines():
            if line and not line.startswith("    "):
                break
            lines.append(line)
        found.append(textwrap.dedent("\n".join(lines)))
    return found


def every(heading: str) -> list[object]:
    """One parameter for each story of each rule under that heading."""
    return [
        pytest.param(rule, story, id=f"{rule.NUMBER}-{rule.ISSUE}-{n}")
        for rule in all_rules()
        for n, story in enumerate(stories(rule, heading), 1)
    ]


@pytest.mark.parametrize("rule", all_rules(), ids=lambda r: r.NUMBER + "-" + r.ISSUE)
def test_every_rule_shows_both(rule: Rule) -> None:
    assert stories(rule, "Fires") and stories(rule, "Quiet")
    assert rule.HELP and rule.HELP[-1] != "."


@pytest.mark.parametrize(("rule", "story"), every("Fires"))
def test_what_fires(rule: Rule, story: str) -> None:
    assert rule.ISSUE in [f.issue for f in investigate(tell(story)).findings]


@pytest.mark.parametrize(("rule", "story"), every("Quiet"))
def test_what_stays_quiet(rule: Rule, story: str) -> None:
    assert rule.ISSUE not in [f.issue for f in investigate(tell(story)).findings]


def test_every_issue_has_one_rule() -> None:
    rules = all_rules()
    assert len({r.NUMBER for r in rules}) == len(rules)
    assert sorted(r.ISSUE for r in rules) == sorted(ISSUES)
    assert CLAIMS


def test_one_finding_per_issue_and_message() -> None:
    view = investigate(tell("say: Check.\n$ cargo clippy 2>&1 | grep -c x\n> 0\n$ cargo clippy 2>&1 | grep -c y\n> 0"))
    assert [(f.issue, f.msg) for f in view.findings] == [("masked-exit-code", 1)]


def test_what_rules_look_for_knows_no_rule() -> None:
    """`signs/` holds what rules share or have put aside; a rule may ask another rule, a sign may not."""
    folder = Path(rules.__file__).parent
    names = {p.stem for p in folder.glob("*.py")} - {"__init__", "base", "index"}
    for path in sorted((folder / "signs").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sessionlens.rules"):
                parts = {*(node.module or "").split("."), *(a.name for a in node.names)}
                assert not parts & names, f"signs/{path.name} imports a rule"
