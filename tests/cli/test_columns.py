"""A narrow screen is one: nothing that is printed for it goes beyond its columns."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sessionlens.cli import edge
from sessionlens.cli.common import columns
from sessionlens.reports.frames import Frame, mark
from sessionlens.text.visible import width
from tests.cli.conftest import Cli


@pytest.mark.parametrize("wide", [36, 44, 61, 80])
@pytest.mark.parametrize(
    "words",
    [
        *[("check",), ("check", "--all"), ("lint",), ("show", "6"), ("show", "8"), ("hypotheses",), ("hypotheses", "--no-bars")],
        *[("search", "s"), ("explain",), ("explain", "single-run"), ("explain", "R004"), ("probe", "list"), ("sessions",)],
    ],
    ids=" ".join,
)
def test_nothing_is_wider(kept: Cli, words: tuple[str, ...], wide: int, monkeypatch: pytest.MonkeyPatch) -> None:
    full = kept(*words)
    monkeypatch.setenv("COLUMNS", str(wide))
    shown = kept(*words)
    assert shown.code == full.code == 0 and shown.out
    assert [line for line in shown.out.splitlines() if width(line) > wide] == []


def test_no_word_is_lost_where_a_sentence_is_broken(kept: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    full = kept("check", "--all").out
    monkeypatch.setenv("COLUMNS", "38")
    shown = " ".join(kept("check", "--all").out.split())
    for said in re.findall(r"^ +=.*$", full, re.M):
        assert " ".join(said.split()) in shown


def test_a_list_of_corrections_fits_too(kept: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    said = json.loads(kept("check", "--format", "json").out)
    id = next(iter(said if isinstance(said, list) else said["conclusions"]))["id"]
    assert kept("amend", "--reject", id, "--why", "a long reason that nobody reads to its very end").code == 0
    monkeypatch.setenv("COLUMNS", "40")
    [line] = kept("amend").out.splitlines()
    assert width(line) <= 40 and line.endswith("…")


def test_a_title_has_room_on_a_screen_of_eighty_columns(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    title = "The nightly import takes three times as long since Friday"
    message = {"role": "user", "content": [{"type": "text", "text": title}]}
    log = tmp_path / "t.jsonl"
    log.write_text(
        json.dumps({"type": "user", "uuid": "u1", "sessionId": "0190aaaa-bbbb-7ccc-8ddd-00000000000a/part-1", "message": message})
    )
    assert cli("ingest", str(log)).code == 0
    assert cli("sessions").out.count("\n") == 1, "one line each into a pipe"
    monkeypatch.setenv("COLUMNS", "80")
    assert title in cli("sessions").out


@pytest.mark.parametrize(
    ("said", "shown"),
    [("−41 %", "-41 %"), ("5–6 µs", "5-6 us"), ("“so” … ≈ 2×", '"so" ... ~ 2x'), ("a → b", "a -> b"), ("żółw", "????"), ("±3", "+/-3")],
)
def test_an_ascii_terminal_gets_plain_signs(said: str, shown: str) -> None:
    assert said.encode("ascii", edge.ERRORS).decode() == (shown if "?" not in shown else "?" * 3 + "w")


def test_what_is_clipped_stays_within_an_ascii_terminal(kept: Cli) -> None:
    start = [sys.executable, "-m", "sessionlens", "check"]
    done = subprocess.run(start, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "40"}, check=True)
    assert max(map(len, done.stdout.decode("ascii").splitlines())) <= 40


@pytest.mark.parametrize("given", ["", "0", "wide", "-4", "\u0664"])
def test_columns_that_are_none(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", given)
    assert columns() != 4
    monkeypatch.setattr("os.get_terminal_size", lambda *_: os.terminal_size((57, 9)))
    monkeypatch.setattr("sys.stdout", sys.__stdout__)
    assert columns() == 57, "as wide as the terminal"


@pytest.mark.parametrize("wide", [30, 47, 80, 200])
def test_a_frame_of_long_things(wide: int) -> None:
    for start, end in ((0, 400), (150, 152), (150, 350), (390, 400), (100, 139), (100, 172)):
        frame = Frame(True, wide)
        frame.title("contradicted", " delta: " + "what was said " * 9, "contradicted")
        frame.place("-->", "a/folder/of/notes and more words " * 3 + ":3:4")
        frame.code(mark("0123456789" * 40, start, end), "the claim with many words beside it", "contradicted")
        frame.note("because of this and that " * 12, "help: ")
        plain = [re.sub(r"\x1b\[\d+m", "", line) for line in str(frame).splitlines()]
        assert max(map(len, plain)) <= wide
        assert " ".join(" ".join(plain).split()).count("because of this and that") >= 1
        assert "\0" not in str(frame)
