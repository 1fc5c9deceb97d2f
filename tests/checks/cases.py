"""A case of claim checking as a session: what was said, run and printed, then the claim; and the verdict that comes of it."""

from typing import Any

from sessionlens import checks, facts, prose
from sessionlens.checks.values.judge import SEVERITY
from sessionlens.facts import trace
from sessionlens.graph.build import build
from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.session import Message, Session, ToolCall
from sessionlens.model.span import Span
from sessionlens.model.verdict import Verdict


def session(case: dict[str, Any]) -> Session:
    """Message 1 is the person's, each step one message of the agent with one command, the claim the last message."""
    messages = [Message(1, "user", case.get("user", "Please look into it."))]
    for i, step in enumerate(case["steps"]):
        code = step.get("exit", 0)
        call = ToolCall(
            f"call{i}", "Bash", "shell", {"command": step["cmd"]}, command=step["cmd"], output=step["out"], exit_code=code,
            status="ok" if code == 0 else "error",
        )  # fmt: skip
        messages.append(Message(len(messages) + 1, "assistant", step.get("say", "Run it."), (call,)))
    messages.append(Message(len(messages) + 1, "assistant", case["claim"]))
    for said in case.get("later", ()):
        messages.append(Message(len(messages) + 1, "assistant", said))
    return Session(case["id"], "claude-code", "case.jsonl", tuple(messages))


def claim_message(case: dict[str, Any]) -> int:
    """The claim's message: after the person's and one for each step."""
    return len(case["steps"]) + 2


def view(case: dict[str, Any]) -> tuple[View, bool]:
    """The case's graph, and whether its claim was found as a conclusion; where not, the claim is put in as one."""
    told = session(case)
    read = trace.closely(told)
    found = facts.find(read)
    last = claim_message(case)
    if any(c.msg == last for c in found.conclusions):
        return build(read, found), True
    statement = prose.statements(case["claim"])[0]
    made = Conclusion(
        id=f"c{last}.1", msg=last, text=statement.text, span=Span(source="case.jsonl", msg=last), quote=statement.text,
        at=statement.start, statement=statement,
    )  # fmt: skip
    return build(read, facts.Facts(**{**vars(found), "conclusions": (*found.conclusions, made)})), False


def verdicts(case: dict[str, Any]) -> list[Verdict]:
    """The verdicts of the claim's clauses."""
    seen, _ = view(case)
    last = claim_message(case)
    by_id = {v.conclusion: v for v in checks.check(seen)}
    return [by_id[c.id] for c in seen.conclusions if c.msg == last]


def outcome(case: dict[str, Any]) -> tuple[str, set[str], str]:
    """The worst verdict of the claim's clauses, all their caveats, and their derivations."""
    found = verdicts(case)
    worst = min((v.verdict for v in found), key=lambda word: SEVERITY[word])
    return worst, {c for v in found for c in v.caveats}, "; ".join(f"[{v.claim}] {v.derivation}" for v in found)
