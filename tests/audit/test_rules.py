"""Every audit rule's docstring is a test: the write-up under "Fires:" makes it fire, the one under "Quiet:" does not."""

import textwrap

import pytest

from sessionlens.audit import Document, audit
from sessionlens.audit.base import DEFECTS
from sessionlens.audit.rules import Rule, all_rules
from sessionlens.model.words import ISSUES

RULES = all_rules()


def example(rule: Rule, head: str) -> str:
    text = (rule.__doc__ or "").split(f"{head}:\n", 1)[1]
    return textwrap.dedent(text.split("Quiet:\n", 1)[0] if head == "Fires" else text).strip()


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.NUMBER)
def test_it_fires_and_is_quiet(rule: Rule) -> None:
    fires = audit([Document("note.md", example(rule, "Fires"))]).findings
    assert rule.NUMBER in [f.rule for f in fires]
    quiet = audit([Document("note.md", example(rule, "Quiet"))]).findings
    assert not [(f.rule, f.why) for f in quiet]


def test_numbers_are_unique_and_issues_known() -> None:
    assert len({r.NUMBER for r in RULES}) == len(RULES)
    assert all(r.ISSUE in (*ISSUES, *DEFECTS) and r.HELP for r in RULES)
    assert set(DEFECTS) <= {r.ISSUE for r in RULES}
