"""Facts in the plainest words below the plainest outputs: each "+" must be supported, and its false twin "-" must not be."""

from dataclasses import replace
from pathlib import Path

import pytest

from sessionlens.graph.export import findings
from sessionlens.model.session import Session
from sessionlens.pipeline import investigate
from tests.story import tell

BANKS = sorted((Path(__file__).parents[1] / "cases" / "plain").glob("facts*.txt"))
"""Blocks, each a name behind "@", a story, and the statements upon it; "read FILE" is a call of a reading tool."""


def items() -> list[tuple[str, str, str]]:
    out = []
    for block in "\n".join(bank.read_text().strip() for bank in BANKS).split("\n@ "):
        lines = block.splitlines()
        story = "\n".join(line for line in lines[1:] if line[:2] not in ("+ ", "- "))
        out += [(lines[0].removeprefix("@ "), story, line) for line in lines[1:] if line[:2] in ("+ ", "- ")]
    return out


def told(story: str, claim: str) -> Session:
    lines = [f"$ READ {line[5:]}" if line.startswith("read ") else line for line in story.splitlines()]
    session = tell("\n".join([*lines, f"say: {claim}"]))
    messages = []
    for message in session.messages:
        calls = []
        for call in message.calls:
            if (call.command or "").startswith("READ "):
                call = replace(call, name="Read", kind="read", input={"file_path": (call.command or "")[5:]}, command=None)
            edits = tuple(replace(e, new=(e.new or "").replace("\\n", "\n")) for e in call.edits)
            calls.append(replace(call, edits=edits))
        messages.append(replace(message, calls=tuple(calls)))
    return replace(session, messages=tuple(messages))


@pytest.mark.parametrize(("name", "story", "line"), items(), ids=lambda value: value if value[:2] in ("+ ", "- ") else "")
def test_a_plain_fact_is_borne_out_and_its_false_twin_is_not(name: str, story: str, line: str) -> None:
    found = findings(investigate(told(story, line[2:])))["nodes"]
    verdicts = [n["verdict"] for n in found if n["kind"] == "conclusion"]
    assert (bool(verdicts) and all(v == "supported" for v in verdicts)) is (line[0] == "+"), (name, verdicts)
