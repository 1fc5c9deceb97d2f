"""The weaker sandbox: what it holds, what it refuses."""

import platform
from pathlib import Path

import pytest

from sessionlens.probes import landlock
from sessionlens.probes.execute import Execution
from sessionlens.probes.locked import Locked
from sessionlens.probes.project import project
from sessionlens.probes.sandbox import NoSandboxError

pytestmark = pytest.mark.skipif(
    platform.system() != "Linux" or landlock.available() < landlock.ABI, reason="this kernel's Landlock is older than Linux 6.12"
)


def run(folder: Path, command: str, seconds: float = 5.0) -> Execution:
    with Locked(project(folder)) as locked:
        return locked.run(locked.box((), seconds=seconds), command)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    made.mkdir()
    (made / "a.txt").write_text("alpha\n")
    (tmp_path / "outside.txt").write_text("private\n")
    return made


def test_it_looks_and_changes_nothing(folder: Path) -> None:
    ended = run(folder, "cat a.txt; echo x > a.txt; touch b; chmod 777 a.txt; rm a.txt; echo x > /tmp/sessionlens-x; exit 3")
    assert ended.output.startswith(b"alpha\n") and ended.exit_code == 3
    assert [p.name for p in folder.iterdir()] == ["a.txt"] and not Path("/tmp/sessionlens-x").exists()


def test_nothing_outside_is_read_or_reached(folder: Path) -> None:
    ended = run(folder, "cat ../outside.txt /etc/shadow /proc/1/environ; ls ~; exec 3<>/dev/tcp/127.0.0.1/9; kill -0 1 && echo seen")
    assert b"private" not in ended.output and b"seen" not in ended.output and b"not supported" in ended.output


def test_no_process_is_left(folder: Path) -> None:
    assert run(folder, "setsid sleep 27.1828 >/dev/null 2>&1 & echo done").output == b"done\n"
    assert run(folder, "trap '' TERM; sleep 27.1828; sleep 27.1828", seconds=0.5).end == "timeout"
    left = [p for p in Path("/proc").glob("[0-9]*/cmdline") if _words(p)[:2] == [b"sleep", b"27.1828"]]
    assert left == []


def _words(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().split(b"\0")
    except OSError:
        return []


def test_a_project_with_a_secret_is_refused(folder: Path) -> None:
    (folder / ".env").write_text("x")
    with pytest.raises(NoSandboxError, match=r"\.env"):
        run(folder, "true")
