"""What each tool call did to files, repositories and external records: the raw material of changes and reversions."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sessionlens.commands import known
from sessionlens.commands.suites import stashed
from sessionlens.commands.writes import generates, operands, redirected, sql, written
from sessionlens.facts import outside, stores, trials
from sessionlens.facts.edits import Piece, pieces, restores
from sessionlens.facts.paths import litter, resolve, shown
from sessionlens.model.session import ToolCall
from sessionlens.model.trace import Action, Run, SimpleCommand, Turn
from sessionlens.text.regex import regex

EffectKind = Literal["edit", "create", "delete", "copy", "repository", "record", "database", "setting", "undo", "commit", "redo"]


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing done. `files` are resolved paths; `how` is the runner or tool; `pieces` the texts where known;
    `action` the place of its command in the call (-1 for an edit tool)."""

    kind: EffectKind
    files: tuple[str, ...]
    how: str
    part: int
    action: int = -1
    pieces: tuple[Piece, ...] = ()
    words: tuple[str, ...] = ()


_LASTING_NOTHING = frozenset(("inspect", "navigate", "other", "test", "build", "lint", "benchmark", "profile", "probe", "run"))
_AIMLESS = frozenset(("navigate", "other", "inspect"))
_STORING = frozenset(("run", "inspect", "probe"))
"""How a command is known that a database or a service is told something by."""
_ADDS = frozenset(("uv add", "uv remove", "poetry add", "poetry remove", "pnpm add", "pnpm remove", "yarn add", "yarn remove",
                   "cargo add", "cargo remove", "bun add", "bun remove", "go get", "npm uninstall", "npm remove", "dotnet add",
                   "deno add"))  # fmt: skip
_NAMED_ADDS = frozenset(("npm install", "npm i", "pnpm install", "pnpm i", "bun install", "bun i"))
"""Installers that add a package to the project where one is named, and only fetch what it has where none is."""
_PREPARES = frozenset(("mkdir", "touch", "chmod", "chown", "ln", "truncate", "rmdir"))
_REPOSITORY = frozenset(("git read-tree", "git update-index", "git update-ref", "git am", "git apply", "git gc", "git prune", "git repack",
                         "git submodule", "git replace", "git filter-branch", "git filter-repo", "git config", "git mv", "git rm",
                         "git branch", "git tag", "git remote"))  # fmt: skip
_MERGES = frozenset(("git merge", "git rebase", "git cherry-pick", "git pull"))
_LOCAL = ("localhost", "127.0.0.1", "0.0.0.0", "[::1]")
_RECORDS = frozenset(
    [
        "create",
        "update",
        "edit",
        "add",
        "delete",
        "remove",
        "close",
        "reopen",
        "move",
        "assign",
        "transition",
        "set",
        "post",
        "send",
        "comment",
        "merge",
        "save",
        "write",
        "archive",
    ]
)
_WORDS = regex(r"[A-Za-z][a-z]*")
_FAILED = regex(r"^\s*(?:<tool_use_error>|error\b|failed\b|string to replace not found|file has not been read)", re.I)


def succeeded(call: ToolCall) -> bool:
    """Whether an edit tool's call took effect."""
    if call.status in ("error", "interrupted"):
        return False
    return call.status == "ok" or not _FAILED.match(call.output[:200])


def effects(run: Run, session_cwd: str | None) -> list[Effect]:
    """Everything a call did that lasts, in order; failed and refused calls did nothing."""
    call = run.call
    if call.edits:
        return _by_tool(run, session_cwd) if succeeded(call) else []
    if call.command is None:
        return _by_record(run)
    if call.status == "interrupted" and call.exit_code is None:
        return []
    lasting = [
        i
        for i, a in enumerate(run.actions)
        if a.intent not in _LASTING_NOTHING
        or (a.runner in ("git show", "git diff") and redirected(a.command))
        or (a.intent in _STORING and (stores.keeps(a.command) or a.runner in outside.DISPATCHES))
    ]
    if not lasting:
        return []
    found: list[Effect] = []
    sole = len([a for a in run.actions if a.intent not in _AIMLESS]) == 1
    for i in lasting:
        action = run.actions[i]
        state = known(action.command, call.exit_code)
        if state in ("failed", "not-run") or (call.status == "error" and call.exit_code is None) or (call.status == "error" and sole):
            continue
        if state == "unknown" and call.exit_code and trials.may_not_have_run(run.actions[: i + 1]):
            continue
        effect = _by_action(run, i, action, session_cwd)
        if effect is not None and not (effect.kind == "create" and trials.tried(run, i, effect.files, session_cwd)):
            found.append(effect)
    return found


def _by_tool(run: Run, session_cwd: str | None) -> list[Effect]:
    found = []
    for edit in run.call.edits:
        path = resolve(edit.path, run.call.cwd, session_cwd)
        kind: EffectKind = "delete" if edit.op == "delete" else "create" if edit.op == "add" else "edit"
        whole = edit.old is None and edit.new is not None
        texts = () if whole or edit.old is None else (Piece(path, edit.old, edit.new or ""),)
        words = (edit.new,) if whole and edit.new is not None else ()
        found.append(Effect("create" if whole else kind, (path,), run.call.name, run.part, pieces=texts, words=words))
    return found


def _by_record(run: Run) -> list[Effect]:
    call = run.call
    if call.kind != "other" or not succeeded(call) or ("__" not in call.name and "." not in call.name):
        return []
    name = call.name.rsplit("__", 1)[-1].rsplit(".", 1)[-1]
    verbs = [w.lower() for w in _WORDS.findall(name)]
    if verbs and verbs[0] in _RECORDS:
        values = tuple(str(v) for v in call.input.values() if isinstance(v, str | int) and len(str(v)) < 200)
        return [Effect("record", (), name, run.part, words=values)]
    return []


def _in_its_folder(command: SimpleCommand) -> SimpleCommand:
    """The same command as run inside the folder that `git -C DIR` names: the folder becomes its working directory."""
    if command.tool != "git" or "-C" not in command.argv[:-1]:
        return command
    at = command.argv.index("-C")
    folder = command.argv[at + 1]
    inside = folder if folder[:1] == "/" or not command.cwd else f"{command.cwd}/{folder}"
    return replace(command, argv=command.argv[:at] + command.argv[at + 2 :], cwd=inside)


def _by_action(run: Run, i: int, action: Action, session_cwd: str | None) -> Effect | None:
    command = _in_its_folder(action.command)
    runner, part = action.runner, run.part

    def paths(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(resolve(n, command.cwd or run.call.cwd, session_cwd) for n in names)

    if runner == "git show":
        revision, _, path = next((w for w in command.argv[2:] if ":" in w), "").partition(":")
        into = paths(redirected(command))
        if path and into[0].rsplit("/", 1)[-1] == path.rsplit("/", 1)[-1]:
            return Effect("undo", into, runner, part, i, words=(revision,))
        within = shown(into[0], session_cwd)
        return Effect("create", into, runner, part, i) if path and within[:1] not in "./~$" and not litter(within) else None
    if runner == "git diff":
        of = [t for t in action.targets if t != "HEAD"]
        plain = all(w[:1] != "-" or w == "--" for w in command.argv[2:]) and not any(commits_apart(t) for t in of)
        return Effect("copy", paths([*of, *redirected(command)]), runner, part, i) if plain else None
    if runner in outside.DISPATCHES:
        return Effect("record", (), runner, part, i, words=command.argv)
    if action.intent in _STORING:
        return _stored(command, i, part, paths)
    if action.intent == "revert":
        if runner.startswith("git stash"):
            return Effect("undo", paths(stashed(command.argv)), runner, part, i, words=command.argv)
        return Effect("undo", paths(action.targets), runner, part, i, words=command.argv)
    if action.intent == "commit":
        if runner == "git commit":
            only = command.argv[command.argv.index("--") + 1 :] if "--" in command.argv else ()
            return Effect("commit", paths(only), runner, part, i, words=command.argv)
        if runner == "git add":
            return Effect("commit", paths(action.targets), runner, part, i, words=command.argv)
        return Effect("repository", (), runner, part, i) if runner in _MERGES else None
    if action.intent == "publish":
        if runner == "git push":
            return Effect("repository", (), runner, part, i, words=command.argv)
        if command.tool in ("gh", "glab") or (command.tool == "curl" and not any(h in w for w in command.argv for h in _LOCAL)):
            return Effect("record", (), runner, part, i, words=command.argv)
        return Effect("record", (), runner, part, i, words=command.argv) if outside.published(run, action) else None
    if action.intent == "copy":
        return _copied(command, i, part, paths)
    if action.intent == "install":
        named = runner in _NAMED_ADDS and action.targets and not any(w in ("-g", "--global") for w in command.argv)
        if named or runner in _ADDS:
            return Effect("setting", (), runner, part, i, words=tuple(action.targets))
        return None
    if action.intent == "edit":
        if command.tool == "kubectl" and stores.keeps(command):
            return _stored(command, i, part, paths)
        if command.tool == "kubectl":
            return Effect("record", (), runner, part, i, words=command.argv) if outside.applied(action) else None
        if runner == generates(command, operands(command)):
            return None if outside.waits(run) else Effect("create", paths(outside.folder(action)), runner, part, i)
        return _edited(action, i, part, paths)
    return None


def commits_apart(word: str) -> bool:
    """Whether a word names a commit other than the last: `HEAD~1`, `v1..v2`."""
    return word.startswith("HEAD") or ".." in word


def _stored(command: SimpleCommand, i: int, part: int, paths: Callable[[Sequence[str]], tuple[str, ...]]) -> Effect | None:
    """A file of SQL that was run, a migration tool's step, a setting that a service was given."""
    if (path := stores.loaded(command)) != "":
        return Effect("database", (), f"{command.tool} {path}", part, i, words=("", paths([path])[0]))
    if (way := stores.migrated(command)) != "":
        return Effect("database", (), f"{command.tool} {way}", part, i, words=(f"migration {way}",))
    if (what := stores.undone(command)) != "":
        return Effect("undo", (), f"{command.tool} rollback", part, i, words=(what,))
    return Effect("setting", (), command.tool, part, i) if stores.assigned(command) else None


def _copied(command: SimpleCommand, i: int, part: int, paths: Callable[[Sequence[str]], tuple[str, ...]]) -> Effect | None:
    """Files copied or moved to a place; archives leave nothing to follow."""
    names = operands(command)
    if len(names) < 2 or command.tool not in ("cp", "mv", "install", "rsync", "Copy-Item", "Move-Item"):
        return None
    return Effect("copy", paths(names), "mv" if command.tool in ("mv", "Move-Item") else "cp", part, i, words=command.argv)


def _edited(action: Action, i: int, part: int, paths: Callable[[Sequence[str]], tuple[str, ...]]) -> Effect | None:
    command, runner = action.command, action.runner
    tool = command.tool
    if runner.startswith("git stash"):
        return Effect("redo", (), runner, part, i)
    if runner == "git worktree add":
        return Effect("repository", paths(action.targets[:1]), runner, part, i, words=command.argv)
    if runner in _ADDS and not runner.startswith("go "):
        return Effect("setting", (), runner, part, i, words=tuple(action.targets))
    if runner == "git config":
        return Effect("setting", (), runner, part, i)
    if runner in _REPOSITORY or runner in ("cargo fmt", "cargo fix", "go fmt", "go mod", "git init"):
        files = action.targets if runner in ("git rm", "git mv", "git apply") else ()
        return Effect("delete" if runner == "git rm" else "repository", paths(files), runner, part, i, words=command.argv)
    if tool in ("mv", "Move-Item"):
        return _copied(command, i, part, paths)
    if tool in _PREPARES and not redirected(command):
        return None
    if (statements := sql(command)) is not None:
        if not stores.builds(statements):
            return None
        if command.nesting and not stores.settings(statements):
            return None
        files = action.targets[:1] if tool in ("sqlite3", "duckdb") else ()
        return Effect("database", paths(files), runner, part, i, words=(statements,))
    if tool in ("rm", "unlink", "del", "Remove-Item", "shred"):
        return Effect("delete", paths(action.targets), runner, part, i, words=command.argv)
    if tool == "find" or restores(command):
        return None
    files = tuple(f for f in written(command) if f != "?")
    if not files and not written(command):
        return None
    texts = tuple(Piece(paths([p.path])[0], p.old, p.new, p.pattern, p.lines) for p in pieces(action))
    appends = any(r.op.endswith(">>") for r in command.redirects)
    whole = command.heredoc is not None and not texts and not appends and tool in ("cat", "tee")
    fresh = whole or (not texts and any(r.op in (">", "1>", "&>") for r in command.redirects))
    kind: EffectKind = "create" if fresh else "edit"
    return Effect(kind, paths(files), runner, part, i, texts, (command.heredoc,) if whole and command.heredoc else ())


def turn_effects(turn: Turn, session_cwd: str | None) -> list[Effect]:
    """The effects of a message's calls, in order."""
    return [e for run in turn.runs for e in effects(run, session_cwd)]


__all__ = ["Effect", "EffectKind", "effects", "succeeded", "turn_effects"]
