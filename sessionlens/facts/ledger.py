"""The session's edits as a ledger: entries for what was done, undos for what was taken back, commits."""

from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from sessionlens.facts.edits import Piece
from sessionlens.facts.effects import Effect
from sessionlens.text.regex import regex

_BACK = regex(r"^(?:HEAD|@)(?:[~^](\d*))+$")
_REMOTE = ("origin/", "upstream/", "@{u", "FETCH_HEAD")
WILD = regex(r"[*?\[]")
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


State = dict[int, frozenset[Piece]]
"""What stands in a file: the entries, by identity, each with those of its pieces that are gone."""


@dataclass(slots=True)
class Undo:
    """What a message took back. `entry` is None where it was not of this session; `files` the files concerned; `back` says for a file in
    which message it was put back; `also` are further entries of the same commit that was reverted."""

    msg: int
    part: int
    entry: Entry | None
    files: tuple[str, ...]
    partial: bool
    how: str
    back: dict[str, int] = field(default_factory=dict)
    also: tuple[Entry, ...] = ()

    @property
    def again(self) -> int | None:
        """The message since which all of it stands again."""
        return max(self.back.values()) if self.files and self.back.keys() >= set(self.files) else None


@dataclass(slots=True)
class History:
    """Entries and undos in order; `commits` are (message, hash, entries) of the session's commits."""

    entries: list[Entry] = field(default_factory=list)
    undos: list[Undo] = field(default_factory=list)
    commits: list[tuple[int, str, list[Entry]]] = field(default_factory=list)
    heads: list[dict[str, State]] = field(default_factory=lambda: [{}])
    """What stands in each file after so many of the session's commits."""

    pushed: int | None = None
    """After how many of them something was last pushed."""

    def names(self, *paths: str) -> set[str]:
        """The files of the session, or those of them that are one of the paths or in it; a path may have wildcards."""
        known = {name for entry in self.entries for name in entry.files}
        return {n for n in known if any(covers(p, n) or (WILD.search(p) and fnmatchcase(n, p)) for p in paths)} if paths else known

    def state(self, *paths: str) -> dict[str, State]:
        """What stands in each of the session's files now."""
        found: dict[str, State] = {name: {} for name in self.names(*paths)}
        for entry in self.entries:
            for name in found.keys() & entry.files.keys() - entry.done:
                found[name][id(entry)] = frozenset(entry.gone.intersection(entry.files[name]))
        return found

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
        if self.pushed is not None and revision.startswith(_REMOTE):
            return self.pushed + 1
        named = (i for i, (_, digest, _) in enumerate(self.commits, 1) if digest and _same(digest, revision))
        return next(named, -1) + 1

    def numbered(self, revision: str) -> int | None:
        """The number of the session's commit that a revision names."""
        return self.since(revision) - 1 if self.since(revision) > 1 else None


def _same(digest: str, revision: str) -> bool:
    return digest.startswith(revision) or revision.startswith(digest)


def covers(path: str, name: str) -> bool:
    """Whether a path is a file, or a folder that it is in."""
    return path == name or name.startswith(path.rstrip("/") + "/") or path.endswith("/.") or path == "."
