"""The fourteen ways in which a bubblewrap sandbox is weaker than it looks, each closed."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from sessionlens.probes import sandbox
from sessionlens.probes.chamber import Chamber
from sessionlens.probes.execute import Execution
from sessionlens.probes.project import project
from sessionlens.probes.sandbox import Bwrap, NoSandboxError
from sessionlens.probes.secrets import MOST, masks
from sessionlens.probes.toolchains import toolchains, where
from tests.probes.lab import SECRET, Lab, assert_contained


def line(lab: Lab) -> str:
    with Chamber(project(lab.project)) as chamber:
        return chamber.line(chamber.box(("cat",)), "cat src.txt")


def test_g1_root_has_no_capabilities_and_cannot_get_any(lab: Lab) -> None:
    assert "--cap-drop ALL" in line(lab) and "--disable-userns" in line(lab)
    ended = assert_contained(
        lab, "grep -h Cap /proc/self/status; umount .env; mount -o remount,rw,bind .; cat .env; unshare -Ur true && echo new"
    )
    assert ended.output.count(b"0000000000000000") == 5 and b"new" not in ended.output


def test_g2_the_first_process_has_no_environment_of_the_host(lab: Lab) -> None:
    ended = lab.run("cat /proc/1/environ /proc/self/environ | tr '\\0' '\\n'")
    assert b"PATH=" in ended.output and b"SESSIONLENS_TEST_TOKEN" not in ended.output and SECRET.encode() not in ended.output


def test_g3_a_user_namespace_is_demanded_and_not_tried(lab: Lab) -> None:
    assert "--unshare-user " in line(lab) and "--unshare-user-try" not in line(lab)


def test_g4_a_thread_that_waits_for_its_probe_gets_its_output(lab: Lab) -> None:
    got: list[Execution] = []
    thread = threading.Thread(target=lambda: got.append(lab.run("sleep 0.2; echo done")))
    thread.start()
    thread.join()
    assert got[0].output == b"done\n" and got[0].exit_code == 0


def test_g5_nothing_outlives_a_killed_caller(lab: Lab) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from sessionlens.probes.chamber import Chamber; from sessionlens.probes.project import project\n"
        "with Chamber(project(Path(sys.argv[1]))) as c: c.run(c.box(('sleep',)), 'echo x; exec sleep 31.4159')"
    )
    caller = subprocess.Popen([sys.executable, "-c", code, str(lab.project)])
    try:
        assert _eventually(lambda: _running("31.4159")), "the probe did not start"
    finally:
        os.kill(caller.pid, signal.SIGKILL)
        caller.wait()
    assert _eventually(lambda: not _running("31.4159")), "the probe outlived its caller"


def _running(word: str) -> bool:
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if words[:2] == [b"sleep", word.encode()]:
                return True
    return False


def _eventually(test: object, seconds: float = 10.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if test():  # type: ignore[operator]
            return True
        time.sleep(0.05)
    return False


def test_g6_no_keys_are_typed_into_the_callers_terminal(lab: Lab) -> None:
    code = "import fcntl\ntry: fcntl.ioctl(0, 0x5412, b'x')\nexcept OSError as e: print(e.errno)"
    ended = lab.run(f'python3 -c "{code}"; ps -o sid= -p $$; [ -t 0 ] || echo no terminal')
    assert "--new-session" in line(lab) and b"1\n" in ended.output and b"no terminal" in ended.output


def test_g7_forks_are_limited_for_root_too_and_inside(lab: Lab) -> None:
    code = (
        "import os,time\nn=0\ntry:\n  while n < 3000:\n    if os.fork() == 0: time.sleep(9)\n    n += 1\n"
        "except OSError: pass\nprint('forked', n, flush=True)"
    )
    ended = lab.run(f'python3 -c "{code}"', seconds=8)
    assert ended.processes <= 257 and (ended.end == "process-cap" or b"forked 2" in ended.output), ended
    assert "ulimit -u" in line(lab).partition(" -- ")[2]


def test_g8_nothing_that_can_be_written_to_is_without_a_size(lab: Lab, bwrap: Bwrap) -> None:
    ended = lab.run("touch /x /usr/x /dev/x /home/x; df --output=target,size -m /tmp /dev/shm ~")
    assert ended.output.count(b"Read-only file system") >= 2 or ended.output.count(b"cannot touch") == 4, ended.output
    sizes = [int(row.split()[1]) for row in ended.output.decode().split("\n") if row.startswith("/") and row.split()[-1].isdigit()]
    assert len(sizes) == 3 and max(sizes) <= 256
    filled = lab.run("for i in 1 2 3; do head -c 900M /dev/zero > f$i; done; sleep 2", "build", seconds=30)
    assert filled.end == "disk-cap" if bwrap.overlays else b"No space left" in filled.output or b"File too large" in filled.output, filled


def test_g9_a_failure_to_set_up_is_told_from_a_failure_of_the_program(lab: Lab) -> None:
    assert (lab.run("exit 1").end, lab.run("exit 1").exit_code) == ("exit", 1)
    with Chamber(project(lab.project)) as chamber:
        ended = chamber.run(chamber.box((), cwd=f"{lab.project}/nowhere"), "true")
    assert ended.end == "setup" and ended.exit_code is None and b"nowhere" in ended.output


@pytest.mark.parametrize("command", [":(){ :|:& };:; sleep 9", "for i in $(seq 200); do sleep 30 & done; echo started", "yes"])
def test_g10_every_process_is_gone_on_return(lab: Lab, command: str) -> None:
    assert_contained(lab, command, seconds=3)


def test_g11_masks_hold_for_links_folders_and_other_names(lab: Lab) -> None:
    odd = lab.project / "odd"
    odd.mkdir()
    (odd / ".env").symlink_to(lab.home / ".npmrc")
    (odd / "prod.key").symlink_to("nowhere")
    (lab.project / "sub/.env").mkdir(parents=True)
    (lab.project / "sub/.env/token").write_text(SECRET)
    os.link(lab.project / "sub/.env/token", odd / "copy.txt")
    ended = assert_contained(
        lab, "cat odd/.env odd/prod.key sub/.env/token odd/copy.txt notes.txt .env; ls sub/.env; grep -rs canary . ; echo ran"
    )
    assert b"ran" in ended.output
    found = {m.path for m in masks(lab.project)}
    assert {"sub/.env", "odd/copy.txt", "notes.txt", ".env", "app.sock", "pipe"} <= found and "odd/.env" not in found


def test_g11_too_many_masks_are_refused(lab: Lab) -> None:
    many = lab.project / "many"
    many.mkdir()
    for i in range(MOST + 1):
        (many / f"{i}.pem").touch()
    with pytest.raises(NoSandboxError, match="can be masked"):
        lab.run("true")


def test_g12_a_masked_file_is_seen_to_be_masked(lab: Lab) -> None:
    ended = lab.run("cat .env; wc -c < /dev/null")
    assert b"Permission denied" in ended.output and SECRET.encode() not in ended.output


def test_g13_no_path_of_the_host_in_the_first_process(lab: Lab) -> None:
    place = project(lab.project, "/home/someone/work")
    with Chamber(place) as chamber:
        ended = chamber.run(chamber.box(("cat",)), "cat /proc/1/cmdline | tr '\\0' ' '; pwd")
    assert b"/home/someone/work" in ended.output and str(lab.root).encode() not in ended.output


def test_g14_the_program_inside_is_the_one_outside(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    tools = lab.home / "tools/bin"
    tools.mkdir(parents=True)
    (tools / "mytool").write_text("#!/bin/sh\necho mytool 4.5.6\n")
    (tools / "mytool").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    place = project(lab.project)
    with Chamber(place) as chamber:
        ended = chamber.run(chamber.box(("mytool",)), "mytool; command -v mytool; cat ~/.npmrc")
        none = chamber.run(chamber.box(("cat",)), "mytool")
    assert ended.output.decode().startswith(f"mytool 4.5.6\n{tools}/mytool\n") and SECRET.encode() not in ended.output
    assert none.exit_code == 127, "only the tools that a probe starts are mounted"
    assert where("mytool") == f"{tools}/mytool" and str(tools) in toolchains(("mytool",), lab.home, place).binds


def test_the_interpreter_of_a_program_comes_with_it(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    real, env = lab.home / "python/bin", lab.home / "env/bin"
    for folder in (real, env):
        folder.mkdir(parents=True)
    (real / "interp").write_text('#!/bin/sh\necho run "$(head -2 "$1" | tail -1)"\n')
    (real / "interp").chmod(0o755)
    (env / "interp").symlink_to(real / "interp")
    (env / "tool").write_text(f"#!{env}/interp\nhello\n")
    (env / "tool").chmod(0o755)
    monkeypatch.setenv("PATH", f"{env}:{os.environ['PATH']}")
    with Chamber(project(lab.project)) as chamber:
        assert chamber.run(chamber.box(("tool",)), "tool").output == b"run hello\n"


def test_a_program_given_by_its_path_brings_nothing_in(lab: Lab) -> None:
    own = lab.home / "bin"
    own.mkdir()
    (own / "x").write_text("#!/bin/sh\n")
    (own / "x").chmod(0o755)
    assert toolchains((str(own / "x"), "../../home/bin/x"), lab.home, project(lab.project)).binds == ()


def test_the_filter_is_whole_steps_for_known_machines_only() -> None:
    from sessionlens.probes.seccomp import program

    for machine in ("x86_64", "aarch64"):
        for sockets in (False, True):
            code = program(sockets, machine)
            assert code is not None and len(code) % 8 == 0 and len(code) // 8 < 4096
    assert program(machine="sparc") is None


def test_remedies_name_what_to_do() -> None:
    assert "AppArmor" in sandbox.remedy("bwrap: setting up uid map: Permission denied")
    assert "unmask" in sandbox.remedy("bwrap: Can't mount proc on /newroot/proc: Operation not permitted")
    assert "seccomp" in sandbox.remedy("bwrap: Creating new namespace failed: Operation not permitted")
