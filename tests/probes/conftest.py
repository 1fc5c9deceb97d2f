"""The lab as a fixture."""

import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from sessionlens.probes import execute
from sessionlens.probes.sandbox import Bwrap
from tests.probes.lab import SECRET, Lab, needs_sandbox


@pytest.fixture
def bwrap() -> Bwrap:
    return needs_sandbox()


@pytest.fixture
def lab(bwrap: Bwrap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lab]:
    made = Lab(tmp_path, f"sessionlens-{uuid4().hex}")
    monkeypatch.setenv("HOME", str(made.home))
    monkeypatch.setenv("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin")
    monkeypatch.setenv("SESSIONLENS_TEST_TOKEN", SECRET)
    opened = os.pidfd_open

    def remember(pid: int, flags: int = 0) -> int:
        made.roots.append(pid)
        return opened(pid, flags)

    monkeypatch.setattr(execute.os, "pidfd_open", remember)
    yield made
    made.close()
