"""The options of `report` and `ingest` that are read without Typer mean what Typer takes them for."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer

from sessionlens.cli import ingest, report, reporting, straight


def by_typer(function: Callable[..., None]) -> dict[str, str]:
    """Each spelling of an option of a command, with the argument that it fills."""
    application = typer.Typer(add_completion=False)
    application.command("command")(function)
    command: Any = typer.main.get_command(application)
    return {spelling: parameter.name for parameter in command.params for spelling in parameter.opts if parameter.name != "help"}


def test_every_option_is_the_command_s() -> None:
    assert {spelling: target for spelling, (target, _) in straight.OPTIONS.items()} == by_typer(report.command)
    assert {spelling: target for spelling, (target, _) in straight.INGEST.items()}.items() <= by_typer(ingest.command).items()
    assert set(reporting.FORMATS) == {form.value for form in report.Form}


def test_plain_options_are_read() -> None:
    words = ["--kind", "brief", "--format=html", "-o", "out.html", "--message", "12", "--store", "s.db"]
    expected = {"kind": "brief", "format": "html", "output": Path("out.html"), "message": 12, "store": Path("s.db")}
    assert straight.options(words) == expected
    assert straight.options([]) == {}


@pytest.mark.parametrize(
    "words",
    [
        ["--help"], ["--knid", "brief"], ["--kind"], ["--kind", "--format"], ["--message", "x"], ["--format", "doc"], ["brief"],
        ["-oout.md"], ["--kind="],
    ],
)  # fmt: skip
def test_anything_else_is_left_to_typer(words: list[str]) -> None:
    assert straight.options(words) is None


def test_paths_of_an_ingest_stand_between_its_options() -> None:
    words = ["a.jsonl", "--store", "s.db", "-", "--first-message=880"]
    assert straight.options(words, straight.INGEST, "paths") == {"paths": ["a.jsonl", "-"], "store": Path("s.db"), "first_message": 880}


@pytest.mark.parametrize(
    "words", [["a", "--replace"], ["a", "--first-message", "0"], ["a", "--evidence", "b"], ["--", "a"], ["a", "--jobs=2"]]
)
def test_what_an_ingest_may_be_told_twice_or_bare_is_left_to_typer(words: list[str]) -> None:
    assert straight.options(words, straight.INGEST, "paths") is None
