"""The command line as a user meets it: what it prints on either stream, and its exit status."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from sessionlens.cli import run
from sessionlens.graph.build import judged, linted
from sessionlens.model.span import Span
from sessionlens.model.verdict import Finding, Verdict
from sessionlens.store import open_store
from tests.graph.builders import story


class Result(NamedTuple):
    code: int
    out: str
    err: str


Cli = Callable[..., Result]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """Runs a command line in this process, on a store of its own."""
    monkeypatch.setenv("SESSIONLENS_STORE", str(tmp_path / "store.db"))
    monkeypatch.delenv("SESSIONLENS_DEBUG", raising=False)
    monkeypatch.delenv("COLUMNS", raising=False)

    def call(*words: str) -> Result:
        monkeypatch.setattr(sys, "argv", ["sessionlens", *words])
        code = 0
        try:
            run()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        return Result(code, *capsys.readouterr())

    return call


@pytest.fixture
def kept(cli: Cli, tmp_path: Path) -> Cli:
    """The same, with a small judged session in the store."""
    place = Span(source="log.jsonl", msg=6, part=1)
    verdicts = [
        Verdict(
            conclusion="c8.1",
            claim="delta",
            verdict="contradicted",
            evidence=(2, 6),
            nodes=("m2.1", "m6.3"),
            derivation="3.1 s - 2.5 s = 0.6 s, claimed 0.5 s",
        ),
        Verdict(conclusion="c14.1", claim="delta", verdict="supported", caveats=("single-run",), evidence=(2, 6), nodes=("m2.1", "m6.3")),
    ]
    finding = Finding(
        id="f6.1",
        msg=6,
        text="single-sample: one run",
        span=place,
        issue="single-sample",
        rule="R004",
        confidence="medium",
        why="one run",
        help="run it again",
        about=("m6.3",),
    )
    with open_store(tmp_path / "store.db") as store:
        store.save(linted(judged(story(), verdicts), [finding]))
    return cli
