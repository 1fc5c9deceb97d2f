"""Runs one sandbox, watches over it, and leaves nothing behind.

The watch works on `/proc` alone, so that it needs no cgroup. Whatever ends the probe, the first process of its PID namespace is
killed through a pidfd (the kernel then kills the rest) and waited for: killing only the outer bwrap returns while children still live.
"""

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import orjson

from sessionlens.probes.limits import Limits

End = Literal["exit", "setup", "timeout", "output-cap", "mem-cap", "process-cap", "disk-cap"]
TICK = 0.02
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_LAST_WAIT = 5.0


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
class _Watch:
    limits: Limits
    root: int | None = None
    pidfd: int = -1
    said: bytes = b""
    result: Execution = field(default_factory=Execution)
    chunks: list[bytes] = field(default_factory=list)
    size: int = 0

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
            if "exit-code" in report:
                self.result.exit_code = int(report["exit-code"])

    def take(self, data: bytes) -> bool:
        """Keeps output; False once there is more than may be."""
        room = self.limits.output - self.size
        self.chunks.append(data[:room])
        self.size += min(len(data), room)
        return len(data) <= room

    def over(self, layer: str | None) -> End | None:
        """Which limit the tree of processes has passed, if one."""
        if self.root is None:
            return None
        count, memory = tree(self.root)
        self.result.processes = max(self.result.processes, count)
        self.result.memory = max(self.result.memory, memory)
        if count > self.limits.processes:
            return "process-cap"
        if memory > self.limits.memory:
            return "mem-cap"
        if layer is not None:
            with contextlib.suppress(OSError):
                space = os.statvfs(f"/proc/{self.root}/root{layer}")
                if (space.f_blocks - space.f_bfree) * space.f_frsize > self.limits.layer:
                    return "disk-cap"
        return None

    def kill(self) -> None:
        """Ends the whole sandbox and waits until it is gone."""
        if self.pidfd < 0:
            return
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)
        waiting = select.poll()
        waiting.register(self.pidfd, select.POLLIN)
        waiting.poll(_LAST_WAIT * 1000)
        os.close(self.pidfd)
        self.pidfd = -1


def tree(pid: int) -> tuple[int, int]:
    """Number and resident bytes of a process and all below it; those that have gone meanwhile do not count."""
    waiting, count, memory = [pid], 0, 0
    while waiting:
        one = waiting.pop()
        try:
            with open(f"/proc/{one}/statm", "rb") as file:  # noqa: PTH123 - Path costs as much as the read
                memory += int(file.read().split()[1]) * _PAGE
            count += 1
            for task in os.listdir(f"/proc/{one}/task"):  # noqa: PTH208
                with open(f"/proc/{one}/task/{task}/children", "rb") as file:  # noqa: PTH123
                    waiting += map(int, file.read().split())
        except (OSError, IndexError):
            continue
        if count > 5000:
            break
    return count, memory


def execute(argv: Sequence[str], env: dict[str, str], limits: Limits, *, status: tuple[int, int] | None = None,
            pass_fds: Sequence[int] = (), layer: str | None = None) -> Execution:  # fmt: skip
    """Runs a sandbox's command line to its end or to a limit.

    `status` is a pipe whose writing end `--json-status-fd` names (None for a sandbox that reports nothing); `layer` is the mount inside
    whose size is watched. Must be called from a thread that outlives it: `--die-with-parent` is bound to the thread.
    """
    started = time.monotonic()
    process = subprocess.Popen(
        argv, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, close_fds=True, pass_fds=pass_fds,
        start_new_session=True, cwd="/",
    )  # fmt: skip
    watch = _Watch(limits)
    try:
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PGRP, process.pid, 10)
        if status is not None:
            os.close(status[1])
        watch.result.end = _follow(process, watch, status[0] if status else None, started, layer)
    finally:
        if watch.root is None and process.poll() is None:
            _nearly_started(process, watch, status)
        watch.kill()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if status is not None:
            os.close(status[0])
    assert process.stdout is not None
    if watch.result.end in ("exit", "setup"):
        _drain(process.stdout.fileno(), watch)
    process.stdout.close()
    result = watch.result
    result.output, result.seconds = b"".join(watch.chunks), time.monotonic() - started
    if result.end == "exit" and result.exit_code is None:
        if status is None:
            result.exit_code = process.returncode
        else:
            result.end = "setup"
    return result


def _follow(process: subprocess.Popen[bytes], watch: _Watch, status: int | None, started: float, layer: str | None) -> End:
    assert process.stdout is not None
    out = process.stdout.fileno()
    ended = os.pidfd_open(process.pid)
    waiting = select.poll()
    for fd in (out, ended, *([status] if status is not None else ())):
        waiting.register(fd, select.POLLIN)
    if status is None:
        watch.root, watch.pidfd = process.pid, os.dup(ended)
    deadline = started + watch.limits.seconds + watch.limits.setup
    looked = started
    try:
        while True:
            events = dict(waiting.poll(TICK * 1000))
            if status is not None and status in events:
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
                if status is not None and status not in events:
                    with contextlib.suppress(BlockingIOError):
                        os.set_blocking(status, False)
                        watch.status(os.read(status, 4096))
                return "exit"
            now = time.monotonic()
            if now > deadline:
                return "timeout"
            if now - looked >= TICK:
                looked = now
                over = watch.over(layer)
                if over is not None:
                    return over
    finally:
        os.close(ended)


def _nearly_started(process: subprocess.Popen[bytes], watch: _Watch, status: tuple[int, int] | None) -> None:
    """A probe that is to end before bwrap has told its child's number: wait a moment for it, so that the child is waited for too."""
    if status is None:
        return
    waiting = select.poll()
    waiting.register(status[0], select.POLLIN)
    if waiting.poll(500):
        watch.status(os.read(status[0], 4096))


def _drain(fd: int, watch: _Watch) -> None:
    """What is left in the pipe of a sandbox that has ended. Every writer is gone, so it ends; if one were not, it is not waited for."""
    waiting = select.poll()
    waiting.register(fd, select.POLLIN)
    while waiting.poll(_LAST_WAIT * 1000) and (data := os.read(fd, 1 << 16)):
        if not watch.take(data):
            watch.result.end = "output-cap"
            return
