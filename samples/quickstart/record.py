"""Runs this sample's session and writes down what happened: `python record.py`.

The agent's words and commands stand in `story.txt`. Each command is really run, each edit really made, in a copy of `start/`; what the
commands print goes into `transcript.jsonl`, and the files as the session leaves them into `project/`. `%label:words%` in the words of the
agent is the number that follows `words` in the output of the message with that label: timings differ from one recording to the next.
Needs Python 3.11 and a POSIX shell.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import time
from datetime import datetime
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from writer import Call, Transcript, turns  # noqa: E402

HOME = "/home/dev/quickstart"
NOTE = "The commands of this session were really run and their outputs recorded; the words between them were written for the sample."


def perform(call: Call, folder: Path) -> None:
    """Does what the call says, in the folder, and puts what came out into the call. An edit whose text is not there once is an error."""
    if call.kind == "bash":
        started = time.monotonic()
        ran = subprocess.run(
            ["sh", "-c", call.body],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8"},
            check=False,
        )
        call.argument = f"{time.monotonic() - started:.3f}"
        call.output, call.status = ran.stdout.rstrip("\n").replace(str(folder), HOME), ran.returncode
        return
    path = folder / call.argument
    if call.kind == "read":
        call.output = "\n".join(f"{i:6}\t{line}" for i, line in enumerate(path.read_text().splitlines(), 1))
    elif call.kind == "edit":
        old, new = call.body.split("\n---- with\n")
        text = path.read_text()
        if text.count(old) != 1:
            raise ValueError(f"{call.argument}: the text to replace stands there {text.count(old)} times")
        path.write_text(text.replace(old, new))


def record(folder: Path) -> str:
    """Plays the story in the folder, which holds the project; gives the transcript."""
    told = list(turns((HERE / "story.txt").read_text(encoding="utf-8")))
    outputs: dict[str, str] = {}
    out = Transcript("quickstart", HOME, "main", "claude-sonnet-4-5", datetime(2026, 3, 2, 10, 0))
    out.note(NOTE, 1)

    def printed(match: re.Match[str]) -> str:
        found = re.search(re.escape(match[2]) + r"\s*([\d.]*\d)", outputs[match[1]])
        if found is None:
            raise ValueError(f"message {match[1]} printed no number after {match[2]!r}")
        return found[1]

    for number, turn in enumerate(told, 1):
        turn.text = re.sub(r"%(\w+):([^%\n]+)%", printed, turn.text)
        for call in turn.calls:
            perform(call, folder)
            outputs[turn.label] = call.output
        out.turn(number, turn)
    return out.text()


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve() / "quickstart"
        shutil.copytree(HERE / "start", folder)
        (HERE / "transcript.jsonl").write_text(record(folder), encoding="utf-8")
        shutil.rmtree(HERE / "project", ignore_errors=True)
        shutil.copytree(folder, HERE / "project", ignore=shutil.ignore_patterns("__pycache__"))


if __name__ == "__main__":
    main()
