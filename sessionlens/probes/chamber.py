"""Where probes run: one bubblewrap, one made-up /etc and one look for secrets, shared by all probes of a project."""

import os
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from sessionlens.model.probe import Mode
from sessionlens.probes import cgroup, sandbox
from sessionlens.probes.cgroup import Group
from sessionlens.probes.environment import environment
from sessionlens.probes.execute import Execution, Wires, execute
from sessionlens.probes.limits import Limits, limits
from sessionlens.probes.project import Project
from sessionlens.probes.sandbox import Box, Bwrap, NoSandboxError
from sessionlens.probes.seccomp import program
from sessionlens.probes.secrets import MOST, masks
from sessionlens.probes.toolchains import toolchains


class Chamber:
    """A context manager. Raises `NoSandboxError` on entry if there is no sandbox here; nothing is ever run without one.

    Example: `with Chamber(project(Path("."))) as chamber: chamber.run(chamber.box("wc -l *.py", ("wc",)), "wc -l *.py").output`.
    """

    def __init__(self, project: Project, bwrap: Bwrap | None = None) -> None:
        self.project = self.place = project
        self._bwrap = bwrap
        self._scratch: Path | None = None
        self._bytes: int | None = None
        self._group: Group | None = None

    def __enter__(self) -> "Chamber":
        self.bwrap = self._bwrap or sandbox.find()
        why = sandbox.preflight(self.bwrap)
        if why is not None:
            raise NoSandboxError(why)
        self._scratch = Path(tempfile.mkdtemp(prefix="sessionlens-"))
        self._etc = sandbox.etc(self._scratch)
        self._masks = masks(self.project.real)
        if len(self._masks) > MOST:
            raise NoSandboxError(f"the project holds {len(self._masks)} files that look like secrets, and only {MOST} can be masked")
        self._home = Path.home()
        base = cgroup.base()
        self._group = Group.made(base) if base is not None else None
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._group is not None:
            self._group.close()
        if self._scratch is not None:
            shutil.rmtree(self._scratch)

    def no_layer(self) -> str | None:
        """Why the project cannot be written to on a throw-away layer here, with the remedy; None if it can."""
        most = limits("build").layer // 2
        if self.bwrap.overlays or self._size() <= most:
            return None
        return f"{self.bwrap.path} cannot overlay, and the project is too large to copy; `pip install 'sessionlens[probes]'`"

    def _size(self) -> int:
        """Bytes of the project, counted no further than matters."""
        if self._bytes is None:
            self._bytes = 0
            for base, _, names in os.walk(self.project.real):
                self._bytes += sum(os.lstat(os.path.join(base, n)).st_size for n in names)  # noqa: PTH118 - a large tree
                if self._bytes > limits("build").layer:
                    break
        return self._bytes

    def box(self, tools: Iterable[str], mode: Mode = "read", *, cwd: str | None = None, seconds: float | None = None,
            files: Iterable[tuple[str, bytes]] = (), using: Limits | None = None) -> Box:  # fmt: skip
        """The sandbox for a command that starts those programs, in a folder of the project (default: its top)."""
        found = toolchains(tools, self._home, self.project)
        bounds = using or limits(mode, seconds)
        if mode == "build" and not self.bwrap.overlays:
            bounds = replace(bounds, setup=2.0 + self._size() / (25 << 20))
        return Box(self.project, cwd or self.project.seen, mode, found, self._home, bounds, self._masks, tuple(files))

    def line(self, box: Box, command: str) -> str:
        """The exact line that would run, with numbers of descriptors that would be open."""
        numbers: dict[str, int] = {}
        words = sandbox.arguments(box, self._etc, self.bwrap, lambda name: numbers.setdefault(name, 10 + len(numbers)))
        return sandbox.shown([self.bwrap.path, *words, "--", *sandbox.shell(box, self.bwrap, command)])

    def run(self, box: Box, command: str) -> Execution:
        """Runs a command in its sandbox, to its end or to a limit; every process of it is gone when this returns."""
        opened: dict[str, int] = {}
        contents = dict(box.files)
        told, tells = os.pipe()
        held, holds = os.pipe() if self._group is not None else (-1, -1)
        opened["status"], opened["gate"] = tells, held

        def fd(name: str) -> int:
            if name not in opened:
                data = program(box.mode == "build") if name == "seccomp" else contents[name.removeprefix("file:")]
                opened[name] = -1 if data is None else memory(data)
            return opened[name]

        words = sandbox.arguments(box, self._etc, self.bwrap, fd)
        opened["args"] = memory(b"".join(w.encode(errors="surrogateescape") + b"\0" for w in words))
        line = [self.bwrap.path, "--args", str(opened["args"]), "--", *sandbox.shell(box, self.bwrap, command)]
        inner = tuple(n for n in (tells, held) if n >= 0)
        wires = Wires(told, holds, inner, tuple(n for n in opened.values() if n >= 0))
        if box.mode == "build" and self.bwrap.overlays:
            wires.layer, wires.outside = box.project.seen, box.project.real.stat().st_dev
        if self._group is not None:
            self._group.limit(box.limits.processes)
            wires.group = self._group
        try:
            return execute(line, environment(box.tools, box.home), box.limits, wires)
        finally:
            wires.close_inner()
            for number in (told, holds, *(n for name, n in opened.items() if name not in ("status", "gate"))):
                if number >= 0:
                    os.close(number)


def memory(data: bytes) -> int:
    """An anonymous file with those contents, ready to be read."""
    number = os.memfd_create("probe")
    written = 0
    while written < len(data):
        written += os.write(number, data[written:])
    os.lseek(number, 0, os.SEEK_SET)
    return number
