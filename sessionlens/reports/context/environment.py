"""The environment as the session's own outputs show it: machine, system, versions of tools, commits. What was not printed is not known."""

import re

from sessionlens.model.frozen import Record
from sessionlens.model.session import ToolCall
from sessionlens.reports.context.common import base_name
from sessionlens.reports.scope import Scope
from sessionlens.text.regex import regex

ROWS_AT_MOST = 24
_MODEL = regex(r"(?m)^\s*[Mm]odel name\s*:\s*(\S.*?)\s*$")
_UNAME = regex(r"(?m)^Linux (\S+) (\d+\.\S+) ")
_SYSTEM = regex(r'(?m)^PRETTY_NAME="([^"\n]+)"')
_VERSION = regex(r"\bv?(\d+\.\d+[\w.+-]*)")
_TOOLCHAIN = regex(r"toolchains/(\d+\.\d+[\w.]*|stable|beta|nightly[\w-]*?)-([a-z0-9_]+-[a-z0-9_-]+)")
_PYTEST = regex(r"(?m)^platform (\S+) -- Python (\S+?), pytest-(\S+?),")
_RUSTC = regex(r"\brustc (\d+\.\d+\.\d+)")
_GOVERSION = regex(r"\bgo version go(\d\S*) (\S+)")
_COMMIT = regex(r"(?m)^([0-9a-f]{7,40})\s*$")
_HEADED = regex(r"(?m)^(goos|goarch|cpu): (\S.*)$")
_ASKING = ("--version", "-V", "version", "-version")
_ASKS = regex(r"(?<![\w-])(?:--?version|-V|version|nproc|rev-parse)(?![\w-])")
_JOINED = regex(r"\s*(?:&&|;)\s*")
_MERGED = regex(r"\s2>(?:&1|/dev/null)(?!\S)")
_GRAMMAR = regex(r"[^\w\s./:=@+,%^-]|(?<!\S)\w+=|\n", re.ASCII)
"""What takes the shell's grammar: quotes, expansions, pipes, redirections, assignments, several lines."""
_WRAPPERS = frozenset(
    ("sudo", "time", "timeout", "env", "nice", "nohup", "exec", "command", "bash", "sh", "if", "for", "while", "until", "case", "do", "cd")
)  # fmt: skip
COMMAND_AT_MOST = 400
"""Characters of a command that may be one that only asks."""


class Row(Record):
    """One thing known: its name, its value, the message that printed it."""

    name: str
    value: str
    msg: int


class Environment(Record):
    rows: tuple[Row, ...]
    more: int


def build(scope: Scope) -> Environment | None:
    found: dict[tuple[str, str], int] = {}
    for n in scope.numbers():
        for call in scope.whole.message(n).calls:
            for name, value in _of(call):
                found.setdefault((name, scope.clip(value, 100)), n)
    rows = [Row(name, value, msg) for (name, value), msg in found.items()]
    rows += [r for r in _commits(scope) if (r.name, r.value) not in found]
    return Environment(tuple(rows[:ROWS_AT_MOST]), max(0, len(rows) - ROWS_AT_MOST)) if rows else None


def _of(call: ToolCall) -> list[tuple[str, str]]:
    out = call.output
    if not out or call.kind not in ("shell", "other"):
        return []
    rows: list[tuple[str, str]] = []
    if "odel name" in out and (m := _MODEL.search(out)):
        rows.append(("Processor", m[1]))
    if "Linux " in out and (m := _UNAME.search(out)):
        rows += [("Host", m[1]), ("Kernel", m[2])]
    if "PRETTY_NAME" in out and (m := _SYSTEM.search(out)):
        rows.append(("System", m[1]))
    if "toolchains/" in out and (m := _TOOLCHAIN.search(out)):
        rows.append(("Rust toolchain", f"{m[1]}, {m[2]}"))
    if "rustc " in out and (m := _RUSTC.search(out)):
        rows.append(("rustc", m[1]))
    if ", pytest-" in out and (m := _PYTEST.search(out)):
        rows += [("Platform", m[1]), ("Python", m[2]), ("pytest", m[3])]
    if "go version go" in out and (m := _GOVERSION.search(out)):
        rows += [("Go", m[1]), ("Platform", m[2])]
    if "goos: " in out:
        rows += [({"goos": "System", "goarch": "Architecture", "cpu": "Processor"}[k], v) for k, v in _HEADED.findall(out)]
    return rows + _asked(call.command or "", out)


def _asked(command: str, out: str) -> list[tuple[str, str]]:
    """What commands that only ask for a version, for the number of processors or for a commit printed. The words are looked for before
    the shell text is parsed."""
    if len(command) > COMMAND_AT_MOST or not _ASKS.search(command):
        return []
    found = _words_of(command)
    rows = []
    for argv in found:
        tool = base_name(argv[0])
        if len(argv) == 2 and argv[1] in _ASKING:
            line = next((x for x in out.split("\n") if tool.lower() in x.lower() or len(found) == 1), "")
            if version := _VERSION.search(line):
                rows.append((tool, version[1]))
        elif tool == "nproc" and len(found) == 1 and out.strip().isdigit():
            rows.append(("Processors", out.strip()))
        elif tool == "git" and len(found) == 1 and argv[1:2] == ("rev-parse",) and (m := _COMMIT.search(out)):
            rows.append(("Commit", m[1][:12]))
    return rows


def _words_of(command: str) -> list[tuple[str, ...]]:
    """The words of each simple command. The shell's grammar is loaded only for what is more than words joined by `&&` or `;`."""
    parts = [tuple(part.split()) for part in _JOINED.split(_MERGED.sub("", command.strip()))]
    if all(part and part[0] not in _WRAPPERS for part in parts) and not _GRAMMAR.search(_JOINED.sub(" ", _MERGED.sub("", command.strip()))):
        return parts
    from sessionlens.commands import actions

    return [action.command.argv for action in actions(command) if action.command.argv]


def _commits(scope: Scope) -> list[Row]:
    """Commits that the session itself made."""
    return [Row("Commit", c.commit[:12], c.msg) for c in scope.view.changes if c.commit]
