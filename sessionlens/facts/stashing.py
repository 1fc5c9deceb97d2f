"""The part of the walk over a session that follows what is set aside: in git's stash, in a copy, on a branch that is dropped."""

from dataclasses import replace

from sessionlens.facts.effects import Effect, litter, shown
from sessionlens.facts.ledger import Entry, covers
from sessionlens.facts.storing import Storing
from sessionlens.model.trace import Run, Trace
from sessionlens.text.regex import regex

_TRIES = frozenset(("build", "test", "benchmark"))
"""What shows something of the work that was set aside: a program built without it, tests and benchmarks run without it."""
_KEEPS = frozenset(("-u", "--include-untracked", "-a", "--all"))
_DROPPED = regex(r"\(was ([0-9a-f]{7,40})\)")
_MERGES = frozenset(("git merge", "git cherry-pick", "git rebase", "git pull"))


class Stashing(Storing):
    """A ledger that also knows what lies in the stash."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace)
        self.tried: dict[str, Effect] = {}

    def stash(self, effect: Effect, run: Run, popped: bool) -> None:
        """Work set aside. What the same message takes up again is undone only where something was tried without it, for as long."""
        found = [
            (entry, name)
            for entry, name in self.history.standing(None, 10**9, new=True)
            if (not effect.files or any(covers(path, name) for path in effect.files))
            and (name not in entry.made or effect.files or not _KEEPS.isdisjoint(effect.words))
        ]
        if not popped:
            self.stashed.append(found)
            self.take_back(found, effect)
        elif found and _tried(effect, run):
            self.aside_for_a_trial(found, effect)

    def aside_for_a_trial(self, found: list[tuple[Entry, str]], effect: Effect) -> None:
        """One undoing, of the change that began the work on the files that were last edited; the rest of what lies in the stash is not what
        is tried without."""
        newest = next((e for e, _ in reversed(found) if e is not self.entry), found[-1][0])
        files = {name for entry, name in found if entry is newest}
        first = next(entry for entry, name in found if name in files)
        names = tuple(n for e, n in found if e is first)
        self.took(first, names, effect, whole=set(names) >= set(first.files) - first.done)
        self.history.undos[-1].restored = True

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
        """A file put aside (`cp a.c a.c.bak`) and put back takes back what was done to it in between. A copy over a file that stands
        where an earlier copy put it replaces it, as a rebuilt program replaces the old one; a file moved is a change."""
        source, target = effect.files[0], effect.files[-1]
        original, since = self.aside.get(source, ("", 0))
        if original and covers(target, original):
            found = [(e, n) for e, n in self.history.standing(original, 0, new=True) if self.history.entries.index(e) >= since]
            self.take_back(found, effect)
        elif effect.how == "mv":
            self.new(effect)
        elif target in self.copies and any(a.intent == "build" for a in run.actions):
            self.entry.effects.append(replace(effect, files=(target,)))
            self.entry.files.setdefault(target, [])
        elif not original and not litter(shown(target, self.cwd)):
            self.tried[target] = effect
        self.copies.add(target)
        self.aside[target] = (source, len(self.history.entries) - 1)

    def unstash(self) -> None:
        for entry, name in self.stashed.pop() if self.stashed else ():
            entry.done.discard(name)

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
