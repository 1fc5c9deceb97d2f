"""The session's edits in order: which stand, which were committed, which were taken back and by what.

One walk serves `changes` (what was done anew in a message) and `reversions` (what of earlier work it took back), because the same
command can be either: a `sed` that restores earlier text is no change, a `git checkout` of a file that nobody had touched undoes nothing
of this session.
"""

import re
from dataclasses import replace

from sessionlens.facts import backing
from sessionlens.facts.committing import Committing
from sessionlens.facts.effects import Effect, turn_effects
from sessionlens.facts.ledger import Entry, History
from sessionlens.facts.paths import litter, shown
from sessionlens.model.trace import Run, Trace, Turn
from sessionlens.text.regex import regex

_REFUSED = regex(r"(?m)^(?:error|fatal): ")
_PATCH = "(patch)"
_IDENTITY = regex(r'"(?:identifier|id|key|number|url)"\s*:\s*"?([^",}]+)')
_ADDRESS = regex(r"/(?:issues|pull|merge_requests)/(\d+)")
_CLOSED = regex(r"\b(?:cancell?ed|closed|deleted|archived|declined|won'?t fix|duplicate|rejected)\b", re.I)

_KEPT: list[tuple[Trace, History]] = []
"""The last history, from when `changes` asks until `reversions` has asked: one walk serves both, and no trace is kept longer."""


def walk(trace: Trace, *, keep: bool = False) -> History:
    """The history of a session. `keep` holds it for the next call with the same trace, which takes it away."""
    if _KEPT and _KEPT[0][0] is trace:
        return _KEPT[0][1] if keep else _KEPT.pop()[1]
    _KEPT.clear()
    walker = _Walker(trace)
    for turn in trace.turns:
        if turn.runs:
            walker.turn(turn)
        walker.said = turn.message.text if turn.message.role == "assistant" else ""
    if keep:
        _KEPT.append((trace, walker.history))
    return walker.history


class _Walker(Committing):
    def turn(self, turn: Turn) -> None:
        effects = turn_effects(turn, self.cwd)
        if not effects:
            return
        runs = {run.part: run for run in turn.runs}
        said = turn.message.text or self.said
        self.words = said
        self.entry = Entry(turn.message.number, batch=backing.several(said))
        self.tried.clear()
        self.lifted.clear()
        first = len(self.history.undos)
        self.history.entries.append(self.entry)
        popped = any(e.kind == "redo" for e in effects)
        self.busy = any(e.kind in ("edit", "create", "undo", "commit") and e.how != "git worktree prune" for e in effects)
        for effect in effects:
            self.effect(effect, runs[effect.part], popped)
        if not self.entry.effects:
            self.history.entries.remove(self.entry)
        elif len(self.history.undos) == first and backing.told(said):
            self.backed_out()
        for undo in self.history.undos[first:]:
            if undo.entry is self.entry and not undo.partial and undo.again is None:
                undo.partial = not self.entry.spent()  # what the message did to other files after that stands

    def backed_out(self) -> None:
        """What the message tells to be backed out, where another text takes its place: a change, and a part of an earlier one undone."""
        found = backing.backed(self.history.entries)
        if found is not None:
            entry, path, effect = found
            self.took(entry, (path,), effect, whole=False)

    def effect(self, effect: Effect, run: Run, popped: bool) -> None:
        kind = effect.kind
        if kind == "undo":
            self.undo(effect, run, popped)
        elif kind == "commit":
            self.commit(effect, run)
        elif kind == "delete":
            self.delete(effect)
        elif kind == "copy":
            self.copy(effect, run)
        elif kind == "record":
            self.record(effect, run)
        elif kind == "database":
            self.database(effect, run)
        elif kind == "setting":
            self.setting(effect, run)
        elif kind == "repository":
            self.repository(effect, run)
        elif kind == "redo":
            self.unstash()
        elif (back := self.returned(effect) if effect.kind == "edit" else None) is not None:
            back.done.update(effect.files)
            self.took(back, effect.files, effect, whole=back.spent())
        elif self.lifted or not _idle(effect, run) or any(e is self.entry for p in effect.pieces for e, _ in self.inverse(p)):
            self.edit(effect)

    def undo(self, effect: Effect, run: Run, popped: bool) -> None:
        how = effect.how
        if backing.refused(effect, run):
            return
        if how == "git revert":
            self.revert_commit(effect, run)
        elif how == "git worktree remove":
            for entry in self.history.entries:
                if any(e.how == "git worktree add" and e.files[:1] == effect.files[-1:] for e in entry.effects) and not entry.done:
                    entry.done.update(entry.files)
                    self.took(entry, effect.files[-1:], effect, whole=True)
                    self.entry.effects.append(effect)
        elif how in ("git stash drop", "git stash clear"):
            self.stashed[-1 if how.endswith("drop") else 0 :] = []
        elif how.startswith("git stash"):
            self.stash(effect, run, popped)
        elif how == "git clean":
            self.take_back([(e, n) for e, n in self.history.standing(None, 10**9, new=True) if n in e.made], effect)
        elif how == "git reset":
            self.reset(effect)
        elif how in ("git checkout", "git restore", "git show"):
            self.checkout(effect, run)
        elif how in ("git apply", "patch"):
            self.unpatch(effect, run)
        elif how.endswith(" rollback"):
            self.rolled_back(effect)

    def unpatch(self, effect: Effect, run: Run) -> None:
        """A patch taken out again: the newest one that stands, since its files are in the patch and not in the command; or what `git diff`
        shows, where that is piped into it."""
        group = run.actions[effect.action].command.group
        shown = next((a for a in run.actions if a.command.group == group and a.runner == "git diff"), None)
        if shown is not None:
            self.take_back(self.history.standing(None, 10**9, new=True), effect)
            return
        lying = self.patches.get(effect.files[-1]) if effect.files else None
        if lying is not None:
            self.take_back([(e, n) for e, n, _ in lying if n not in e.done], effect)
            return
        for entry in reversed(self.history.entries):
            if entry is not self.entry and _PATCH not in entry.done and any(e.how in ("git apply", "patch") for e in entry.effects):
                entry.done.update((_PATCH, *entry.files))
                self.took(entry, tuple(entry.files), effect, whole=True)
                return

    def delete(self, effect: Effect) -> None:
        """Removing what the session made undoes it; removing a file of the project is a change; removing litter is nothing.

        Scratch files cleared away beside other work are neither, but for one among the project's that the message says to go;
        a scratch file's removal by itself changes the tree as well.
        """
        made = [(e, n) for path in effect.files for e, n in self.history.standing(path, 0, new=True) if n in e.made and e is not self.entry]
        if made:
            names = {n for _, n in made}
            scratch = all(set(e.files) <= names for e, _ in made)
            placed = all("/" in (path := shown(n, self.cwd)) and path[:1] not in "/." for n in names)
            if scratch and self.busy and not (placed and backing.told(self.words)):
                for entry, name in made:
                    entry.done.add(name)
                return
            self.take_back(made, effect)
            for name in names:
                for entry, _ in self.history.standing(name, 0, new=True):
                    entry.done.add(name)
            if scratch:
                self.entry.effects.append(effect)
        elif (
            effect.how == "git rm"
            or (effect.action < 0 and effect.files)
            or (effect.how == "rm" and not any(w[:1] == "-" for w in effect.words[1:]) and not any(litter(f) for f in effect.files))
        ):
            self.new(effect)

    def record(self, effect: Effect, run: Run) -> None:
        """A record outside; closing one that the session made takes it back, in part if the reply does not show it."""
        closing = effect.how.split("_")[0] in ("delete", "close", "archive", "remove") or "close" in effect.words[:3]
        state = next((w for w in effect.words if _CLOSED.fullmatch(w.strip())), "")
        for entry in self.history.entries:
            if entry is not self.entry and entry.records and (closing or state) and entry.records & set(effect.words):
                told = replace(effect, how=f"{effect.how}: {state}") if state else effect
                self.took(entry, (), told, whole=not state or state.lower() in run.call.output.lower())
        self.entry.effects.append(effect)
        if effect.how.split("_")[0] in ("create", "add") or " create" in effect.how:
            self.entry.records.update(_IDENTITY.findall(run.call.output[:1500]))
            self.entry.records.update(_ADDRESS.findall(run.call.output[:1500]))

    def repository(self, effect: Effect, run: Run) -> None:
        if _REFUSED.search(run.call.output) or (effect.how == "git push" and not _pushed(run.call.output)):
            return
        if effect.how == "git push":
            self.history.pushed = len(self.history.commits)
        if effect.how == "git apply":
            if not self.patched(effect):
                self.new(replace(effect, files=()))
            return
        if effect.how == "git worktree add":
            used = any(a.intent in ("run", "benchmark", "copy") for a in run.actions)
            if used:
                return
            self.new(effect, made=True)
            return
        if effect.how == "git branch":
            self.dropped(effect, run)
        if effect.how in ("git branch", "git tag", "git remote", "git gc") and "-d" not in effect.words and "-D" not in effect.words:
            return
        self.new(effect)


def _pushed(output: str) -> bool:
    """Whether a push moved something: a ref's line was printed, or nothing at all, as with `-q`."""
    return " -> " in output or "[deleted]" in output or not output.strip()


def _idle(effect: Effect, run: Run) -> bool:
    """Whether the output shows that an edit did nothing: `git diff` after it printed nothing, and nothing else was to print."""
    if run.call.output.strip() or effect.action < 0:
        return False
    after = run.actions[effect.action + 1 :]
    shows = [a for a in after if a.runner == "git diff" and not a.command.redirects and "--quiet" not in a.command.argv]
    return bool(shows) and all(a.intent in ("inspect", "navigate") for a in after)
