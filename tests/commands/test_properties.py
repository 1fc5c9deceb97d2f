"""The quick lexer against the grammar, and texts that nobody should write."""

import shlex
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessionlens.commands import actions, grammar, quick, simple_commands, unread
from sessionlens.commands.words import set_aside, unquote
from sessionlens.commands.writes import code_writes

WORD = st.one_of(
    st.from_regex(r"[a-z][a-z0-9_./-]{0,8}", fullmatch=True),
    st.from_regex(r"-{1,2}[a-z]{1,5}(=[a-z0-9]{1,3})?", fullmatch=True),
    st.from_regex(r"'[a-z $\"&|;<>(]{0,8}'", fullmatch=True),
    st.from_regex(r"\"[a-z '&|;<>(]{0,8}\"", fullmatch=True),
    st.sampled_from(
        ["$HOME/a", '"$x y"', "${n}x", '"a\\\\|b"', "$(pwd)", '"$(git rev-parse HEAD | cut -c1-8)"', "{}", "[0-9]*", "\\;", "a#b"]
    ),
)
REDIRECT = st.sampled_from(["2>&1", "> /dev/null", "> out.txt", ">> log", "2>/dev/null", "&> all"])
SIMPLE = st.builds(
    lambda name, words, redirects, behind: " ".join([name, *words, *redirects, *behind]),
    st.sampled_from(["make", "git", "./run.sh", "python3", "echo", "cd", "sed", "A=b ./run", "$BIN/run", "time make"]),
    st.lists(WORD, max_size=4),
    st.lists(REDIRECT, max_size=2, unique=True),
    st.lists(st.sampled_from(["src", "-n", "'a b'", "2>&1"]), max_size=2),
)
COMMAND = st.recursive(
    SIMPLE,
    lambda inner: st.builds(
        lambda frame, one, other: frame.format(one, other),
        st.sampled_from(["for f in a 'b c' *.txt; do {0}; {1}; done", "while read -r x; do {0}; done", "if {0}; then {1}; else {1}; fi",
                         "if [ -f a ]; then {0}; elif {1}; then {0}; fi", "{0} && {1}", "for f in $(ls); do {0}; done"]),
        inner, inner,
    ),
    max_leaves=3,
)  # fmt: skip
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
    "text",
    [
        "(" * 3000 + "a" + ")" * 3000, "a;" * 5000, "x" * 100_000, "if true; then " * 500, "$(" * 800, "\0\ud800 <<E\n",
        "a && " * 3000 + "b", "a | " * 3000 + "b", "$(a) " * 2000 + "$(a", '"$(a' * 2000, "${a} " * 2000 + "${a",
        "cat <<E\n" * 20_000, "sudo " * 5000, "> a " * 5000, "if " * 3000, "for " * 3000, "echo " + "'" * 9999,
        "".join(f"cat <<E{i}\n" for i in range(20_000)),
    ],
)  # fmt: skip
def test_hostile_texts_are_read_as_far_as_they_go_in_little_time(text: str) -> None:
    start = time.process_time()
    simple_commands(text)
    assert time.process_time() - start < 3


def test_a_text_far_longer_than_anybody_runs_is_read_to_a_line_s_end() -> None:
    text = "make check\n" * 5000
    assert 0 < unread(text) < len(text) - 30_000
    assert {a.runner for a in actions(text)} == {"make check"}
    assert len(actions(text)) * len("make check\n") == len(text) - unread(text)
    body = "cat > big.txt <<'E'\n" + "a line\n" * 50_000 + "E\nmake check\n"
    assert unread(body) == 0 and actions(body)[-1].runner == "make check"


def test_files_that_code_writes_many_times() -> None:
    code = 'p = "a.txt"\nfor q in ["b.txt", "c.txt"]:\n' + '    open(p, "w").write(x)\n    open(q, "w").write(y)\n' * 3000
    start = time.process_time()
    assert code_writes(code) == ("a.txt", "b.txt", "c.txt")
    assert time.process_time() - start < 2


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
