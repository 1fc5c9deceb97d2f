"""What a command found that earlier ones had left: the working directory, exported variables, files under /tmp.

The folder and plain exports are given to the probe again. Anything more is not guessed at: the probe `needs-state`.
"""

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from sessionlens import commands
from sessionlens.graph.view import View
from sessionlens.model.session import ToolCall
from sessionlens.model.trace import Action
from sessionlens.probes.vocabulary import words
from sessionlens.text.regex import regex

_USED = regex(r"(?<!\\)\$(?:\{[#!]?)?([A-Za-z_]\w*)")
_SET = regex(r"(?:^|[\s;&|({])(?:export\s+|local\s+|declare\s+(?:-\w+\s+)?|readonly\s+)?([A-Za-z_]\w*)\+?=")
_READ = regex(r"\b(?:read|mapfile|readarray|getopts)\b([^;|&\n]*)|\bfor\s+([A-Za-z_]\w*)|\bselect\s+([A-Za-z_]\w*)")
_SINGLE = regex(r"'[^']*'")
_HEREDOC = regex(r"<<-?\s*(?:'(\w+)'|\"(\w+)\"|\\(\w+))[^\n]*\n.{0,20000}?^\s*(?:\1|\2|\3)\s*$", re.S | re.M)
_TEMPORARY = regex(r"(?<![\w$}])(/(?:var/)?tmp/[\w./+@%-]+)")
_WRITES_IT = r"(?:>>?\s*|\b(?:tee|mkdir|touch|mktemp|cp|mv|-o|-d|--output(?:-dir)?|clone|init|worktree add|ln)\b[^;|&\n]*?\s){}"
_MOST_NAMES = 60
"""Names of temporary files in one command that are looked at."""
KNOWN = words(
    "HOME PATH PWD OLDPWD USER LOGNAME SHELL LANG LC_ALL TMPDIR TERM HOSTNAME RANDOM SECONDS LINENO UID EUID IFS BASH_VERSION PIPESTATUS"
    " COLUMNS LINES OSTYPE MACHTYPE HOSTTYPE BASH PPID REPLY OPTARG OPTIND FUNCNAME BASH_SOURCE BASHPID SHLVL EPOCHSECONDS EPOCHREALTIME"
    " CDPATH PS1 PS4 NO_COLOR TZ GROUPS DIRSTACK BASH_REMATCH CI EDITOR PAGER DISPLAY VIRTUAL_ENV XDG_CONFIG_HOME XDG_DATA_HOME"
    " XDG_CACHE_HOME CARGO_HOME RUSTFLAGS GOPATH PYTHONPATH LD_LIBRARY_PATH LD_PRELOAD NODE_OPTIONS JAVA_HOME"
)
"""Variables that a shell sets itself, or that are commonly unset and used with that in mind."""


@dataclass(slots=True)
class State:
    """A shell's state as far as the session shows it. `exports` are statements to run first; `unplain` are variables whose values
    came from a program; `names` are functions and aliases. Where the transcript records no folders, `follows` its plain `cd`s: a shell that
    lives on; `cwd` is then relative to where it began."""

    cwd: str | None = None
    exports: dict[str, str] = field(default_factory=dict)
    unplain: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    sourced: str | None = None
    follows: bool = False

    def after(self, call: ToolCall, actions: Sequence[Action]) -> None:
        """What the call leaves to those after it; a call that failed as a whole is taken to have changed nothing but exports."""
        text = call.command or ""
        for action in actions:
            command = action.command
            if command.nesting or command.stages > 1:
                continue
            if command.tool == "export":
                self._export(command.argv[1:], command.text)
            elif not command.argv and command.env:
                for name, value in command.env:
                    if name in self.exports:
                        self._export([f"{name}={value}"], f"export {name}={value}")
            elif command.tool == "unset":
                for name in command.argv[1:]:
                    self.exports.pop(name, None)
                    self.unplain.discard(name)
            elif command.tool in ("source", ".") and len(command.argv) > 1:
                self.sourced = command.argv[1]
            elif command.tool == "alias":
                self.names.update(w.partition("=")[0] for w in command.argv[1:])
        if "(" in text and "{" in text:
            self.names.update(m[1] for m in re.finditer(r"(?m)^\s*(?:function\s+)?([\w-]+)\s*\(\)\s*\{", text))
        if self.follows and "cd " in text and call.exit_code in (0, None):
            self._moves(actions)

    def _export(self, words: Sequence[str], text: str) -> None:
        for word in words:
            name, equals, value = word.partition("=")
            if not equals or not name.isidentifier():
                continue
            if "$(" in value or "`" in value:
                self.unplain.add(name)
                self.exports.pop(name, None)
            else:
                self.unplain.discard(name)
                self.exports[name] = f"export {text.removeprefix('export').strip()}"

    def _moves(self, actions: Sequence[Action]) -> None:
        for action in actions:
            command = action.command
            if command.tool != "cd" or command.nesting or command.stages > 1 or command.conditional:
                continue
            target = command.argv[1] if len(command.argv) > 1 else "~"
            if any(c in target for c in "$`*?-~"):
                continue
            self.cwd = posixpath.normpath(posixpath.join(self.cwd or "", target))


def through(view: View) -> Iterator[tuple[int, int, ToolCall, State]]:
    """Every shell call of a session with its message, its place in it, and the state it found; the state is only good for this step."""
    state = State(view.session.cwd, follows=view.session.cwd is None)
    for msg, run in view.runs():
        if run.call.command is None:
            continue
        if not state.follows:
            state.cwd = run.call.cwd or view.session.cwd
        yield msg, run.part, run.call, state
        if run.call.exit_code in (0, None) or "export" in run.call.command:
            state.after(run.call, run.actions)


def missing(text: str, state: State) -> str | None:
    """What of the session's state a command uses that cannot be given to it again, in words; None if nothing."""
    for action in commands.actions(text):
        if action.command.tool in state.names and action.command.tool and f"{action.command.tool}()" not in text:
            return f"{action.command.tool} was defined by an earlier command"
    bare = _SINGLE.sub("''", _HEREDOC.sub("", text))
    if "$" in bare:
        made = {m[1] for m in _SET.finditer(bare)}
        for found in _READ.finditer(bare):
            made.update(w for g in found.groups() if g for w in g.split())
        for match in _USED.finditer(bare):
            name = match[1]
            if name in state.unplain:
                return f"${name} held what a program had printed"
            if name not in made and name not in KNOWN and name not in state.exports and not _defaulted(bare, match.end()):
                return f"${name} was never set in the session"
    return _left_behind(text)


def _defaulted(text: str, end: int) -> bool:
    """`${NAME:-word}` and `${NAME+word}` are at home with a variable that is not set."""
    return text[end : end + 2] in (":-", ":+", ":=") or text[end : end + 1] in ("-", "+", "=")


def _left_behind(text: str) -> str | None:
    """A file under /tmp that the command itself does not make: an earlier one left it there."""
    for match in islice(_TEMPORARY.finditer(text), _MOST_NAMES):
        path = match[1].rstrip("./")
        if not re.search(
            _WRITES_IT.format(re.escape(path.rsplit("/", 1)[0]) if path.count("/") > 2 else re.escape(path)), text[: match.end()]
        ):
            return f"{path} is a file that an earlier command left"
    return None
