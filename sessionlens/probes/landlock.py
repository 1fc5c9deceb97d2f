"""The weaker sandbox: Landlock, a system call filter and no capabilities, for a machine on which bubblewrap cannot make namespaces.

Only when it is asked for, and only for commands that look: there is no layer to write to, and nothing covers a secret inside the project,
so a project that holds one is refused. Processes are not hidden, but cannot be signalled or traced (Landlock ABI 6: Linux 6.12;
Documentation/userspace-api/landlock.rst).

This file is also the program that locks itself up and starts the command: `python -I landlock.py FD` reads what to do from a descriptor.
It must not import anything of the project.
"""

import base64
import ctypes
import json
import os
import signal
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

ABI = 6
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_READ_FILE, _READ_DIR, _EXECUTE, _WRITE_FILE = 1 << 2, 1 << 3, 1 << 0, 1 << 1
_ALL_FILES, _ALL_TCP, _ALL_SCOPES = (1 << 16) - 1, 3, 3
_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER, _SUBREAPER, _DEATH_SIGNAL = 38, 22, 2, 36, 1
_CAPSET = {"x86_64": 126, "aarch64": 91}
SEEN = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives",
    "/etc/os-release", "/etc/localtime", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/ssl/certs", "/proc/cpuinfo",
    "/proc/meminfo", "/proc/version", "/proc/loadavg", "/proc/stat", "/sys/devices/system", "/dev/null", "/dev/zero", "/dev/urandom",
)  # fmt: skip
"""What may be read beside the project and the tools."""


def available() -> int:
    """The version of Landlock's interface that this kernel has, 0 for none."""
    libc = ctypes.CDLL(None, use_errno=True)
    return max(0, int(libc.syscall(_CREATE, None, ctypes.c_size_t(0), 1)))


def _confine(read: list[str]) -> None:
    """From here on this process and its children read those paths and change nothing."""
    libc = ctypes.CDLL(None, use_errno=True)
    rules = struct.pack("=QQQ", _ALL_FILES, _ALL_TCP, _ALL_SCOPES)
    ruleset = libc.syscall(_CREATE, rules, ctypes.c_size_t(len(rules)), 0)
    if ruleset < 0:
        raise OSError(ctypes.get_errno(), "landlock_create_ruleset")
    for path in read:
        with suppress(OSError):
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
            allowed = _READ_FILE | _EXECUTE | (_READ_DIR if Path(path).is_dir() else 0) | (_WRITE_FILE if path == "/dev/null" else 0)
            if libc.syscall(_ADD, ruleset, 1, struct.pack("=Qi", allowed, place), 0) < 0:
                raise OSError(ctypes.get_errno(), "landlock_add_rule")
            os.close(place)
    if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) or libc.syscall(_RESTRICT, ruleset, 0):
        raise OSError(ctypes.get_errno(), "landlock_restrict_self")


def _disarm(filter: bytes) -> None:
    """No capabilities, and the system call filter."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(_CAPSET[os.uname().machine], struct.pack("=II", 0x20080522, 0), bytes(24)):
        raise OSError(ctypes.get_errno(), "capset")
    code = ctypes.create_string_buffer(filter, len(filter))
    program = struct.pack("@HP", len(filter) // 8, ctypes.addressof(code))
    if libc.prctl(_SECCOMP, _FILTER, program, 0, 0):
        raise OSError(ctypes.get_errno(), "seccomp")


def _descendants(pid: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for word in (task / "children").read_text().split():
                found += [int(word), *_descendants(int(word))]
    return found


def _end(*_: object) -> None:
    """Kills all that is left below this process, which has been made the parent of every orphan, and waits for it."""
    while left := _descendants(os.getpid()):
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            while os.waitpid(-1, 0)[0]:
                pass


def _stop(*_: object) -> None:
    _end()
    os._exit(124)


def main(spec: dict[str, Any]) -> int:
    """Starts the command and stays until it has ended."""
    os.read(spec["gate"], 1)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_SUBREAPER, 1, 0, 0, 0)
    libc.prctl(_DEATH_SIGNAL, signal.SIGTERM, 0, 0, 0)
    signal.signal(signal.SIGTERM, _stop)
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.closerange(3, 256)
        _confine(spec["read"])
        os.chdir(spec["cwd"])
        _disarm(base64.b64decode(spec["filter"]))
        os.execvpe(spec["command"][0], spec["command"], os.environ)
    _, status = os.waitpid(child, 0)
    _end()
    return os.waitstatus_to_exitcode(status) % 256


if __name__ == "__main__":
    with open(int(sys.argv[1]), closefd=True) as file:  # noqa: PTH123 - a descriptor
        given = json.load(file)
    sys.exit(main(given))
