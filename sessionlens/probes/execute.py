"""Runs one sandbox, watches over it, and leaves nothing behind.

The watch works on `/proc` alone, so that it needs no cgroup. Whatever ends the probe, the first process of its PID namespace is
killed through a pidfd (the kernel then kills the rest) and waited for: killing only the outer bwrap returns while children still live.
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

import orjson

from sessionlens.probes.cgroup import Group
from sessionlens.probes.limits import Limits

End = Literal["exit", "setup", "timeout", "output-cap", "mem-cap", "process-cap", "disk-cap"]
TICK = 0.02
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_LAST_WAIT = 30.0


@dataclass(slots=True)
class Execution:
    """What a sandbox printed (standard output and error together), how it ended, and what it used at most."""

    output: bytes = b""
    exit_code: int | None = None
    end: End = "exit"
    seconds: float = 0.0
    memory: int = 0
    processes: int = 0


@dataclass(slots=True)
class Wires:
    """What joins a sandbox to its watch, -1 for what there is not: `status` is read for bwrap's reports, `gate` written to when the
    command may start; `inner` are the ends that only the sandbox holds, `inherited` all that it is given; `layer` is a mount inside whose
    size is watched (`outside` the device of what it covers), `group` where its processes are counted."""

    status: int = -1
    gate: int = -1
    inner: tuple[int, ...] = ()
    inherited: tuple[int, ...] = ()
    layer: str | None = None
    outside: int = 0
    group: Group | None = None

    def close_inner(self) -> None:
        """Closes our copies of the sandbox's ends, so that the end of the sandbox is the end of the pipes."""
        for fd in self.inner:
            os.close(fd)
        self.inner = ()

    def open_gate(self, pid: int) -> None:
        """Lets the command start, counted in its group."""
        if self.gate >= 0:
            if self.group is not None:
                with contextlib.suppress(OSError):
                    self.group.add(pid)
            os.write(self.gate, b"1")


@dataclass(slots=True)
class _Watch:
    limits: Limits
    wires: Wires
    gate: int = -1
    group: Group | None = None
    root: int | None = None
    pidfd: int = -1
    said: bytes = b""
    result: Execution = field(default_factory=Execution)
    chunks: list[bytes] = field(default_factory=list)
    size: int = 0
    politer: bool = False

    def status(self, data: bytes) -> None:
        """bwrap's reports: `child-pid` once the sandbox stands, `exit-code` when the command has ended. Without the second one the
        command never ran, which the exit status alone would not tell."""
        self.said += data
        *lines, self.said = self.said.split(b"\n")
        for line in lines:
            try:
                report = orjson.loads(line)
            except orjson.JSONDecodeError:
                continue
            if "child-pid" in report and self.root is None:
                self.root = int(report["child-pid"])
                with contextlib.suppress(ProcessLookupError):
                    self.pidfd = os.pidfd_open(self.root)
                self.wires.open_gate(self.root)
                self.open()
            if "exit-code" in report:
                self.result.exit_code = int(report["exit-code"])

    def open(self) -> None:
        """Lets the command start, inside its group."""
        if self.gate >= 0:
            if self.group is not None and self.root is not None:
                with contextlib.suppress(OSError):
                    self.group.add(self.root)
            os.write(self.gate, b"1")

    def take(self, data: bytes) -> bool:
        """Keeps output; False once there is more than may be."""
        room = self.limits.output - self.size
        self.chunks.append(data[:room])
        self.size += min(len(data), room)
        return len(data) <= room

    def over(self) -> End | None:
        """Which limit the tree of processes has passed, if one."""
        if self.root is None:
            return None
        if not self.politer:
            self.politer = True
            for pid in below(self.root, self.limits.processes):
                with contextlib.suppress(OSError):
                    os.setpriority(os.PRIO_PROCESS, pid, 10)
        count, memory = tree(self.root, self.limits.processes)
        self.result.processes = max(self.result.processes, count)
        self.result.memory = max(self.result.memory, memory)
        if count >= self.limits.processes:
            return "process-cap"
        if memory > self.limits.memory:
            return "mem-cap"
        if self.wires.layer is not None:
            with contextlib.suppress(OSError):
                place = f"/proc/{self.root}/root{self.wires.layer}"
                if os.stat(place).st_dev == self.wires.outside:  # noqa: PTH116 - not mounted yet: this is still the host's
                    return None
                space = os.statvfs(place)
                if (space.f_blocks - space.f_bfree) * space.f_frsize > self.limits.layer:
                    return "disk-cap"
        return None

    def _send(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.pidfd, number)

    def kill(self) -> None:
        """Ends the whole sandbox and waits until it is gone. One without namespaces ends its own processes when it is asked to."""
        if self.pidfd < 0:
            return
        waiting = select.poll()
        waiting.register(self.pidfd, select.POLLIN)
        if self.wires.status < 0:
            self._send(signal.SIGTERM)
            if not waiting.poll(_LAST_WAIT * 1000):
                self._send(signal.SIGKILL)
        else:
            self._send(signal.SIGKILL)
        waiting.poll(_LAST_WAIT * 1000)
        os.close(self.pidfd)
        self.pidfd = -1


@cache
def _adopt_orphans() -> None:
    """Makes this process the parent of a sandbox's first process once bwrap has ended, so that it can be waited for and no dead entry is
    left to an init that may not look after it (prctl(2), PR_SET_CHILD_SUBREAPER)."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)


def tree(pid: int, most: int = 5000) -> tuple[int, int]:
    """Number and resident bytes of a process and all below it, counted until there are more than `most`; those that have gone meanwhile
    do not count. Memory that processes share is taken once, at its largest."""
    count, own, shared = 0, 0, 0
    for one in below(pid, most):
        try:
            with open(f"/proc/{one}/statm", "rb") as file:  # noqa: PTH123 - Path costs as much as the read
                _, resident, common, *_ = map(int, file.read().split())
        except (OSError, ValueError):
            continue
        count, own, shared = count + 1, own + (resident - common), max(shared, common)
    return count, (own + shared) * _PAGE


def below(pid: int, most: int) -> Iterator[int]:
    """A process and all below it, the first `most` and one."""
    waiting, seen = [pid], 0
    while waiting and seen <= most:
        one = waiting.pop()
        seen += 1
        yield one
        with contextlib.suppress(OSError):
            for task in os.listdir(f"/proc/{one}/task"):  # noqa: PTH208
                with open(f"/proc/{one}/task/{task}/children", "rb") as file:  # noqa: PTH123
                    waiting += map(int, file.read().split())


def execute(argv: Sequence[str], env: dict[str, str], limits: Limits, wires: Wires) -> Execution:
    """Runs a sandbox's command line to its end or to a limit. What takes longer than a moment gives way to others (nice 10).

    Must be called from a thread that outlives it: `--die-with-parent` is bound to the thread.
    """
    _adopt_orphans()
    started = time.monotonic()
    process = subprocess.Popen(
        argv, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, close_fds=True,
        pass_fds=wires.inherited, start_new_session=True, cwd="/",
    )  # fmt: skip
    watch = _Watch(limits, wires)
    try:
        wires.close_inner()
        watch.result.end = _follow(process, watch, started)
    finally:
        if watch.root is None and process.poll() is None:
            _nearly_started(watch)
        watch.kill()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if wires.status >= 0 and watch.root is not None:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(watch.root, os.WNOHANG)
    assert process.stdout is not None
    if watch.result.end in ("exit", "setup"):
        _drain(process.stdout.fileno(), watch)
    process.stdout.close()
    result = watch.result
    result.output, result.seconds = b"".join(watch.chunks), time.monotonic() - started
    if result.end == "exit" and result.exit_code is None:
        if wires.status < 0:
            result.exit_code = process.returncode
        else:
            result.end = "setup"
    return result


def _follow(process: subprocess.Popen[bytes], watch: _Watch, started: float) -> End:
    assert process.stdout is not None
    out, status = process.stdout.fileno(), watch.wires.status
    ended = os.pidfd_open(process.pid)
    waiting = select.poll()
    for fd in (out, ended, *([status] if status >= 0 else ())):
        waiting.register(fd, select.POLLIN)
    if status < 0:
        watch.root, watch.pidfd = process.pid, os.dup(ended)
        watch.wires.open_gate(process.pid)
    deadline = started + watch.limits.seconds + watch.limits.setup
    looked = started
    try:
        while True:
            events = dict(waiting.poll(TICK * 1000))
            if status in events:
                data = os.read(status, 4096)
                watch.status(data)
                if not data:
                    waiting.unregister(status)
            if out in events:
                data = os.read(out, 1 << 16)
                if not watch.take(data):
                    return "output-cap"
                if not data:
                    waiting.unregister(out)
            if ended in events:
                if status >= 0 and status not in events:
                    with contextlib.suppress(BlockingIOError):
                        os.set_blocking(status, False)
                        watch.status(os.read(status, 4096))
                return "exit"
            now = time.monotonic()
            if now > deadline:
                return "timeout"
            if now - looked >= TICK:
                looked = now
                over = watch.over()
                if over is not None:
                    return over
    finally:
        os.close(ended)


def _nearly_started(watch: _Watch) -> None:
    """A probe that is to end before bwrap has told its child's number: wait a moment for it, so that the child is waited for too."""
    if watch.wires.status >= 0:
        waiting = select.poll()
        waiting.register(watch.wires.status, select.POLLIN)
        if waiting.poll(500):
            watch.status(os.read(watch.wires.status, 4096))


def _drain(fd: int, watch: _Watch) -> None:
    """What is left in the pipe of a sandbox that has ended. Every writer is gone, so it ends; if one were not, it is not waited for."""
    waiting = select.poll()
    waiting.register(fd, select.POLLIN)
    while waiting.poll(_LAST_WAIT * 1000) and (data := os.read(fd, 1 << 16)):
        if not watch.take(data):
            watch.result.end = "output-cap"
            return
