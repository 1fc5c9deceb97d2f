"""The part of the walk over a session that follows databases, settings and what runs in a cluster."""

import re
from collections.abc import Sequence

from sessionlens.facts import stores
from sessionlens.facts.edits import Piece
from sessionlens.facts.effects import Effect
from sessionlens.facts.keeping import Ledger
from sessionlens.facts.ledger import Entry
from sessionlens.facts.standing import Standing, beside
from sessionlens.model.trace import Run, Trace
from sessionlens.text.regex import regex

_FAILED = regex(r"(?m)^(?:psql:\S+ |mysql: )?(?:ERROR|FATAL)[ :]|^Parse error|^Error: near line")
_DDL = regex(r"\b(?:create|drop|alter|grant|revoke|truncate)\b", re.I)
_LINE = regex(r"^[-+ ]?\s*")


class Storing(Ledger):
    """A ledger that also knows what the things in databases and settings stand at."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace)
        self.trace = trace
        self.standing = Standing()
        self.ran: list[tuple[Entry, str]] = []
        self.steps: list[Entry] = []

    def database(self, effect: Effect, run: Run) -> None:
        """Statements, a file of them, or a migration tool's step."""
        statements, *rest = effect.words
        if rest:
            self.loaded(effect, rest[0], run)
        elif statements == "migration up":
            self.new(effect)
            self.steps.append(self.entry)
        elif statements == "migration down":
            owner = self.steps.pop() if self.steps else None
            self.took(owner, (), effect, whole=owner is not None)
        elif not self.stored(effect, statements) and not stores.settings(statements) and statements not in self.statements:
            self.statements.add(statements)
            self.new(effect)

    def loaded(self, effect: Effect, path: str, run: Run) -> None:
        """A file of SQL that was run: what it holds is known where the session wrote it. One of the project's own that comes before those
        that the session wrote and ran takes the newest of them back, as far as it goes."""
        if _FAILED.search(run.call.output):
            return
        texts = self.contents.get(path)
        if texts:
            text = texts[-1][0]
            if stores.settings(text) and not self.stored(effect, text):
                return
            if not stores.settings(text) and not _DDL.search(text):
                return
            self.ran.append((self.entry, path))
            if effect not in self.entry.effects:
                self.new(effect)
            return
        if not stores.migration(path):
            return
        folder, _, name = path.rpartition("/")
        for at in range(len(self.ran) - 1, -1, -1):
            entry, later = self.ran[at]
            if later.rpartition("/")[0] == folder and later.rpartition("/")[2] > name and later in self.contents:
                del self.ran[at]
                self.took(entry, (), effect, whole=False)
                return
        self.new(effect)

    def stored(self, effect: Effect, statements: str) -> bool:
        """Whether statements change something anew; what they take back is noted."""
        fresh = False
        gone: dict[int, tuple[Entry, int]] = {}
        for name, value in stores.settings(statements):
            word, owner = self.standing.put(name, value, self.entry, self.shown)
            if word == "new":
                fresh = True
                self.entry.things += 1
                if effect not in self.entry.effects:
                    self.new(effect)
            elif owner is not None and word == "back":
                owner.things -= 1
                gone[id(owner)] = owner, owner.things
        for owner, left in gone.values():
            if not left:
                owner.done.update(f for e in owner.effects if e.kind in ("database", "setting") for f in e.files)
            self.took(owner, (), effect, whole=not left and owner.spent())
        return fresh

    def setting(self, effect: Effect, run: Run) -> None:
        """A setting of a service, a machine or a tool, or a package that was added or removed."""
        given = stores.packages(effect.how, effect.words) if effect.words else (stores.assigned(run.actions[effect.action].command),)
        found = [pair for pair in given if pair is not None and "$" not in pair[1]]
        if not found:
            self.new(effect)
        for name, value in found:
            word, owner = self.standing.put(name, value, self.entry, self.shown)
            if word == "new":
                self.entry.things += 1
                if effect not in self.entry.effects:
                    self.new(effect)
            elif word == "back" and owner is not None:
                owner.things -= 1
                self.took(owner, (), effect, whole=owner.spent())

    def rolled_back(self, effect: Effect) -> None:
        """What a cluster's tool rolls back: the newest of the session's changes that names the same thing."""
        what = effect.words[0].rpartition("/")[2]
        for entry in reversed(self.history.entries):
            told = [w for e in entry.effects if e.how.startswith(effect.how.split(" ")[0]) for w in e.words]
            if entry is not self.entry and any(what in w for w in told):
                self.took(entry, (), effect, whole=len(entry.effects) == 1)
                return
        self.took(None, (), effect, whole=True)

    def shown(self, name: str, value: str, before: int) -> bool:
        """Whether a value was printed beside a name before a message."""
        word = re.split(r"[ .]", name)[-1]
        for turn in self.trace.turns:
            if turn.message.number >= before:
                return False
            for run in turn.runs:
                text = f"{run.call.command or ''}\n{run.call.output}".lower()
                if word in text and beside(word, value.lower(), text):
                    return True
        return False

    def returned(self, effect: Effect) -> Entry | None:
        """The entry that an edit by a pattern (`s/^workers = .*/workers = 4/`) takes back: the line is again as it was printed before the
        first of the session's edits of that line."""
        pieces = [p for p in effect.pieces if p.pattern and p.new and not p.lines]
        if len(pieces) != 1 or len(effect.pieces) != 1:
            return None
        piece = pieces[0]
        try:
            line = re.compile(piece.old)
        except re.error:
            return None
        owners = [e for e in self.history.entries if piece.path in e.files and piece.path not in e.done and _of_line(e, piece, line)]
        if not owners or line.search(piece.new) is None:
            return None
        if any(_as_before(p, piece, line) for p in owners[0].files[piece.path]):
            return owners[-1]
        return owners[-1] if self.printed(line, owners[0].msg) == piece.new.strip() else None

    def printed(self, line: re.Pattern[str], before: int) -> str:
        """The last line like a pattern that was printed before a message."""
        last = ""
        for turn in self.trace.turns:
            if turn.message.number >= before:
                break
            for run in turn.runs:
                for text in run.call.output.split("\n"):
                    bare = _LINE.sub("", text)
                    if line.search(bare):
                        last = bare.strip()
        return last


def _as_before(first: Piece, piece: Piece, line: re.Pattern[str]) -> bool:
    """Whether a pattern's new text is what stood where the first of the session's edits of that line put another."""
    found = None if first.pattern else line.search(first.old)
    return found is not None and found[0] == piece.new and line.search(first.new) is not None


def _of_line(entry: Entry, piece: Piece, line: re.Pattern[str]) -> bool:
    """Whether an entry edits the line of a pattern: by the same pattern, by a text that has it, or in a way that its words do not tell."""
    made: Sequence[Piece] = entry.files[piece.path]
    unknown = any(piece.path in e.files and not e.pieces and e.kind == "edit" for e in entry.effects)
    return unknown or any(p.old == piece.old or (not p.pattern and line.search(p.new) and line.search(p.old)) for p in made)
