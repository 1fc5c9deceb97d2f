"""The bar: on a terminal, for work that takes long, and gone at the end."""

import io
from pathlib import Path

import pytest

from sessionlens.cli import progress
from sessionlens.cli.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "more").mkdir()
    for name, size in (("a.jsonl", 1_000_000), ("more/b.jsonl", 3_000_000)):
        (tmp_path / name).write_bytes(b"x" * size)
    return [str(tmp_path / "a.jsonl"), str(tmp_path / "more"), "-"]


def drawn(files: list[str], stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("sys.stderr", stream)
    with Progress(files) as bar:
        bar.at("a.jsonl", "facts")
        bar.done("a.jsonl")
        bar.done("a.jsonl")
        bar.at("b.jsonl", "checking")
    return stream.getvalue()


def test_long_work_on_a_terminal(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    text = drawn(files, Terminal(), monkeypatch)
    assert "[........................] 0 of 4 MB, facts: a.jsonl" in text
    assert "[######..................] 1 of 4 MB, checking: b.jsonl" in text
    assert text.endswith("\r\x1b[K") and all(len(row) < 80 for row in text.split("\r\x1b[K"))


def test_short_work_and_no_terminal_draw_nothing(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(files, Terminal(), monkeypatch) == ""
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    assert drawn(files, io.StringIO(), monkeypatch) == ""
