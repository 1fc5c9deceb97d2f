"""Which files under a path are transcripts."""

from collections.abc import Iterator
from pathlib import Path

_ENDINGS = frozenset({".jsonl", ".json", ".ndjson"})
_NEVER = frozenset({"node_modules", ".git", "__pycache__", "tool-results"})


def files(path: Path) -> Iterator[Path]:
    """The files to try under a folder, in order of their names; of an opencode storage tree only the sessions' records.

    A file given by itself brings its subagents' files, which Claude Code keeps in a folder of the session's name.
    """
    if not path.is_dir():
        yield path
        yield from sorted((path.parent / path.stem / "subagents").rglob("agent-*.jsonl"))
        return
    if _is_storage(path):
        yield from _storage(path)
        return
    if _is_storage(path / "storage"):
        yield from _storage(path / "storage")
        return
    for entry in sorted(path.iterdir()):
        if entry.name in _NEVER or entry.is_symlink():
            continue
        if entry.is_dir():
            yield from files(entry)
        elif entry.suffix.lower() in _ENDINGS and entry.is_file() and not entry.name.endswith(".meta.json"):
            yield entry


def _is_storage(path: Path) -> bool:
    return (path / "session").is_dir() and (path / "message").is_dir()


def _storage(path: Path) -> Iterator[Path]:
    yield from sorted((path / "session").rglob("ses_*.json"))
