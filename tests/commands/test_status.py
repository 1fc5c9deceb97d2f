"""What is told of each command's fate, against a real shell."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sessionlens.commands import known, simple_commands

BASH = shutil.which("bash")
PROGRAMS = {f"p{i}": i % 2 for i in range(8)}
"""Programs that note that they ran and end with that status."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("programs")
    for name, status in PROGRAMS.items():
        (path / name).write_text(f'#!/bin/sh\necho {name} >> "$RAN"\nexit {status}\n')
        (path / name).chmod(0o755)
    yield path


def chain(names: list[str], joins: list[str], first: str, last: str) -> str:
    return first + "".join(n + j for n, j in zip(names, [*joins, ""], strict=True)) + last


LAST = ["", "", "", "; exit $?", "; exit ${PIPESTATUS[0]}", "; rc=$?; true; exit $rc", "; rc=$?; [ $rc -eq 0 ]",
        "; rc=${PIPESTATUS[1]}; exit $rc", "; rc=$?", " && rc=1; exit $rc",
        "; rc=$?; true && rc=0; exit $rc", "; rc=$?; if true; then rc=5; fi; test $rc = 0"]  # fmt: skip
"""Ways to hand a status on, and ways that look like it."""


TEXTS = st.permutations(list(PROGRAMS)).flatmap(
    lambda names: st.integers(1, 5).flatmap(
        lambda n: st.builds(
            chain,
            st.just(list(names[:n])),
            st.lists(st.sampled_from([" && ", " || ", "; ", " | "]), min_size=n - 1, max_size=n - 1),
            st.sampled_from(["", "", "! ", "set -e; ", "set -o pipefail; ", "set -eo pipefail; ", "set -e; set +e; ", "set +o pipefail; "]),
            st.sampled_from(LAST),
        )
    )
)


@pytest.mark.skipif(BASH is None, reason="no bash on this machine")
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=TEXTS)
def test_what_is_known_is_true(folder: Path, text: str) -> None:
    ran = folder / "ran"
    ran.write_text("")
    code = subprocess.run(
        [str(BASH), "-c", text], env={"PATH": f"{folder}:{os.environ['PATH']}", "RAN": str(ran)}, check=False, capture_output=True
    ).returncode
    names = ran.read_text().split()
    for command in simple_commands(text):
        if command.tool not in PROGRAMS:
            continue
        state = known(command, code)
        fate = "not-run" if command.tool not in names else "failed" if PROGRAMS[command.tool] else "ok"
        assert state in ("unknown", fate), (text, code, command.tool)
        if command.exit_visible and code == 0 and "!" not in text:
            assert fate == "ok"
