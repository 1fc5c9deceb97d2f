"""What edits did, by their texts: added, removed, renamed; and what they did not."""

import pytest

from sessionlens import checks, facts
from sessionlens.facts import trace
from sessionlens.graph.build import build
from sessionlens.model.session import FileEdit, Message, Session, ToolCall

OLD = 'fn load(p: &str) -> Rows {\n    let raw = read(p);\n    parse(raw, "legacy")\n}\n'
NEW = (
    "fn load(p: &str) -> Rows {\n    let raw = read(p);\n    parse_rows(raw)\n}\n\n"
    "fn parse_rows(raw: String) -> Rows {\n    split_lines(raw)\n}\n"
)


def verdict(claim: str, *edits: FileEdit) -> str:
    """The verdict of a claim after these edits, one message each, and a run of something else between."""
    messages = [Message(1, "user", "Please tidy the loader.")]
    for i, edit in enumerate(edits):
        call = ToolCall(f"e{i}", "Edit", "edit", {"file_path": edit.path}, edits=(edit,), output="The file was updated.", status="ok")
        messages.append(Message(len(messages) + 1, "assistant", "Now the loader.", (call,)))
    for i in range(4):
        call = ToolCall(f"r{i}", "Bash", "shell", {"command": "ls"}, command="ls", output="src\n", exit_code=0, status="ok")
        messages.append(Message(len(messages) + 1, "assistant", "Look.", (call,)))
    messages.append(Message(len(messages) + 1, "assistant", claim))
    read = trace.closely(Session("s", "claude-code", "s.jsonl", tuple(messages)))
    view = build(read, facts.find(read))
    return next((v.verdict for v in checks.check(view) if v.conclusion.startswith(f"c{len(messages)}.")), "none")


EDIT = FileEdit("src/load.rs", "update", OLD, NEW)
BACK = FileEdit("src/load.rs", "update", NEW, OLD)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Added the `parse_rows` helper.", "supported"),
        ("Extracted `parse_rows()` to keep `load` short.", "supported"),
        ("Added the `parse_cells` helper.", "unsupported"),
        ('Removed the `"legacy"` flag.', "supported"),
        ("Removed the `read` call.", "unsupported"),
        ("Added `parse_rows` with a retry budget, jitter and exponential backoff.", "unsupported"),
        ("Replaced `parse(raw` with `parse_rows(raw`.", "supported"),
        ("Replaced `parse_rows(raw` with `parse(raw`.", "unsupported"),
    ],
)
def test_by_the_texts_of_an_edit(claim: str, expected: str) -> None:
    assert verdict(claim, EDIT) == expected


def test_what_was_taken_back_is_not_added() -> None:
    assert verdict("Added the `parse_rows` helper.", EDIT, BACK) != "supported"


def test_a_file_that_was_written() -> None:
    written = FileEdit("docs/NOTES.md", "add", None, "# Notes\n")
    assert verdict("Created docs/NOTES.md.", written) == "supported"
    assert verdict("Created docs/GUIDE.md.", written) != "supported"


def test_a_patch_is_in_place_until_it_is_taken_back() -> None:
    assert verdict("The patch is in place.", EDIT) == "supported"
    assert verdict("The patch is in place.") != "supported"
