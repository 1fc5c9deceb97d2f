"""Where probes run if Landlock is asked for: the same face as `Chamber`, held by `landlock`."""

import base64
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

from sessionlens.model.probe import Mode
from sessionlens.probes import cgroup, landlock
from sessionlens.probes.cgroup import Group
from sessionlens.probes.chamber import memory
from sessionlens.probes.environment import environment
from sessionlens.probes.execute import Execution, Wires, execute
from sessionlens.probes.limits import limits
from sessionlens.probes.project import Project
from sessionlens.probes.sandbox import Box, NoSandboxError
from sessionlens.probes.seccomp import program
from sessionlens.probes.secrets import masks
from sessionlens.probes.toolchains import toolchains


class Locked:
    """As `Chamber`, by Landlock alone: weaker, and only for commands that look. Raises `NoSandboxError` where it cannot be held."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.place = Project(project.real, str(project.real), project.recorded)

    def __enter__(self) -> "Locked":
        filter = program(bare=True)
        if landlock.available() < landlock.ABI or filter is None:
            raise NoSandboxError("this kernel's Landlock cannot keep a probe from signalling other processes (Linux 6.12 can)")
        held = masks(self.project.real)
        if held:
            raise NoSandboxError(
                f"Landlock cannot cover {held[0].path}, which looks like a secret or leads out of the project; use bubblewrap"
            )
        self._filter = filter
        self._home = Path.home()
        base = cgroup.base()
        self._group = Group.made(base) if base is not None else None
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._group is not None:
            self._group.close()

    def no_layer(self) -> str | None:
        """Landlock has no layer to write to."""
        return "Landlock has no layer to write to; bubblewrap has"

    def box(self, tools: Iterable[str], mode: Mode = "read", *, cwd: str | None = None, seconds: float | None = None,
            files: Iterable[tuple[str, bytes]] = ()) -> Box:  # fmt: skip
        """The sandbox for a command. Raises `NoSandboxError` if files have to be laid over, which takes a mount."""
        if list(files):
            raise NoSandboxError("Landlock cannot show files as they were; bubblewrap can")
        found = toolchains(tools, self._home, self.place)
        return Box(self.place, str(self.project.host(cwd) if cwd else self.place.real), "read", found, self._home, limits("read", seconds))

    def _spec(self, box: Box, command: str, gate: int) -> dict[str, object]:
        first = f'{box.limits.shell(alone=False)}; exec bash --noprofile --norc -c "$1"'
        return {
            "gate": gate,
            "read": [*landlock.SEEN, *box.tools.binds, str(box.project.real)],
            "cwd": box.cwd,
            "filter": base64.b64encode(self._filter).decode(),
            "command": ["bash", "--noprofile", "--norc", "-c", first, "probe", command],
        }

    def line(self, box: Box, command: str) -> str:
        """The line that would run, with what it is told as JSON."""
        told = json.dumps(self._spec(box, command, 11) | {"filter": "..."})
        return f"{sys.executable} -I {landlock.__file__} 10  # descriptor 10: {told}"

    def run(self, box: Box, command: str) -> Execution:
        """Runs a command locked up; every process of it is gone when this returns."""
        held, holds = os.pipe()
        spec = memory(json.dumps(self._spec(box, command, held)).encode())
        wires = Wires(gate=holds, inner=(held,), inherited=(spec, held))
        if self._group is not None:
            self._group.limit(box.limits.processes)
            wires.group = self._group
        line = [sys.executable, "-I", "-S", str(landlock.__file__), str(spec)]
        try:
            return execute(line, environment(box.tools, box.home), box.limits, wires)
        finally:
            wires.close_inner()
            os.close(spec)
            os.close(holds)
