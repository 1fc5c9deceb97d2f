"""What each simple command is for."""

from collections.abc import Callable
from functools import lru_cache

from sessionlens.commands.names import intent_of
from sessionlens.commands.shell import simple_commands
from sessionlens.commands.suites import go_test, is_filtered, operation
from sessionlens.commands.tools import LAUNCHERS, RUNNERS, SUBCOMMANDS, TOOLS
from sessionlens.commands.vocabulary import words as vocabulary
from sessionlens.commands.wrappers import base
from sessionlens.commands.writes import (
    SQL_CLIENTS,
    changes_data,
    code_writes,
    generates,
    in_place,
    operands,
    redirected,
    script,
    sql,
    written,
)
from sessionlens.model.trace import Action, Intent, SimpleCommand

_PROFILERS = frozenset({"perf stat", "perf record", "strace", "ltrace", "valgrind"})
_VALUE_FLAGS: dict[str, frozenset[str]] = {
    "git": vocabulary("-C -c --git-dir --work-tree"),
    "make": vocabulary("-C -f -j --directory --file"),
    "npm": vocabulary("--prefix -w --workspace"),
    "pnpm": vocabulary("--filter -F -C --dir"),
    "yarn": frozenset(("--cwd",)),
    "cargo": vocabulary("--manifest-path -C --color --config"),
    "go": frozenset(("-C",)),
    "uv": frozenset(("--directory", "--project")),
    "kubectl": vocabulary("-n --namespace --context"),
    "docker": frozenset(("-H", "--context")),
    "just": vocabulary("-f --justfile -d --working-directory"),
    "gh": frozenset(("-R", "--repo")),
    "gradle": frozenset(("-p", "-b")),
    "mvn": vocabulary("-f -pl -P"),
    "ninja": vocabulary("-C -f -j"),
    "tox": frozenset(("-c",)),
    "nox": frozenset(("-f",)),
}
_DECIDED_BY_FLAGS = vocabulary("sed gsed find curl gh glab perl ruby tar awk gawk command xargs sqlite3 psql")
_DEFAULT_TASK: dict[str, Intent] = {"make": "build", "gmake": "build", "ninja": "build", "tox": "test", "nox": "test", "rake": "build",
                                    "gradle": "build", "just": "run", "ant": "build", "scons": "build"}  # fmt: skip
_LOOKS: dict[str, Intent] = {
    tool: intent
    for tool, intent in TOOLS.items()
    if intent in ("navigate", "other", "inspect", "probe") and tool not in SUBCOMMANDS and tool not in _DECIDED_BY_FLAGS
}
"""Programs that only look or do nothing, whatever their flags: the greater part of all commands."""
_GH_CHANGES = vocabulary("create edit close reopen comment merge delete lock unlock transfer review ready label pin develop sync")
_HTTP_CHANGES = vocabulary("POST PUT PATCH DELETE")
_NONE: frozenset[str] = frozenset()
_SENDING = _HTTP_CHANGES | vocabulary("-d --data --data-raw --json -F -T")
_ASKING = ("--version", "-version", "-V", "--help", "-h", "version")
_TIMING = ("perf_counter", "timeit", "process_time", "time.time(", "performance.now", "os.clock", "Stopwatch", "hrtime", "Instant::now")


def action(command: SimpleCommand) -> Action:
    """A simple command with its intent: `cargo test parser` is a test, filtered; `sed -i ... a.c` an edit of `a.c`."""
    tool = command.tool
    looks = _LOOKS.get(tool)
    if looks is not None and not command.redirects and not command.wrappers and command.argv[-1] not in _ASKING:
        return Action(command, looks, tool, tuple(operands(command)))
    said = operands(command, _VALUE_FLAGS.get(tool, _NONE))
    intent, runner = _judge(command, said)
    files = written(command)
    if files and (intent == "edit" or intent == "copy"):
        targets = files
    elif files and intent in ("other", "inspect", "run", "probe") and _authored(command, intent):
        intent, targets = "edit", files
    else:
        targets = tuple(said[runner.count(" ") :])
    return Action(command, intent, runner, targets, is_filtered(command, intent))


def _authored(command: SimpleCommand, intent: Intent) -> bool:
    """Whether what is written comes from the command's text (`cat > f <<E`, `echo x > f`, code that writes), not from a program."""
    if not redirected(command) or command.heredoc is not None:
        return True
    return command.tool in ("echo", "printf", "cat") and intent in ("other", "inspect")


def _judge(command: SimpleCommand, said: list[str]) -> tuple[Intent, str]:
    """The intent and the program as it is known: `git log`, `cargo test`. `said` are the words that are no flags, nor values of the flags
    that this tool is known to have."""
    tool = command.tool
    if not tool:
        return "other", ""
    if len(command.argv) == 2 and command.argv[1] in _ASKING:
        return "probe", tool
    particular = _PARTICULAR.get(tool)
    known = particular(command, said) if particular is not None else None
    intent, runner = known or _subcommand(command, said) or _by_name(command)
    if command.wrappers and intent in ("run", "other", "benchmark") and _PROFILERS.intersection(command.wrappers):
        return "profile", runner
    return intent, runner


_Known = tuple[Intent, str] | None


def _in_place(command: SimpleCommand, said: list[str]) -> _Known:
    tool = command.tool
    if in_place(command):
        return "edit", tool
    if tool == "sed" or tool == "gsed":
        return "inspect", tool
    if tool == "perl" or tool == "ruby":
        return _launched(command, said)
    return "lint", tool


def _formatted(command: SimpleCommand, said: list[str]) -> _Known:
    tool, argv = command.tool, command.argv
    checking = "--check" in argv or "--diff" in argv or (tool == "ruff" and "format" not in argv and "--fix" not in argv)
    return ("lint" if checking else "edit"), tool


def _asked(command: SimpleCommand, said: list[str]) -> _Known:
    """A database's client."""
    statements = sql(command)
    return None if statements is None else (("edit" if changes_data(statements) else "probe"), command.tool)


def _fetched(command: SimpleCommand, said: list[str]) -> _Known:
    changing = not _SENDING.isdisjoint(command.argv)
    return ("publish" if changing else "inspect"), command.tool


def _configured(command: SimpleCommand, said: list[str]) -> _Known:
    argv = command.argv
    named = [argv[i + 1] for i, w in enumerate(argv[:-1]) if w in ("--target", "-t")]
    return intent_of(" ".join(named)) or "build", " ".join([command.tool, *named])


def _times_only(command: SimpleCommand) -> bool:
    """Whether pytest is run for its benchmarks: asked for by pytest-benchmark's options, or by a file or folder of benchmarks."""
    options = [w for w in command.argv if w.startswith("--benchmark-")]
    if any(w.startswith(("--benchmark-skip", "--benchmark-disable")) for w in options):
        return False
    files = [base(w) for w in operands(command)]
    return bool(options) or (bool(files) and all(f.startswith("bench") or f.split(".")[0].endswith("benchmark") for f in files))


def _launched(command: SimpleCommand, said: list[str]) -> _Known:
    """An interpreter: what the file's name or the code it carries says."""
    code = script(command)
    if code is not None:
        if code_writes(code):
            return "edit", command.tool
        if any(w in code for w in _TIMING):
            return "benchmark", command.tool
        return ("probe" if "-c" in command.argv or "-e" in command.argv else "run"), command.tool
    if command.tool == "node" and "--test" in command.argv:
        return "test", "node --test"
    files = operands(command)
    if not files:
        return "run", command.tool
    name = base(files[0])
    if name in RUNNERS:
        return _task(name, files[1:]) or ("run", name)
    stem = name.rsplit(".", 1)[0] if "." in name else name
    return intent_of(stem, task=False) or "run", name


def _forge(command: SimpleCommand, said: list[str]) -> _Known:
    """GitHub's and GitLab's command lines."""
    runner = " ".join([command.tool, *said[:2]])
    if said[:1] == ["api"]:
        changing = any(w in _HTTP_CHANGES for w in command.argv) or any(
            w in ("-f", "-F", "--field", "--raw-field", "--input") for w in command.argv
        )
        return ("publish" if changing and "GET" not in command.argv else "inspect"), runner
    if len(said) > 1 and said[1] in _GH_CHANGES:
        return "publish", runner
    return ("probe" if "checks" in said[:2] or said[:1] == ["auth"] else "inspect"), runner


def _subcommand(command: SimpleCommand, said: list[str]) -> _Known:
    if (made := generates(command, said)) is not None:
        return "edit", made
    table, tasks = SUBCOMMANDS.get(command.tool), RUNNERS.get(command.tool)
    if table is None and tasks is None:
        return None
    said = [w for w in said if w[:1] != "+"]
    if table is not None and said:
        verb = said[0]
        runner = f"{command.tool} {verb}"
        if runner == "cargo xtask":
            return intent_of(" ".join(said[1:2])) or "run", " ".join([runner, *said[1:2]])
        if verb in table:
            intent = table[verb]
            if command.tool == "cargo":
                intent = _cargo(command, verb, said, intent)
            elif command.tool == "go" and verb == "test":
                intent = go_test(command.argv)
            return intent, runner
    if tasks is None and command.tool in ("cargo", "go", "uv", "dotnet", "deno", "mix", "swift") and said:
        return (intent_of(" ".join(said[:2])) or "run"), f"{command.tool} {said[0]}"
    if tasks is not None and (said or command.tool in _DEFAULT_TASK):
        return _task(command.tool, said)
    return None


def _cargo(command: SimpleCommand, verb: str, said: list[str], intent: Intent) -> Intent:
    if verb == "fmt" and "--check" in command.argv:
        return "lint"
    if verb in ("run", "r"):
        named = [command.argv[i + 1] for i, w in enumerate(command.argv[:-1]) if w in ("--example", "--bin", "-p")]
        return intent_of(" ".join(named)) or "run"
    return "build" if intent in ("test", "benchmark") and "--no-run" in command.argv else intent


def _task(tool: str, said: list[str]) -> tuple[Intent, str] | None:
    """A task runner: the words of the task's name. `npm run lint:ts`, `mvn -q verify`, `./gradlew :core:test`, `make bench`."""
    before = RUNNERS[tool]
    if said and said[0] in before:
        said, prefix = said[1:], f"{tool} {said[0]}"
    else:
        prefix = tool
    tasks = [w for w in said if "=" not in w]
    if not tasks:
        default = _DEFAULT_TASK.get(tool)
        return (default, tool) if default is not None else None
    if (
        tool in ("npm", "pnpm", "yarn", "bun")
        and prefix == tool
        and tasks[0] in ("install", "i", "ci", "add", "remove", "uninstall", "update")
    ):
        return "install", f"{tool} {tasks[0]}"
    if tool in ("npm", "pnpm", "yarn") and tasks[0] in ("ls", "list", "view", "info", "why", "outdated", "config"):
        return "inspect", f"{tool} {tasks[0]}"
    if tool in ("npm", "yarn", "pnpm", "bun") and tasks[0] == "t":
        return "test", f"{tool} t"
    if tool in ("npm", "pnpm", "yarn", "bun", "cargo", "nx", "turbo"):
        tasks = tasks[:1]
    fallback: Intent = "test" if tool in ("tox", "nox") else "run"
    return intent_of(" ".join(tasks)) or fallback, f"{prefix} {tasks[0]}"


def _by_name(command: SimpleCommand) -> tuple[Intent, str]:
    tool = command.tool
    intent = TOOLS.get(tool)
    if intent is not None:
        return intent, tool
    if tool in RUNNERS:
        return _task(tool, []) or ("run", tool)
    stem = tool.rsplit(".", 1)[0] if "." in tool else tool
    return intent_of(stem, task=False) or "run", tool


_Judge = Callable[[SimpleCommand, list[str]], _Known]
_PARTICULAR: dict[str, _Judge] = {
    **dict.fromkeys(LAUNCHERS, _launched),
    "git": operation,
    **dict.fromkeys(vocabulary("sed gsed perl ruby gofmt goimports gofumpt clang-format prettier shfmt yapf autopep8"), _in_place),
    **dict.fromkeys(("black", "rustfmt", "isort", "ruff"), _formatted),
    **dict.fromkeys(("pytest", "py.test"), lambda command, said: ("benchmark", command.tool) if _times_only(command) else None),
    "eslint": lambda command, said: ("edit", "eslint") if "--fix" in command.argv else None,
    **dict.fromkeys(SQL_CLIENTS, _asked),
    "nginx": lambda command, said: ("lint", "nginx") if "-t" in command.argv else None,
    "bun": lambda command, said: _launched(command, said) if script(command) is not None else None,
    "gh": _forge,
    "glab": _forge,
    "curl": _fetched,
    "find": lambda command, said: ("edit", "find") if "-delete" in command.argv or "rm" in command.argv else None,
    "cmake": _configured,
    "command": lambda command, said: ("probe", "command"),
    "tar": lambda command, said: ("inspect", "tar") if any(w.lstrip("-")[:1] == "t" for w in command.argv[1:2]) else None,
    "patch": lambda command, said: ("revert", "patch") if "-R" in command.argv or "--reverse" in command.argv else None,
}
"""Programs whose flags or text decide."""


@lru_cache(maxsize=8192)
def actions(text: str, cwd: str | None = None) -> tuple[Action, ...]:
    """What a shell text does, one action per simple command, in order: `cd web && npm run lint:ts` gives a navigate and a lint.

    Task runners are resolved by the words of the task, the project's own scripts by the words of their name, so that a checker
    knows `just ci` for a test as well as `pytest`.
    """
    found = [action(c) for c in simple_commands(text, cwd)]
    if "tee" in text:
        found = [_tee(a, found[i - 1]) if a.command.tool == "tee" and a.command.stage and i else a for i, a in enumerate(found)]
    return tuple(found)


def _tee(tee: Action, before: Action) -> Action:
    """`tee` writes what it is fed: an edit where that stands in the command's text, a log where a program printed it."""
    fed = before.command
    if fed.tool in ("echo", "printf") or fed.heredoc is not None or before.intent == "edit":
        return tee
    return Action(tee.command, "other", tee.runner, tee.targets)
