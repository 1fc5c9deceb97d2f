"""What running a probe in its sandbox costs over plain bash: `python benchmarks/probes.py`.

Both run the same command in turn, so that both see the same load; the minimum of the rounds is compared, because whatever else the
machine does only adds to a time. The second run, from which it is learned what varies, is left out: it happens only where outputs
differ. Exit status 1 if the sandbox adds more than the limit.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from sessionlens.probes.chamber import Chamber
from sessionlens.probes.project import project
from sessionlens.probes.sandbox import NoSandboxError

LIMIT = 25.0
"""Milliseconds, of the minimum."""
COMMANDS = ("true", "grep -c line lines.txt | head -3")


def timed(run: Callable[[], object]) -> float:
    """Milliseconds that one call takes."""
    started = time.perf_counter()
    run()
    return (time.perf_counter() - started) * 1000


def measured(folder: Path, rounds: int) -> float:
    """Prints a line for each command; gives the largest difference of the minima."""
    worst = 0.0
    with Chamber(project(folder)) as chamber:
        for command in COMMANDS:
            box = chamber.box(("grep", "head"))
            plain: list[float] = []
            boxed: list[float] = []
            for _ in range(rounds):
                plain.append(timed(lambda c=command: subprocess.run(["bash", "-c", c], cwd=folder, capture_output=True, check=True)))  # type: ignore[misc]
                boxed.append(timed(lambda b=box, c=command: chamber.run(b, c)))  # type: ignore[misc]
            added = min(boxed) - min(plain)
            worst = max(worst, added)
            print(
                f"{command:34} plain {min(plain):5.1f} ms (median {median(plain):5.1f})  sandbox {min(boxed):5.1f} ms"
                f" (median {median(boxed):5.1f})  added {added:5.1f} ms"
            )
    return worst


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve() / "project"
        folder.mkdir()
        (folder / "lines.txt").write_text("".join(f"line {i}\n" for i in range(1000)))
        try:
            worst = measured(folder, rounds)
        except NoSandboxError as none:
            print(f"no sandbox: {none}", file=sys.stderr)
            return 2
    print(f"the sandbox adds {worst:.1f} ms at the minimum of {rounds} alternated runs (limit {LIMIT:.0f})")
    return 0 if worst <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
