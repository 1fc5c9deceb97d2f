"""A place to run hostile commands in: a project full of traps, canaries around it, listeners on the loopback interface.

Everything stands under one temporary folder, and HOME is a folder in it. Commands run only through the sandbox under test.
"""

import hashlib
import os
import shutil
import socket
import stat
import subprocess
import threading
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from sessionlens.model.probe import Mode
from sessionlens.probes import execute, sandbox
from sessionlens.probes.chamber import Chamber
from sessionlens.probes.execute import Execution
from sessionlens.probes.project import project
from sessionlens.probes.sandbox import Bwrap, NoSandboxError

SECRET = "canary-4b1dface-do-not-print"
HOOK = "#!/bin/sh\ntouch {canary}/pwned\ncat\n"


def needs_sandbox() -> Bwrap:
    """The bubblewrap to test with. Where there is none the tests cannot say anything: that is a failure in CI, a skip elsewhere."""
    try:
        found = sandbox.find()
        why = sandbox.preflight(found)
    except NoSandboxError as error:
        found, why = None, str(error)
    if found is not None and why is None:
        return found
    if os.environ.get("CI"):
        pytest.fail(f"no sandbox in CI: {why}")
    pytest.skip(f"no sandbox: {why}")


class Lab:
    """`root` holds `proj`, `canary`, `home` and `run`; `hits` are what reached a listener; `left` are processes that outlived a run."""

    def __init__(self, root: Path, name: str) -> None:
        self.root, self.name = root, name
        self.project, self.canary, self.home, self.run_folder = (root / n for n in ("proj", "canary", "home", "run"))
        self.hits: list[str] = []
        self.roots: list[int] = []
        self._stack = ExitStack()
        for folder in (self.project, self.canary, self.home, self.run_folder):
            folder.mkdir()
        self._canaries()
        self._traps()
        self.port = self._listen(socket.AF_INET, ("127.0.0.1", 0), "tcp")
        self._listen(socket.AF_UNIX, f"\0{name}", "abstract")
        self._listen(socket.AF_UNIX, str(self.run_folder / "docker.sock"), "socket")
        self._listen(socket.AF_UNIX, str(self.project / "app.sock"), "project socket")
        os.mkfifo(self.project / "pipe")
        self._reader = os.open(self.project / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        self._stack.callback(os.close, self._reader)

    def _canaries(self) -> None:
        (self.canary / "precious.txt").write_text("precious\n")
        for name in (".ssh/id_rsa", ".aws/credentials", ".config/gh/hosts.yml", ".npmrc", ".bashrc", ".ssh/authorized_keys"):
            path = self.home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"token={SECRET}\n")

    def _traps(self) -> None:
        p = self.project
        files = {
            "src.txt": "hello\nworld\n",
            "big.txt": "".join(f"line {i * 7919 % 100003}\n" for i in range(20000)),
            "d.c": 'char *a = "/src/lib.rs"; int main(){puts(a);return 0;}\n',
            ".env": f"API_TOKEN={SECRET}\n",
            ".npmrc": f"//registry/:_authToken={SECRET}\n",
            "Makefile": f"all:\n\ttouch {self.canary}/pwned\n",
            "conftest.py": f"open({str(self.canary / 'pwned')!r}, 'w')\nprint('100 passed')\n",
            "tests/test_x.py": "def test_x(): pass\n",
            "evil/run.sh": HOOK.format(canary=self.canary),
            "evil/bashenv": f"touch {self.canary}/pwned\n",
            "evil/sitecustomize.py": f"open({str(self.canary / 'pwned')!r}, 'w')\n",
            "evil/gdbinit": f"shell touch {self.canary}/pwned\n",
            "evil/e.c": f'#include <stdlib.h>\n__attribute__((constructor)) void x(){{system("touch {self.canary}/pwned");}}\n',
            "ls": HOOK.format(canary=self.canary),
            "deep/credentials/key.txt": f"{SECRET}\n",
        }
        for name, text in files.items():
            path = p / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            if text.startswith("#!"):
                path.chmod(0o755)
        os.link(p / ".env", p / "notes.txt")
        (p / "keys").symlink_to(self.home / ".ssh")
        (p / "whole").symlink_to("/")
        if shutil.which("gcc"):
            subprocess.run(["gcc", "-shared", "-fPIC", "-o", p / "evil/e.so", p / "evil/e.c"], check=True, capture_output=True)
        self._repository()

    def _repository(self) -> None:
        if not shutil.which("git"):
            return
        clean = {"PATH": os.environ["PATH"], "HOME": str(self.home), "GIT_CONFIG_NOSYSTEM": "1"}
        base = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
        for words in (["init", "-q"], ["add", "src.txt", "d.c"], ["commit", "-q", "-m", "init"]):
            subprocess.run([*base, *words], cwd=self.project, check=True, capture_output=True, env=clean)
        hook = f"touch {self.canary}/pwned;:"
        with (self.project / ".git/config").open("a") as config:
            config.write(f'[core]\n\tfsmonitor = "{hook}"\n\tpager = "{hook}"\n\tsshCommand = "{hook}"\n')
            config.write(f'[diff]\n\texternal = "{hook}"\n[diff "c"]\n\ttextconv = "{self.project}/evil/run.sh"\n')
        (self.project / ".git/info/attributes").write_text("*.c diff=c\n")
        (self.project / "src.txt").write_text("hello\nworld\nchanged\n")

    def _listen(self, family: int, address: object, name: str) -> int:
        server = socket.socket(family, socket.SOCK_STREAM)
        server.bind(address)  # type: ignore[arg-type]
        server.listen(8)
        self._stack.callback(server.close)
        self._stack.callback(server.shutdown, socket.SHUT_RDWR)

        def serve() -> None:
            with suppress(OSError):
                while True:
                    client, _ = server.accept()
                    self.hits.append(name)
                    client.close()

        threading.Thread(target=serve, daemon=True).start()
        return int(server.getsockname()[1]) if family == socket.AF_INET else 0

    def close(self) -> None:
        self._stack.close()

    def filled(self, command: str) -> str:
        """A command with this lab's names in the place of placeholders."""
        named = {
            "$CANARY": self.canary, "$PROJ": self.project, "$FAKEHOME": self.home, "$LAB": self.root, "PORT": self.port,
            "sl-probe-abs": self.name,
        }  # fmt: skip
        for word, value in named.items():
            command = command.replace(word, str(value))
        return command

    def state(self) -> dict[str, str]:
        """Every file of the lab with its kind, mode, contents."""
        found: dict[str, str] = {}
        for base, folders, names in os.walk(self.root):
            for name in (*folders, *names):
                path = Path(base, name)
                facts = path.lstat()
                if stat.S_ISREG(facts.st_mode):
                    body = hashlib.sha256(path.read_bytes()).hexdigest()
                else:
                    body = str(path.readlink()) if path.is_symlink() else ""
                found[str(path.relative_to(self.root))] = f"{facts.st_mode:o} {body}"
        return found

    def run(self, command: str, mode: Mode = "read", *, seconds: float = 4.0, bwrap: Bwrap | None = None) -> Execution:
        """One command in the sandbox, as `probe run` would run it."""
        with Chamber(project(self.project), bwrap) as chamber:
            words = [w for w in command.replace(";", " ").split() if w.isalnum() or "-" in w]
            return chamber.run(chamber.box(words[:3], mode, seconds=seconds), command)

    def piped(self) -> bytes:
        """What came through the project's named pipe."""
        with suppress(BlockingIOError):
            return os.read(self._reader, 1000)
        return b""

    def alive(self) -> list[int]:
        """First processes of sandboxes that were started and are still there; a dead one that nobody has waited for yet has no memory."""
        return [pid for pid in self.roots if execute.tree(pid)[1]]


def assert_contained(lab: Lab, command: str, mode: Mode = "read", bwrap: Bwrap | None = None, seconds: float = 4.0) -> Execution:
    """Runs a hostile command and checks that nothing of it got out."""
    before = lab.state()
    ended = lab.run(command, mode, bwrap=bwrap, seconds=seconds)
    assert lab.state() == before, "a file of the host changed"
    assert lab.hits == [] and lab.piped() == b"", "a listener was reached"
    assert SECRET.encode() not in ended.output, "a secret was printed"
    assert lab.alive() == [], "a process is left"
    return ended
