"""The session's edits as a ledger: entries for what was done, undos for what was taken back, commits."""

from dataclasses import dataclass, field

from sessionlens.facts.edits import Piece
from sessionlens.facts.effects import Effect
from sessionlens.text.regex import regex

_BACK = regex(r"^(?:HEAD|@)(?:[~^](\d*))+$")
_STEPS = regex(r"[~^](\d*)")


@dataclass(slots=True)
class Entry:
    """What a message changed anew. `files` with their replacements; `done` are files whose edits have been taken back, `gone` pieces;
    `commit` numbers the commit that has a file's edits (none yet: absent). `batch`: the message says that it is several changes at once,
    so that taking back the last of them is still a part. `things`: how many things in databases and settings stand as it put them."""

    msg: int
    files: dict[str, list[Piece]] = field(default_factory=dict)
    made: set[str] = field(default_factory=set)
    effects: list[Effect] = field(default_factory=list)
    done: set[str] = field(default_factory=set)
    gone: set[Piece] = field(default_factory=set)
    commit: dict[str, int] = field(default_factory=dict)
    records: set[str] = field(default_factory=set)
    batch: bool = False
    things: int = 0

    def spent(self) -> bool:
        """Whether nothing of it stands any more."""
        if self.things:
            return False
        return all(name in self.done or (pieces and all(p in self.gone for p in pieces)) for name, pieces in self.files.items())


@dataclass(slots=True)
class Undo:
    """What a message took back. `entry` is None where it was not of this session; `files` the files concerned; `restored`: the message put
    it back as well."""

    msg: int
    part: int
    entry: Entry | None
    files: tuple[str, ...]
    partial: bool
    how: str
    restored: bool = False


@dataclass(slots=True)
class History:
    """Entries and undos in order; `commits` are (message, hash, entries) of the session's commits."""

    entries: list[Entry] = field(default_factory=list)
    undos: list[Undo] = field(default_factory=list)
    commits: list[tuple[int, str, list[Entry]]] = field(default_factory=list)

    def standing(self, path: str | None, since: int, new: bool) -> list[tuple[Entry, str]]:
        """Files (that one, or all) of entries whose edits stand and were committed in commit `since` or later, or not yet (`new`)."""
        found = []
        for entry in self.entries:
            for name in entry.files:
                if name in entry.done or (path is not None and not covers(path, name)):
                    continue
                number = entry.commit.get(name, 0)
                if (number == 0 and new) or (number and number >= since):
                    found.append((entry, name))
        return found

    def since(self, revision: str) -> int:
        """The number of the first session's commit after a revision: edits from there on are not in it. 0: older than the session."""
        back = _BACK.match(revision)
        count = len(self.commits)
        if revision in ("HEAD", "@", ""):
            return count + 1
        if back is not None:
            steps = sum(int(n or 1) for n in _STEPS.findall(revision))
            return max(0, count - steps + 1)
        for i, (_, digest, _) in enumerate(self.commits, 1):
            if digest and (digest.startswith(revision) or revision.startswith(digest)):
                return i + 1
        return 0


def covers(path: str, name: str) -> bool:
    """Whether a path is a file, or a folder that it is in."""
    return path == name or name.startswith(path.rstrip("/") + "/") or path.endswith("/.") or path == "."


def merged(undos: list[Undo]) -> list[Undo]:
    """One undo per entry and message: parts together, whole if any was."""
    merged: dict[int, Undo] = {}
    for undo in undos:
        key = id(undo.entry) if undo.entry is not None else 0
        if key in merged:
            first = merged[key]
            entry = first.entry
            files = tuple(dict.fromkeys((*first.files, *undo.files)))
            whole = entry is not None and set(files) >= set(entry.files) and not (first.partial and undo.partial and entry.gone)
            merged[key] = Undo(
                first.msg,
                first.part,
                entry,
                files,
                first.partial and undo.partial and not whole,
                first.how,
                first.restored and undo.restored,
            )
        else:
            merged[key] = undo
    return list(merged.values())
