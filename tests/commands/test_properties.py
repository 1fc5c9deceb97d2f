"""The quick lexer against the grammar, and texts that nobody should write."""

import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessionlens.commands import actions, grammar, quick, simple_commands
from sessionlens.commands.words import set_aside, unquote

WORD = st.one_of(
    st.from_regex(r"[a-z][a-z0-9_./-]{0,8}", fullmatch=True),
    st.from_regex(r"-{1,2}[a-z]{1,5}(=[a-z0-9]{1,3})?", fullmatch=True),
    st.from_regex(r"'[a-z $\"&|;<>(]{0,8}'", fullmatch=True),
    st.from_regex(r"\"[a-z '&|;<>(]{0,8}\"", fullmatch=True),
)
REDIRECT = st.sampled_from(["2>&1", "> /dev/null", "> out.txt", ">> log", "2>/dev/null", "&> all"])
COMMAND = st.builds(
    lambda name, words, redirects: " ".join([name, *words, *redirects]),
    st.sampled_from(["make", "git", "./run.sh", "python3", "echo", "cd", "sed"]),
    st.lists(WORD, max_size=4),
    st.lists(REDIRECT, max_size=2, unique=True),
)
PLAIN = st.lists(COMMAND, min_size=1, max_size=4).flatmap(
    lambda parts: st.lists(st.sampled_from([" && ", " || ", " | ", "; ", "\n"]), min_size=len(parts) - 1, max_size=len(parts) - 1).map(
        lambda joins: "".join(p + j for p, j in zip(parts, [*joins, ""], strict=True))
    )
)


def same(text: str) -> bool:
    plain, heredocs = set_aside(text)
    fast = quick.parse(plain, heredocs)
    return fast is None or str(fast) == str(grammar.parse(plain, heredocs))


@given(PLAIN)
def test_the_quick_lexer_reads_plain_lines_as_the_grammar_does(text: str) -> None:
    assert quick.parse(text, {}) is not None
    assert same(text)


@given(st.text(alphabet="ab -'\"\\$`(){}|&;<>\n#=!*[]\t~é", max_size=40))
def test_no_text_stops_the_reader(text: str) -> None:
    for action in actions(text):
        assert 0 <= action.command.start <= action.command.end <= len(text)


@given(st.text(max_size=60))
def test_heredocs_set_aside_keep_every_offset(text: str) -> None:
    plain, _ = set_aside("cat <<E\n" + text + "\nE\nls")
    assert len(plain) == len(text) + 13


@given(st.from_regex(r"([a-z0-9./=-]|'[^'$`]{0,5}'|\"[^\"$`\\]{0,5}\"){1,4}", fullmatch=True))
def test_quotes_come_off_as_in_a_shell(word: str) -> None:
    assert unquote(word) == shlex.split(word, comments=False)[0] if shlex.split(word) else True


@pytest.mark.parametrize(
    "text", ["(" * 3000 + "a" + ")" * 3000, "a;" * 5000, "x" * 100_000, "if true; then " * 500, "$(" * 800, "\0\ud800 <<E\n"]
)
def test_hostile_texts_are_read_as_far_as_they_go(text: str) -> None:
    simple_commands(text)


def test_recorded_commands_are_read_alike() -> None:
    folder = Path(__file__).parents[2].parent / "shared" / "sessions"
    if not folder.is_dir():
        pytest.skip("no recorded sessions beside the checkout")
    from sessionlens import formats
    from sessionlens.model.session import Session

    texts = {
        c.command
        for path in folder.glob("*/claude-code.jsonl")
        for s in formats.read(path)
        if isinstance(s, Session)
        for m in s.messages
        for c in m.calls
        if c.command
    }
    assert texts
    assert [t for t in texts if not same(t)] == []
