"""Every audit rule's docstring is a test: the write-up under "Fires:" makes it fire, the one under "Quiet:" does not."""

import re
import textwrap

import pytest

from sessionlens.audit import Document, audit
from sessionlens.audit.base import DEFECTS
from sessionlens.audit.rules import Rule, all_rules
from sessionlens.model.session import Message, Session, ToolCall
from sessionlens.model.words import ISSUES
from sessionlens.pipeline import investigate

RULES = [r for r in all_rules() if not hasattr(r, "NEEDS_SESSION")]
OTHERS = [r for r in all_rules() if hasattr(r, "NEEDS_SESSION")]


def example(rule: Rule, head: str) -> str:
    text = re.split(rf"\n{head}[^\n]*:\n", rule.__doc__ or "", maxsplit=1)[1]
    return textwrap.dedent(text.split("Quiet:\n", 1)[0] if head == "Fires" else text).strip()


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.NUMBER)
def test_it_fires_and_is_quiet(rule: Rule) -> None:
    fires = audit([Document("note.md", example(rule, "Fires"))]).findings
    assert rule.NUMBER in [f.rule for f in fires]
    quiet = audit([Document("note.md", example(rule, "Quiet"))]).findings
    assert not [(f.rule, f.why) for f in quiet]


@pytest.mark.parametrize("rule", OTHERS, ids=lambda r: r.NUMBER)
def test_it_needs_a_session(rule: Rule) -> None:
    call = ToolCall("t", "Bash", "shell", {}, command="./import --patched", output="total: 41.7 s\n", exit_code=0)
    view = investigate(Session("s", "made", "log.jsonl", (Message(1, "user", "How long?"), Message(2, "assistant", "", (call,)))))
    fires, quiet = (Document("note.md", example(rule, head)) for head in ("Fires", "Quiet"))
    assert rule.NUMBER in [f.rule for f in audit([fires], view).findings]
    assert rule.NUMBER not in [f.rule for f in audit([quiet], view).findings]
    assert rule.NUMBER not in [f.rule for f in audit([fires]).findings]


def test_numbers_are_unique_and_issues_known() -> None:
    rules = (*RULES, *OTHERS)
    assert len({r.NUMBER for r in rules}) == len(rules)
    assert all(r.ISSUE in (*ISSUES, *DEFECTS) and r.HELP for r in rules)
    assert set(DEFECTS) <= {r.ISSUE for r in RULES}
