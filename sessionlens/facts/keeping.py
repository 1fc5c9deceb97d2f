"""The part of the walk over a session that keeps the ledger: what is new, what restores earlier text, what is taken back, what stands."""

from collections.abc import Iterable

from sessionlens.facts.edits import Piece, in_part, turned, undoes
from sessionlens.facts.effects import Effect
from sessionlens.facts.ledger import Entry, History, State, Undo
from sessionlens.model.trace import Trace


class Ledger:
    """The ledger of a walk. `entry` is that of the message at hand; it is kept only if something new comes into it."""

    def __init__(self, trace: Trace) -> None:
        self.cwd = trace.session.cwd
        self.history = History()
        self.contents: dict[str, list[tuple[str, Entry | None]]] = {}
        self.statements: set[str] = set()
        self.staged: set[str] = set()
        self.index: dict[str, State] = {}
        self.entry = Entry(0)
        self.busy = False
        self.said = self.words = ""
        self.lifted: list[tuple[Piece, Entry, Piece, Undo]] = []

    def new(self, effect: Effect, made: bool = False) -> None:
        self.entry.effects.append(effect)
        for path in effect.files:
            self.entry.files.setdefault(path, []).extend(p for p in effect.pieces if p.path == path or not p.path)
            if made:
                self.entry.made.add(path)

    def edit(self, effect: Effect) -> None:
        """An edit is a change, unless all of it restores earlier text."""
        if effect.kind == "create" and effect.words:
            path = effect.files[0]
            past = self.contents.setdefault(path, [])
            content = effect.words[0]
            earlier = [i for i, (text, _) in enumerate(past[:-1]) if text == content]
            if earlier and past[-1][0] != content:
                last = past[-1][1]
                if last is not None:
                    last.done.add(path)
                    self.took(last, (path,), effect, whole=last.spent())
                past.append((content, past[earlier[-1]][1]))
                return
            self.new(effect, made=True)
            past.append((content, self.entry))
            return
        if effect.pieces and self.lifted and self.put_back(effect):
            return
        undone = [(p, e, q) for p in effect.pieces for e, q in self.inverse(p)]
        if undone and {id(p) for p, _, _ in undone} == {id(p) for p in effect.pieces}:
            for p, entry, piece in undone:
                if in_part(p, piece) and piece.old and p.new:
                    continue
                entry.gone.add(piece)
                exact = (p.old, p.new) == (piece.new, piece.old)
                if exact and all(q in entry.gone for q in entry.files[p.path]):
                    entry.done.add(p.path)
            paths = tuple(dict.fromkeys(p.path for p in effect.pieces))
            for owner in {id(e): e for _, e, _ in undone}.values():
                undo = self.took(owner, paths, effect, whole=owner.spent() and not owner.batch)
                self.lifted += [(p, e, q, undo) for p, e, q in undone if e is owner]
            return
        self.new(effect, made=effect.kind == "create")

    def put_back(self, effect: Effect) -> bool:
        """Whether an edit puts back what the same message took out, as a test without the change does; then the change stands."""
        found = [lift for lift in self.lifted if any(turned(p, lift[0]) for p in effect.pieces)]
        if not all(any(turned(p, taken) for taken, _, _, _ in found) for p in effect.pieces):
            return False
        for lift in found:
            piece, entry, made, undo = lift
            entry.gone.discard(made)
            entry.done.discard(piece.path)
            self.lifted.remove(lift)
            if all(other is not undo for _, _, _, other in self.lifted):
                undo.back.update(dict.fromkeys(undo.files, self.entry.msg))
        return True

    def inverse(self, piece: Piece) -> list[tuple[Entry, Piece]]:
        """The standing replacements that this one takes back, newest entry only."""
        for entry in reversed(self.history.entries):
            made = entry.files.get(piece.path)
            if not made or piece.path in entry.done:
                continue
            found = [(entry, q) for q in made if q not in entry.gone and undoes(piece, q)]
            if found:
                return found
        return []

    def took(self, entry: Entry | None, files: tuple[str, ...], effect: Effect, *, whole: bool) -> Undo:
        """Notes an undoing. What one message takes back of one entry is one undoing, whole if all of it was gone at one time."""
        undo = Undo(self.entry.msg, effect.part, entry, files, not whole, effect.how)
        for first in self.history.undos:
            if first.msg == undo.msg and first.entry is entry:
                out = {n for n in first.files if n not in first.back} | set(files)
                piecemeal = entry is not None and bool(entry.gone) and first.partial and undo.partial
                every = entry is not None and bool(entry.files) and out >= set(entry.files) and not piecemeal
                first.files = tuple(dict.fromkeys((*first.files, *files)))
                first.partial = first.partial and undo.partial and not every
                first.back = {n: at for n, at in first.back.items() if n not in files}
                return first
        self.history.undos.append(undo)
        return undo

    def take_back(self, found: list[tuple[Entry, str]], effect: Effect) -> None:
        """Marks files as undone, one undo per entry."""
        by_entry: dict[int, list[str]] = {}
        owners = {id(e): e for e, _ in found}
        for entry, name in found:
            by_entry.setdefault(id(entry), []).append(name)
        for key, names in by_entry.items():
            entry = owners[key]
            begun = bool(entry.done or entry.gone)
            entry.done.update(names)
            self.took(entry, tuple(names), effect, whole=entry.spent() and not (begun and entry.batch))

    def put(self, wanted: dict[str, State], names: Iterable[str], effect: Effect) -> bool:
        """Puts files into a state that they were in before: what is not in it is taken back, what is in it stands again. Whether that
        moved anything."""
        taken, moved = [], False
        asked = frozenset(names)
        for entry in self.history.entries:
            for name in [n for n in entry.files if n in asked]:
                gone = wanted.get(name, {}).get(id(entry))
                if gone is None:
                    if name not in entry.done:
                        taken.append((entry, name))
                elif name in entry.done or not gone >= entry.gone.intersection(entry.files[name]):
                    self.again(entry, name, gone)
                    moved = True
        self.take_back(taken, effect)
        return moved or bool(taken)

    def again(self, entry: Entry, name: str, gone: frozenset[Piece] = frozenset()) -> None:
        """What was taken back of an entry in a file stands again, but for the pieces that were gone already."""
        entry.done.discard(name)
        entry.gone.difference_update(set(entry.files.get(name, ())) - gone)
        for undo in self.history.undos:
            if undo.entry is entry and name in undo.files:
                undo.back.setdefault(name, self.entry.msg)
