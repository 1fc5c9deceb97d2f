"""Where the sessions and cases to rename stand: samples, recorded investigations of this repository, and what lies beside it."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from sessionlens import formats, pipeline
from sessionlens.graph.view import View
from sessionlens.model.session import Session
from tests.renaming.rename import Text, session_of

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"
OWN = [*sorted(ROOT.glob("samples/*/transcript.jsonl")), *sorted(ROOT.glob("tests/cases/sessions/*/transcript.jsonl"))]
RECORDED = sorted(SHARED.glob("sessions/*/claude-code.jsonl"))
TRANSCRIPTS = [*OWN, *RECORDED]
_CASES = SHARED / "cases" / "claims.json"
CASES: list[dict[str, Any]] = json.loads(_CASES.read_text(encoding="utf-8")) if _CASES.exists() else []


def source_of(path: Path) -> str:
    """The name under which a transcript's names are listed: its folder's."""
    return path.parent.name


@cache
def read(path: Path) -> tuple[Session, View]:
    """A transcript and what comes of it as it is."""
    session = next(s for s in formats.read(path) if isinstance(s, Session))
    return session, pipeline.investigate(session)


def pair(path: Path, seed: int) -> tuple[View, View, Text]:
    """What comes of a transcript, what comes of it renamed, and the renaming as a function."""
    session, view = read(path)
    renamed, text = session_of(session, source_of(path), seed)
    return view, pipeline.investigate(renamed), text
