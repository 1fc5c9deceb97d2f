"""A progress bar on standard error: on a terminal only, and only for work that takes long."""

import sys
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

from sessionlens.cli.edge import as_it_is
from sessionlens.text.visible import on_one_line

PATIENCE = 1.0
"""Seconds before anything is shown: a bar that flashes by is noise."""
WIDTH = 24


def _files(paths: Iterable[str]) -> list[Path]:
    """The files that are going to be read, with folders looked into."""
    found: list[Path] = []
    for path in (Path(p) for p in paths if p != "-"):
        found += [f for f in path.rglob("*") if f.is_file()] if path.is_dir() else [path]
    return found


class Progress:
    """Bytes done of bytes to do, and the stage that the current file is at."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._shown = False
        self._done = 0
        self._sizes: dict[str, int] = {}
        self._began = time.monotonic()
        if sys.stderr.isatty():
            for file in _files(paths):
                self._sizes[file.name] = self._sizes.get(file.name, 0) + file.stat().st_size
        self._total = sum(self._sizes.values())

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.clear()

    def at(self, source: str, stage: str) -> None:
        """Show where the work is, if it is taking long."""
        if not self._total or time.monotonic() - self._began < PATIENCE:
            return
        full = WIDTH * self._done // self._total
        bar = "#" * full + "." * (WIDTH - full)
        what = f"{self._done / 1e6:.0f} of {self._total / 1e6:.0f} MB, {stage}: {source}"
        as_it_is(sys.stderr).write(f"\r\x1b[K[{bar}] {on_one_line(what)[: 76 - WIDTH]}")
        sys.stderr.flush()
        self._shown = True

    def done(self, source: str) -> None:
        """That file is read; the bar is taken away, so that a line can be printed. A file counts the first time it is named."""
        self.clear()
        self._done += self._sizes.pop(source, 0)

    def clear(self) -> None:
        """Take the bar away."""
        if self._shown:
            as_it_is(sys.stderr).write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False
