"""A limit on the number of processes that also binds root.

RLIMIT_NPROC does not count for root, and a watch from outside comes late to a fork bomb. Where root runs probes and the pids controller
is there (cgroup version 1 or 2), the sandbox is put into a group of its own before its command starts. Anybody else has the rlimit.
"""

import os
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

_NUMBERS = count(1)


def base() -> Path | None:
    """The folder in which a group with a limit on processes can be made, None where that is not possible or not needed."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    try:
        own = Path("/proc/self/cgroup").read_text().splitlines()
        mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    except OSError:
        return None
    for line in own:
        _, controllers, path = line.split(":", 2)
        if "pids" in controllers.split(",") or controllers == "":
            for _, place, kind, options, *_ in mounts:
                first = kind == "cgroup" and "pids" in options.split(",") and controllers != ""
                if first or (kind == "cgroup2" and controllers == ""):
                    folder = Path(place + path.rstrip("/"))
                    if (folder / "pids.max").exists() or first:
                        return folder
    return None


def _sweep(parent: Path) -> None:
    """Removes groups that a killed run has left; only empty ones can be removed."""
    for left in parent.glob("sessionlens-*-*"):
        owner = left.name.split("-")[1]
        if owner.isdigit() and not Path("/proc", owner).exists():
            with suppress(OSError):
                left.rmdir()


class Group:
    """One group, used by one sandbox after the other; it is gone after `close`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._most = 0

    @classmethod
    def made(cls, parent: Path) -> "Group | None":
        """A new group, None if the system does not let us."""
        _sweep(parent)
        folder = parent / f"sessionlens-{os.getpid()}-{next(_NUMBERS)}"
        try:
            folder.mkdir()
        except OSError:
            return None
        if not (folder / "pids.max").exists():
            folder.rmdir()
            return None
        return cls(folder)

    def limit(self, processes: int) -> None:
        """How many processes there may be in it from now on."""
        if processes != self._most:
            (self._folder / "pids.max").write_text(str(processes))
            self._most = processes

    def add(self, pid: int) -> None:
        """Puts a process into the group; what it starts from then on is in it too."""
        (self._folder / "cgroup.procs").write_text(str(pid))

    def close(self) -> None:
        """Removes the group; the kernel may need a moment after the last process has ended."""
        for _ in range(50):
            try:
                self._folder.rmdir()
            except OSError:
                time.sleep(0.02)
            else:
                return
