"""The part of the walk over a session that follows what is set aside: in a stash, in a copy, in a patch, on a branch that is dropped."""

import posixpath
from collections.abc import Iterator
from dataclasses import replace

from sessionlens.facts.edits import Piece
from sessionlens.facts.effects import Effect
from sessionlens.facts.ledger import WILD, Entry, State, covers
from sessionlens.facts.paths import litter, shown
from sessionlens.facts.storing import Storing
from sessionlens.model.trace import Run, Trace
from sessionlens.text.regex import regex

_TRIES = frozenset(("build", "test", "benchmark"))
"""What shows something of the work that was set aside: a program built without it, tests and benchmarks run without it."""
_KEEPS = frozenset(("-u", "--include-untracked", "-a", "--all"))
_DROPPED = regex(r"\(was ([0-9a-f]{7,40})\)")
_MERGES = frozenset(("git merge", "git cherry-pick", "git rebase", "git pull"))

Lying = list[tuple[Entry, str, frozenset[Piece]]]
"""What lies in a stash or a patch: files of entries, with the pieces of them that were gone."""


class Stashing(Storing):
    """A ledger that also knows what lies in the stash, in copies and in patches."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace)
        self.tried: dict[str, Effect] = {}
        self.copies: set[str] = set()
        self.stashed: list[Lying] = []
        self.patches: dict[str, Lying] = {}
        self.aside: dict[str, tuple[str, dict[str, State]]] = {}

    def lying(self, found: list[tuple[Entry, str]]) -> Lying:
        return [(e, n, frozenset(e.gone.intersection(e.files[n]))) for e, n in found]

    def uncommitted(self, paths: tuple[str, ...]) -> list[tuple[Entry, str]]:
        return [(e, n) for e, n in self.history.standing(None, 10**9, new=True) if not paths or any(covers(p, n) for p in paths)]

    def stash(self, effect: Effect, run: Run, popped: bool) -> None:
        """Work set aside. What the same message takes up again is undone only where something was tried without it, for as long."""
        untracked = bool(effect.files) or not _KEEPS.isdisjoint(effect.words)
        found = [(entry, name) for entry, name in self.uncommitted(effect.files) if name not in entry.made or untracked]
        self.stashed.append(self.lying(found))
        if not popped:
            self.take_back(found, effect)
            return
        if found and _tried(effect, run):
            self.aside_for_a_trial(found, effect)
        for entry, name in found:
            entry.done.add(name)

    def aside_for_a_trial(self, found: list[tuple[Entry, str]], effect: Effect) -> None:
        """One undoing, of the change that began the work on the files that were last edited; the rest of what lies in the stash is not what
        is tried without."""
        newest = next((e for e, _ in reversed(found) if e is not self.entry), found[-1][0])
        files = {name for entry, name in found if entry is newest}
        first = next(entry for entry, name in found if name in files)
        names = tuple(n for e, n in found if e is first)
        self.took(first, names, effect, whole=set(names) >= set(first.files) - first.done)

    def patched(self, effect: Effect) -> bool:
        """Whether a patch that is applied puts on again what `git diff` wrote into it."""
        lying = self.patches.get(effect.files[-1]) if effect.files else None
        self.taken_up(lying or [])
        return lying is not None

    def unstash(self) -> None:
        self.taken_up(self.stashed.pop() if self.stashed else [])

    def taken_up(self, lying: Lying) -> None:
        for entry, name, gone in lying:
            self.again(entry, name, gone)

    def copied_over(self, names: list[str], effect: Effect) -> None:
        """Files that the same message copied over others, to try them, and that git has put back as they were."""
        tried = [(target, copy) for target, copy in self.tried.items() if any(covers(name, target) for name in names)]
        for target, copy in tried:
            del self.tried[target]
            self.new(replace(copy, files=(target,)))
            self.entry.done.add(target)
        if tried:
            self.took(self.entry, tuple(target for target, _ in tried), effect, whole=True)

    def copy(self, effect: Effect, run: Run) -> None:
        """A file or a folder put aside (`cp a.c a.c.bak`, `cp -r src /tmp/both`) and put back makes the tree what it was then: what was
        done in between is taken back, what was taken back in between stands again. A copy over a file that stands where an earlier copy
        put it replaces it, as a rebuilt program replaces the old one; a file moved is a change."""
        *sources, target = effect.files
        if effect.how == "git diff":
            self.patches[target] = self.lying(self.uncommitted(tuple(sources)))
            return
        back = [(name, wanted) for source in sources for name, wanted in self.kept(source, target)]
        for name, wanted in back:
            self.put(wanted, self.history.names(name), effect)
        if back:
            return
        for source in sources:
            self.keep(source, target, whole=len(sources) == 1)
        single = sources[0] if len(sources) == 1 else ""
        if single and effect.how == "mv":
            self.new(effect)
        elif single and target in self.copies and any(a.intent == "build" for a in run.actions):
            self.entry.effects.append(replace(effect, files=(target,)))
            self.entry.files.setdefault(target, [])
        elif single and not litter(shown(target, self.cwd)):
            self.tried[target] = effect
        self.copies.add(target)

    def keep(self, source: str, target: str, *, whole: bool) -> None:
        """Notes what a copy holds, under its own name and as what it is in a folder; of several files by a wildcard, the folder."""
        original, wanted = self.aside.get(source, (source, self.history.state(source)))
        if WILD.search(source):
            self.aside[target] = (posixpath.dirname(source), wanted)
            return
        self.aside[posixpath.join(target, posixpath.basename(source))] = (original, wanted)
        if whole:
            self.aside[target] = (original, wanted)

    def kept(self, source: str, target: str) -> Iterator[tuple[str, dict[str, State]]]:
        """The files that a copy puts back where they were taken from, with what stood in them then."""
        folder = source
        while folder not in self.aside:
            above = posixpath.dirname(folder)
            if above in (folder, ""):
                return
            folder = above
        original, wanted = self.aside[folder]
        original = posixpath.normpath(posixpath.join(original, posixpath.relpath(source, folder))) if source != folder else original
        if target in (original, posixpath.dirname(original)):
            yield original, wanted

    def dropped(self, effect: Effect, run: Run) -> None:
        """A branch deleted, though it was not merged, with the session's commit at its tip."""
        if "-D" not in effect.words or any(e.how in _MERGES for entry in self.history.entries for e in entry.effects):
            return
        for m in _DROPPED.finditer(run.call.output):
            for _, digest, entries in self.history.commits:
                if digest and (digest.startswith(m[1]) or m[1].startswith(digest)):
                    for entry in entries:
                        self.lost(entry, effect)

    def lost(self, entry: Entry, effect: Effect) -> None:
        names = tuple(n for n in entry.files if n not in entry.done)
        if names:
            entry.done.update(names)
            self.took(entry, names, effect, whole=True)


def _tried(effect: Effect, run: Run) -> bool:
    """Whether a call builds, tests or measures between a stash and what takes it up again."""
    behind = run.actions[effect.action + 1 :]
    until = next((i for i, a in enumerate(behind) if a.runner in ("git stash pop", "git stash apply")), len(behind))
    return any(a.intent in _TRIES for a in behind[:until])
