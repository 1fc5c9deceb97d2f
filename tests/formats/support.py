"""What the tests of the formats share: where the recorded data is, and shorter ways to read."""

from pathlib import Path
from typing import Any

import pytest

from sessionlens.formats import read
from sessionlens.model.session import Session
from sessionlens.model.span import Problem

SHARED = Path(__file__).resolve().parents[3] / "shared"
CASES = Path(__file__).resolve().parent.parent / "cases" / "formats"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the recorded sessions and the corpus are not beside this checkout")


def everything(path: Path, **options: Any) -> list[Session | Problem]:
    return list(read(path, **options))


def sessions(path: Path, **options: Any) -> list[Session]:
    return [s for s in everything(path, **options) if isinstance(s, Session)]


def session(path: Path, **options: Any) -> Session:
    """The first session of a file, which must be readable."""
    first = everything(path, **options)[0]
    assert isinstance(first, Session), first
    return first


def refusal(path: Path, **options: Any) -> str:
    """Why a file is refused: exactly one Problem, in one line."""
    found = everything(path, **options)
    assert len(found) == 1 and isinstance(found[0], Problem), found
    assert "\n" not in found[0].why and found[0].why
    return found[0].why
