"""Any session, written in four formats, is read as the same messages."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.formats.support import session
from tests.formats.test_recorded import seen
from tests.formats.writers import Step, write

WORDS = st.text(alphabet=st.sampled_from("ab <>$`'\"\\{}[]*|#%é…\n\t.-:7"), min_size=1, max_size=30).filter(lambda t: t.strip())
TEXT = st.sampled_from(["H1: the cache is cold.", "| a | b |\n|---|---|\n| 1 | 2 |", "It fails.\n\n- one\n- two", "µs → ns"]) | WORDS
LINES = st.text(alphabet=st.sampled_from("xy =#'$\\"), min_size=1, max_size=10)
BLOCK = st.lists(LINES, min_size=1, max_size=3).map("\n".join)
OUTPUT = st.sampled_from(["", "ok\n", "\x1b[32mok\x1b[0m\n", "10%\r100%\n", "a\r\nb\r\n", '{"a": 1}\n', "error: no\n"]) | WORDS
NAME = st.sampled_from(["a.py", "src/main.rs", "docs/read me.md".replace(" ", "-")])
PROMPT = st.builds(Step, st.just("user"), TEXT)
BASH = st.builds(Step, st.just("assistant"), TEXT | st.just(""), st.just("bash"), st.tuples(TEXT), OUTPUT, st.sampled_from([0, 0, 1, 101]))
EDIT = st.builds(Step, st.just("assistant"), TEXT | st.just(""), st.just("edit"), st.tuples(NAME, BLOCK, BLOCK), st.just("Edited it"))
WRITE = st.builds(Step, st.just("assistant"), TEXT | st.just(""), st.just("write"), st.tuples(NAME, BLOCK), st.just("Wrote it"))
SAID = st.builds(Step, st.just("assistant"), TEXT)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(PROMPT | BASH | EDIT | WRITE | SAID, min_size=1, max_size=6))
def test_any_session_is_the_same_in_four_formats(tmp_path: Path, steps: list[Step]) -> None:
    reads = {name: session(file, format=name) for name, file in write(steps, tmp_path).items()}
    first = [seen(m) for m in reads["claude-code"].messages]
    assert [(m["role"], m["text"]) for m in first] == [(s.role, s.text) for s in steps]
    assert [c["exit_code"] for m in first for c in m["calls"]] == [s.exit if s.tool == "bash" else None for s in steps if s.tool]
    for name, got in reads.items():
        assert [seen(m) for m in got.messages] == first, name
        assert got.problems == ()


@pytest.mark.parametrize("failed", [0, 1])
def test_a_failed_edit_is_one_in_every_format(tmp_path: Path, failed: int) -> None:
    step = Step("assistant", "I fix it.", "edit", ("a.py", "x", "y"), "String to replace not found" if failed else "Edited a.py", failed)
    for name, file in write([Step("user", "Fix it."), step], tmp_path).items():
        call = session(file).messages[1].calls[0]
        assert (call.kind, call.status, call.exit_code) == ("edit", "error" if failed else "ok", None), name
