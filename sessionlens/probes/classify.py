"""What a command would need in order to be run again.

This is only a label, for the list and for not wasting time: what a command really does is settled by the sandbox, in which every one of
them runs. Programs that "only read" can be made to do anything (`find -exec`, `git status` in a hostile repository).
"""

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sessionlens import commands
from sessionlens.model.probe import Mode, ProbeKind, Reason
from sessionlens.model.trace import Action, SimpleCommand
from sessionlens.probes import vocabulary as of
from sessionlens.probes.limits import READ as LIMITS
from sessionlens.text.regex import regex

LONGEST = 1 << 16
"""Characters of a command that is still run; one argument of a program holds twice as many."""
_URL = regex(r"\b(?:https?|ftp|ssh|git|wss?)://(?!localhost|127\.)\S")
_SECRET = regex(r"(?:~|\$HOME|\$\{HOME\}|/home/[^/\s]+|/root)/\.(?:ssh|aws|gnupg|netrc|npmrc|pypirc|kube|docker|config/gh)\b")


_PYTHON = regex(r"[\w./~-]*\b(?:python[\d.]*|pypy\d?|py)(?=\s)")


@dataclass(frozen=True, slots=True)
class Label:
    """`reason` is None where nothing speaks against running it; `tools` are the programs it starts, `asked` those that it only looks
    for, `paths` the files it names."""

    kind: ProbeKind
    mode: Mode = "read"
    reason: Reason | None = None
    why: str = ""
    tools: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    sensitive: bool = False
    asked: tuple[str, ...] = ()


def label(text: str, cwd: str | None = None) -> Label:
    """What a shell text needs: `label("make test").mode == "build"`, `label("curl https://example.org").reason == "needs-network"`."""
    if len(text) > LONGEST or "\0" in text:
        return Label("run", reason="unparsable", why="too long, or no text")
    actions = commands.actions(text, cwd)
    if not actions:
        return Label("run", reason="unparsable", why="no command in it")
    ran = [a for a in actions if a.command.tool]
    tools = tuple(dict.fromkeys(w for a in ran for w in programs(a.command)))
    made = {p for a in ran for p in (*_written(a), *(a.targets if a.intent in ("edit", "copy") else ()))}
    paths = tuple(dict.fromkeys(_from(cwd, a.command.cwd, p) for a in ran for p in files(a) if p not in made))
    sensitive = any(a.command.tool in of.SENSITIVE or _listing(a.command) for a in ran)
    kind = _kind(ran)
    for action in ran:
        refused = _refused(action, ran)
        if refused is not None:
            return Label(kind, "read", refused[0], refused[1], tools, paths, sensitive)
    if _SECRET.search(text):
        return Label(kind, "read", "needs-secret", "it reads files that hold credentials", tools, paths, sensitive)
    building = [a for a in ran if builds(a)]
    asked = tuple(w for a in ran if a.command.tool in of.ASKERS for w in _words(a.command.argv) if "/" not in w)
    return Label(kind, "build" if building else "read", None, "", tools, paths, sensitive, asked)


def programs(command: SimpleCommand) -> tuple[str, ...]:
    """The programs that a command starts, those that were peeled off included: `timeout`, `uv`, the Python of `python3 -m pytest`."""
    if "python -m" in command.wrappers:
        named = _PYTHON.search(command.text)
        first = [named[0] if named else "python3"]
    else:
        first = [w for w in command.argv[:1] if w not in of.BUILTINS and "$" not in w]
    return (*first, *(name for w in command.wrappers if (name := w.split()[0]) not in of.BUILTINS and w != "python -m"))


def _kind(actions: Sequence[Action]) -> ProbeKind:
    """What the whole looks at: the heaviest thing in it decides; asking a program for its version or its list is not using it."""
    intents = {a.intent for a in actions if not _asks(a.command)}
    for intent, kind in of.KIND_OF_INTENT:
        if intent in intents:
            return kind
    words = {a.command.tool for a in actions}
    named = " ".join(w for a in actions for w in a.command.argv)
    if words & of.HARDWARE or any(p in named for p in of.HARDWARE_FILES):
        return "hardware"
    if any(_asks(a.command) for a in actions) or words & of.LOOKUPS:
        return "version"
    if "git" in words:
        return "vcs"
    if words & of.ENVIRONMENT:
        return "environment"
    return "run" if "run" in intents or any(a.command.tool in of.INTERPRETERS for a in actions) else "file"


def _asks(command: SimpleCommand) -> bool:
    words = command.argv[1:]
    return bool(words) and (words[-1] in of.ASKING or (command.tool == "perf" and words[0] == "list"))


def builds(action: Action) -> bool:
    """Whether a command writes into the project what a later look at it needs: a compiler, a compiled language's tests, a log."""
    command = action.command
    if action.intent == "build":
        return True
    if action.intent in ("test", "benchmark", "lint", "run") and (command.tool in of.COMPILING or command.tool in of.TASKS):
        return True
    return any(True for _ in _written(action))


def _written(action: Action) -> Iterable[str]:
    """Files of the project that a command writes its output to."""
    for redirect in action.command.redirects:
        if ">" in redirect.op and redirect.target and not redirect.op[-1].isdigit() and not _thrown_away(redirect.target):
            yield redirect.target
    if action.command.tool == "tee":
        yield from (w for w in action.command.argv[1:] if w[:1] != "-" and not _thrown_away(w))


def _thrown_away(path: str) -> bool:
    return path.startswith(("/tmp/", "/dev/", "/var/tmp/", "$TMPDIR", "${TMPDIR", "&"))


def _refused(action: Action, all_of_it: Sequence[Action]) -> tuple[Reason, str] | None:
    command = action.command
    tool, argv = command.tool, command.argv
    wrappers = {w.split()[0] for w in command.wrappers}
    if of.PRIVILEGED & (wrappers | {tool}):
        return "refused-policy", "it asks for another user's rights"
    verb = next(_words(argv), "")
    if tool in of.NETWORK or "ssh" in wrappers or verb in of.NETWORK_VERBS.get(tool, ()):
        return "needs-network", f"{tool or 'ssh'} reaches other machines"
    if action.intent in ("install", "publish"):
        return "needs-network", f"{action.runner or tool} fetches or sends"
    if tool not in of.TEXTUAL and any(_URL.search(w) for w in argv[1:]):
        return "needs-network", "it names an address on the network"
    if tool in of.SERVICES or of.SERVICES & wrappers:
        return "needs-state", f"{tool if tool in of.SERVICES else 'a container'} speaks to services of that machine"
    if tool in of.DEVICES or "strace" in wrappers or "ltrace" in wrappers:
        return "needs-device", f"{tool} needs a device, or rights over other processes"
    if {"perf stat", "perf record"} & set(command.wrappers) or (tool == "perf" and argv[1:2] and argv[1] in of.COUNTING and _counts(argv)):
        return "needs-device", "performance counters are closed inside the sandbox"
    if (
        (tool in of.SCREENS and not (tool in ("top", "htop") and "-b" in argv))
        or (tool == "tail" and any(w in ("-f", "-F", "--follow") for w in argv))
        or _watches(argv)
        or _waits(action)
    ):
        return "interactive", f"{tool} waits for a person, or does not end"
    if tool == "sleep" and (pause := _seconds(argv)) >= LIMITS.seconds:
        return "timeout", f"it only waits, {pause:.0f} s and more"
    if action.intent in ("edit", "copy", "commit", "revert") or (tool == "git" and action.intent == "navigate"):
        targets = [t for t in (*action.targets, *(r.target for r in command.redirects)) if not t.startswith("-")]
        harmless = (
            tool in ("mkdir", "touch", "tee", "rm", "cp", "mv", "cat", "echo", "printf")
            and targets
            and all(map(_thrown_away, targets[-1:]))
        )
        if not harmless and not (tool == "tee" and command.stage and not _echoed(command, all_of_it)):
            return "writes", f"{action.runner or tool} changes files"
    if tool in ("kill", "pkill", "killall", "fg", "jobs", "wait") and not any(a.command.op == "&" for a in all_of_it):
        return "needs-state", f"{tool} concerns processes of that time"
    return None


def _echoed(tee: SimpleCommand, all_of_it: Sequence[Action]) -> bool:
    return any(a.command.group == tee.group and a.command.tool in ("echo", "printf", "cat") for a in all_of_it)


def _words(argv: Sequence[str]) -> Iterator[str]:
    return (w for w in argv[1:] if w[:1] not in ("-", "+"))


def _counts(argv: Sequence[str]) -> bool:
    return not any(w in of.ASKING for w in argv[2:])


def _seconds(argv: Sequence[str]) -> float:
    """How long a `sleep` sleeps; 0 for what is not known."""
    found = re.fullmatch(r"(\d{1,6}(?:\.\d+)?)([smh]?)", argv[1]) if len(argv) == 2 else None
    return float(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[found[2]] if found else 0.0


def _watches(argv: Sequence[str]) -> bool:
    return any(w in ("--watch", "--watchAll", "--interactive", "-it") for w in argv[1:])


def _waits(action: Action) -> bool:
    """An interpreter with nothing to run, an interactive rebase, a debugger without its batch mode."""
    command = action.command
    words = command.argv[1:]
    if command.tool in of.INTERPRETERS:
        return not words and command.heredoc is None and command.stage == 0 and not any("<" in r.op for r in command.redirects)
    if command.tool in ("gdb", "lldb"):
        return not any(w in ("-batch", "--batch", "-b", "--version") for w in words)
    return command.tool == "git" and any(w in ("-i", "--interactive", "-p", "--patch") for w in words) and words[:1] != ("log",) and any(
        w in ("add", "rebase", "stash") for w in words[:2])  # fmt: skip


def _listing(command: SimpleCommand) -> bool:
    """A long listing shows owners and times, which are not the session's."""
    return command.tool in ("ls", "stat", "exa", "eza", "du", "find") and any(
        (w[:1] == "-" and w[1:2] != "-" and "l" in w and command.tool != "find") or w in ("-ls", "-printf") for w in command.argv[1:]
    )


def _from(cwd: str | None, folder: str | None, path: str) -> str:
    """A path as it is named from the folder that the whole command starts in."""
    if folder is None or folder == cwd or path.startswith(("/", "~")):
        return path
    if not cwd and not folder.startswith("/"):
        return posixpath.normpath(posixpath.join(folder, path))
    return posixpath.relpath(posixpath.join(folder, path), cwd) if cwd and folder.startswith("/") else posixpath.join(folder, path)


def files(action: Action) -> tuple[str, ...]:
    """Files and folders that a command reads, as it names them; the pattern of a search and the text of a program are none."""
    command = action.command
    words = [w for w in _words(command.argv) if not any(c in w for c in "$`") and w not in ("{}", ";", "+")]
    if command.tool in of.PATTERN_FIRST:
        given = [i for i, w in enumerate(command.argv[:-1]) if w in ("-e", "-f", "--expression", "--regexp")]
        words = [w for w in words if w not in {command.argv[i + 1] for i in given}] if given else words[1:]
    elif command.tool in of.INTERPRETERS:
        words = words[:1] if not any(w in ("-c", "-e", "-m") for w in command.argv[1:3]) else []
    elif command.tool not in of.READERS:
        words = []
    if command.tool in ("head", "tail"):
        words = [w for w in words if not w.isdigit()]
    asked = [r.target for r in command.redirects if r.op == "<"]
    own = [command.argv[0]] if command.argv and "/" in command.argv[0] else []
    return tuple(w for w in (*own, *words, *asked) if w and w != "-")
