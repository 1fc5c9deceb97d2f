"""Which files under a path are transcripts."""

from collections.abc import Iterator
from pathlib import Path

from sessionlens.formats import opencode_db
from sessionlens.model.span import Problem

_ENDINGS = frozenset({".jsonl", ".json", ".ndjson"})
_NEVER = frozenset({"node_modules", ".git", "__pycache__", "tool-results"})


def files(path: Path) -> Iterator[Path | Problem]:
    """The files to try under a folder, in order of their names; of an opencode storage tree only the sessions' records.

    A file given by itself brings its subagents' files: Claude Code keeps them in a folder of the session's name, versions 2.0.x
    beside the session. A folder that cannot be listed is a Problem.
    """
    if not path.is_dir():
        yield path
        yield from _subagents(path)
        return
    try:
        for root in (path, path / "storage"):
            if (root / "session").is_dir() and (root / "message").is_dir():
                yield from _opencode(path, root)
                return
        entries = sorted(path.iterdir())
    except OSError as error:
        yield Problem(record=path.name, why=f"the folder cannot be read: {error.strerror or error}")
        return
    for entry in entries:
        if entry.name in _NEVER or entry.is_symlink():
            continue
        if entry.is_dir():
            yield from files(entry)
        elif (_is_database(entry) or entry.suffix.lower() in _ENDINGS) and entry.is_file() and not entry.name.endswith(".meta.json"):
            yield entry


def _is_database(path: Path) -> bool:
    return path.suffix == ".db" and path.name.startswith("opencode")


def _opencode(folder: Path, tree: Path) -> Iterator[Path]:
    """opencode's databases, then what only the tree of earlier versions has: moving to a database leaves the tree, and may miss some."""
    moved: set[str] = set()
    for database in sorted(p for p in folder.iterdir() if _is_database(p) and p.is_file()):
        yield database
        moved |= opencode_db.ids(database)
    yield from (p for p in sorted((tree / "session").rglob("ses_*.json")) if p.stem not in moved)


def _subagents(path: Path) -> Iterator[Path | Problem]:
    yield from sorted((path.parent / path.stem / "subagents").rglob("agent-*.jsonl"))
    if path.suffix != ".jsonl" or path.stem.startswith("agent-"):
        return
    marks = (f'"sessionId":"{path.stem}"'.encode(), f'"sessionId": "{path.stem}"'.encode())
    for beside in sorted(path.parent.glob("agent-*.jsonl")):
        try:
            with beside.open("rb") as stream:
                head = stream.read(8192)
        except OSError as error:
            yield Problem(record=beside.name, why=f"cannot be read: {error.strerror or error}")
            continue
        if any(mark in head for mark in marks):
            yield beside
