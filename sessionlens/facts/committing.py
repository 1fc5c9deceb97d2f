"""The part of the walk over a session that follows commits: what is in each, what is taken from one, taken off, reverted."""

from dataclasses import replace

from sessionlens.facts import commits
from sessionlens.facts.effects import Effect
from sessionlens.facts.ledger import Entry, State, covers
from sessionlens.facts.stashing import Stashing
from sessionlens.model.trace import Run

_UNCOMMITTED = frozenset(("-n", "--no-commit"))


class Committing(Stashing):
    """A ledger that also knows what stood in each file after each of the session's commits."""

    def reset(self, effect: Effect) -> None:
        """Commits taken off the branch; with `--hard` the tree is as it was before them, else they are uncommitted work again."""
        revision = next((w for w in effect.words[2:] if w[:1] != "-"), "HEAD")
        since, count = self.history.since(revision), len(self.history.commits)
        if "--hard" in effect.words:
            self.put(self.history.heads[max(since - 1, 0)], self.history.names(), effect)
        elif 0 < since <= count:
            for entry in self.history.entries:
                entry.commit = {n: at for n, at in entry.commit.items() if at < since}
            del self.history.commits[since - 1 :], self.history.heads[since:]

    def checkout(self, effect: Effect, run: Run) -> None:
        """Files taken from a commit, or from the index, which has what was last committed or staged."""
        if "--staged" in effect.words and "--worktree" not in effect.words:
            return
        revision, paths = commits.revision(effect, run)
        since = self.history.since(revision)
        names = self.history.names(*paths) if paths else set()
        head = self.history.heads[min(max(since - 1, 0), len(self.history.commits))]
        wanted = head if revision else {**head, **self.index}
        moved = self.put(wanted, names, effect)
        if revision and effect.how == "git checkout":
            self.index.update({n: wanted.get(n, {}) for n in names})
        if not moved and self.tried:
            self.copied_over(paths, effect)
        known = [n for n in paths if "$" not in n]
        if not moved and since == 0 and known:
            self.took(None, tuple(known), effect, whole=False)
        elif since and revision:
            for undo in self.history.undos:
                if undo.entry is None:
                    undo.back.update({n: self.entry.msg for n in undo.files if any(covers(p, n) for p in paths)})

    def revert_commit(self, effect: Effect, run: Run) -> None:
        """A commit taken back by another: what it brought goes, what it took away is there again."""
        taken: list[str] = []
        for revision in [w for w in effect.words[2:] if w[:1] != "-"] or ["HEAD"]:
            at = self.history.numbered(revision)
            if at is None:
                self.took(None, (), effect, whole=True)
                continue
            before, after = self.history.heads[at - 1 : at + 1]
            wanted = self.history.state()
            for name, state in wanted.items():
                for key in after.get(name, {}).keys() - before.get(name, {}).keys():
                    state.pop(key, None)
                for key in before.get(name, {}).keys() - after.get(name, {}).keys():
                    state[key] = before[name][key]
            first = len(self.history.undos)
            self.put(wanted, wanted, effect)
            made = self.history.undos[first:]
            if made:
                self.history.undos[first:] = [replace(made[-1], also=tuple(u.entry for u in made[:-1] if u.entry is not None))]
            for entry in self.history.commits[at - 1][2]:
                taken += entry.files
                if not entry.files:
                    self.took(entry, (), effect, whole=True)
        self.entry.effects.append(replace(effect, files=tuple(dict.fromkeys(taken))))
        if _UNCOMMITTED.isdisjoint(effect.words):
            self.committed(run, [self.entry], self.history.heads[-1] | self.history.state(*taken) if taken else self.history.heads[-1])

    def committed(self, run: Run, entries: list[Entry], head: dict[str, State]) -> None:
        self.history.commits.append((self.entry.msg, commits.digest(run), entries))
        self.history.heads.append(head)
        self.index.clear()

    def commit(self, effect: Effect, run: Run) -> None:
        if effect.how == "git add":
            self.staged.update(effect.files or ("*",))
            self.index.update(self.history.state(*effect.files))
            return
        every = "*" in self.staged or any(w == "--all" or (w[:1] == "-" and w[1:2] != "-" and "a" in w.split("m")[0]) for w in effect.words)
        amends = "--amend" in effect.words and bool(self.history.commits)
        number = len(self.history.commits) + (not amends)
        taken: list[Entry] = []
        asked = effect.files or (() if every else tuple(sorted(self.staged)))
        for entry in self.history.entries:
            for name in entry.files:
                if not entry.commit.get(name) and name not in entry.done and (not asked or any(covers(path, name) for path in asked)):
                    entry.commit[name] = number
                    if entry not in taken:
                        taken.append(entry)
        made = "--amend" not in effect.words and any(o.kind == "commit" for o in run.outcomes)
        if not taken and made and not self.pending(asked):
            self.new(replace(effect, files=tuple(f for f in asked if f != "*")))
            taken.append(self.entry)
            self.entry.commit.update(dict.fromkeys(self.entry.files, number))
        head = self.history.heads[-1] | self.history.state(*asked) | ({} if every or effect.files else self.index)
        self.staged = set()
        if amends:
            _, _, entries = self.history.commits.pop()
            taken = [*entries, *(e for e in taken if e not in entries)]
            self.history.heads.pop()
        self.committed(run, taken, head)

    def pending(self, asked: tuple[str, ...]) -> bool:
        """Whether a commit of these files may be of what was done since the last one: of files of the same names, or of a merge, a
        formatter, a removal, whose files are not known."""
        since = self.history.commits[-1][0] if self.history.commits else 0
        recent = [entry for entry in self.history.entries if entry.msg >= since]
        names = {path.rsplit("/", 1)[-1] for entry in recent for path in entry.files}
        if any(path.rsplit("/", 1)[-1] in names for path in asked):
            return True
        done = (e for entry in recent for e in entry.effects if e.kind not in ("record", "commit", "database") and e.how != "git push")
        return any(not e.files or e.kind not in ("edit", "create") for e in done)
