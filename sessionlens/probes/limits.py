"""How much a probe may use."""

from dataclasses import dataclass, replace

from sessionlens.model.probe import Mode

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds of wall time; bytes of output, of memory (resident, the whole tree), of a temporary file system; processes.

    `setup` are seconds on top, for filling a throw-away copy of the project.
    """

    seconds: float = 10.0
    output: int = MIB
    memory: int = 1024 * MIB
    processes: int = 256
    temporary: int = 256 * MIB
    home: int = 64 * MIB
    layer: int = 1024 * MIB
    setup: float = 0.0

    def shell(self, alone: bool = True) -> str:
        """The limits that the kernel keeps, as `ulimit` commands that run inside the sandbox.

        The number of processes must be set inside a user namespace (`alone`): outside it would count the user's own. It does not bind
        root, for whom the group and the watch over the tree count.
        """
        cpu = int(self.seconds * 4) + 2
        size = max(self.temporary, self.layer) // 1024
        count = f" ulimit -u {self.processes};" if alone else ""
        return f"{{ ulimit -c 0; ulimit -l 0; ulimit -t {cpu}; ulimit -f {size}; ulimit -n 4096;{count} }} 2>/dev/null"


READ = Limits()
BUILD = Limits(seconds=120.0, memory=4096 * MIB, processes=512, home=512 * MIB, temporary=512 * MIB)


def limits(mode: Mode, seconds: float | None = None) -> Limits:
    """The limits of a mode, with another time where one is given."""
    found = BUILD if mode == "build" else READ
    return found if seconds is None else replace(found, seconds=seconds)
