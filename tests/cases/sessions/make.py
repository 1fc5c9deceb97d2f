"""Writes the transcripts of these investigations from their stories: `python make.py`. The same stories give the same bytes."""

import sys
from datetime import datetime
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[2] / "samples"))

from writer import Transcript, turns  # noqa: E402

NOTE = "This session was written for the tests, with outputs of the shape that the tools print; it is no recording."


def transcript(folder: Path) -> str:
    """A story as Claude Code's JSON lines."""
    name = folder.name
    out = Transcript(name, f"/home/dev/{name}", "main", "claude-sonnet-4-5", datetime(2026, 4, 20, 9, 0))
    out.note(NOTE, 1)
    for number, turn in enumerate(turns((folder / "story.txt").read_text(encoding="utf-8")), 1):
        out.turn(number, turn)
    return out.text()


if __name__ == "__main__":
    for story in sorted(HERE.glob("*/story.txt")):
        (story.parent / "transcript.jsonl").write_text(transcript(story.parent), encoding="utf-8")
