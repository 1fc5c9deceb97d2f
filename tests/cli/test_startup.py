"""What starting costs: counted in modules, because time differs from machine to machine."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("pydantic", "networkx", "jinja2", "markdown_it", "rich", "orjson", "tree_sitter", "sqlite3")
ROOT = Path(__file__).parents[2]


def modules(*words: str, main: str = "from sessionlens.__main__ import main; main()") -> tuple[set[str], str]:
    """The modules in memory after a command line has run, and what it printed."""
    script = (
        "import atexit, sys; sys.argv = ['sessionlens', *sys.argv[1:]]\n"
        "atexit.register(lambda: print('\\n'.join(sys.modules), file=sys.stderr))\n"
    )
    done = subprocess.run([sys.executable, "-c", script + main, *words], capture_output=True, text=True, check=True, cwd=ROOT)
    return set(done.stderr.split()), done.stdout


def test_version_loads_nothing_beyond_the_package() -> None:
    loaded, said = modules("--version")
    bare, _ = modules(main="")
    assert said.startswith("sessionlens ")
    assert loaded - bare == {"sessionlens", "sessionlens.__main__"}


def strangers(loaded: set[str]) -> set[str]:
    """Modules of the project outside the command line's own; what goes out is made visible by a small one."""
    own = {m for m in loaded if m.startswith("sessionlens.") and m.split(".")[1] not in ("cli", "model", "__main__")}
    return own - {"sessionlens.text", "sessionlens.text.visible"}


def test_help_loads_no_stage() -> None:
    loaded, said = modules("--help")
    assert "Usage: sessionlens" in said
    assert not loaded & set(HEAVY) and not strangers(loaded)


@pytest.mark.parametrize("command", ["ingest", "report", "check"])
def test_a_command_s_help_loads_no_stage_either(command: str) -> None:
    """But pydantic, by which typer reads the parameters of a command."""
    loaded, said = modules(command, "--help")
    assert f"Usage: sessionlens {command}" in said
    assert not loaded & (set(HEAVY) - {"pydantic"}) and not strangers(loaded)


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("command", ["check", "lint"])
def test_what_was_found_is_shown_without_what_found_it(command: str) -> None:
    """A hook asks after each turn; `SESSIONLENS_STORE` names the store of the fixture to the process as well."""
    loaded, _ = modules(command, "--format", "json")
    stages = ("prose", "outputs", "commands", "checks", "rules", "audit", "graph.build")
    assert not {m for m in loaded if m.startswith(tuple(f"sessionlens.{stage}" for stage in stages))} and "networkx" not in loaded


@pytest.mark.parametrize("words", [["--help"], [], ["probe"], ["explain"]])
def test_a_reader_that_goes_away_is_no_trouble(words: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    line = [sys.executable, "-m", "sessionlens", *words]
    done = subprocess.run(line, stdout=writer, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False)
    os.close(writer)
    assert done.returncode == 0 and done.stderr == ""


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(
    "words",
    [
        ["check", "--fail-on", "contradicted"],
        ["check", "--fail-on", "contradicted", "--format", "json"],
        ["lint", "--fail-on", "any"],
        ["audit", "tests/cases/audit/throughput.md", "--fail-on", "contradicted"],
    ],
)
def test_a_gate_fails_whoever_reads_what_it_prints(words: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    line = [sys.executable, "-m", "sessionlens", *words]
    done = subprocess.run(line, stdout=writer, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False)
    os.close(writer)
    assert done.returncode == 1 and done.stderr == ""
