"""Which files a simple command writes, moves or removes."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache

from sessionlens.commands.tools import GENERATORS
from sessionlens.commands.vocabulary import words as vocabulary
from sessionlens.model.trace import SimpleCommand
from sessionlens.text.regex import regex

_SINKS = vocabulary("/dev/null /dev/stdout /dev/stderr /dev/tty NUL nul $null")
_OPEN = regex(
    r"""open\(\s*(?:[rbuf]*(['"])(?P<name>[^'"]+)\1|(?P<var>[A-Za-z_][\w.\[\]]*|[^,()]*\([^()]*\)))\s*,\s*(?:mode\s*=\s*)?['"][rb]?[wax]"""
)
_WRITE = regex(r"\.write_(?:text|bytes)\(")
_RECEIVER = regex(r"""(?:Path\(\s*(['"])(?P<name>[^'"]+)\1\s*\)|(?P<var>[A-Za-z_]\w*))(?:\s*/\s*(['"])(?P<child>[^'"]+)\4)?\s*\)?$""")
_OTHER = regex(
    r"""(?:writeFileSync|writeFile|File\.write|IO\.write|File\.open|fs\.write|Deno\.writeTextFile|Bun\.write)\(\s*(['"`])(?P<name>[^'"`]+)\1"""
)
_ASSIGNED = r"""\b{0}\s*=\s*(?:pathlib\.)?(?:Path\(\s*)?[rbuf]*(['"])([^'"]+)\1"""
_LOOPED = r"""\bfor\s+{0}\s+in\s+[\[(]([^\])]*)[\])]"""
_STRINGS = regex(r"""(['"])([^'"]+)\1""")
_NEAR = 400
_MOST_VARIABLES = 50
"""No code of a command's has more variables for files; what looks like it is data."""
_WRITING = ("open(", ".write_", "write", "Write")
_DDL = regex(r"\b(create|drop|alter|insert|update|delete|replace|vacuum|reindex|analyze|truncate|grant|pragma\s+\w+\s*=)\b", re.I)
_FLAGS_WITH_VALUE = vocabulary("-t -m --mode -o -g -S --suffix -T")
_FORMATTERS: dict[str, tuple[str, ...]] = {
    "gofmt": ("-w",), "goimports": ("-w",), "gofumpt": ("-w",), "clang-format": ("-i",), "yapf": ("-i", "--in-place"),
    "autopep8": ("-i", "--in-place"), "prettier": ("-w", "--write"), "shfmt": ("-w",),
}  # fmt: skip
_CODE_FLAGS = vocabulary("-c -e -ne -pe -command -Command --eval -r")
_BARE = ("vacuum", "analyze", "reindex")
"""Statements of one word."""
_GIVES = frozenset(("-c", "-e", "--command", "--execute", "-cmd"))
_BUNDLE = regex(r"-[A-Za-z]{1,6}[ce]")
"""Flags of one letter in one word, of which the last takes the statement: `psql -XAtc 'select 1'`, `mysql -Ne 'show tables'`."""
_TEMPLATES = frozenset(("cookiecutter", "degit"))
SQL_CLIENTS = vocabulary("sqlite3 psql mysql mariadb duckdb sqlcmd clickhouse-client cockroach")


def operands(command: SimpleCommand, with_value: frozenset[str] = frozenset()) -> list[str]:
    """The words that are no flags, after the tool's name; `with_value` are flags that take the next word."""
    found = []
    words = iter(command.argv[1:])
    for word in words:
        if word == "--":
            found += list(words)
        elif word in with_value:
            next(words, None)
        elif word[:1] != "-" or word == "-":
            found.append(word)
    return found


def redirected(command: SimpleCommand) -> list[str]:
    """Files that its output is sent to (`>`, `>>`, `&>`; not `/dev/null`, not another descriptor)."""
    return [
        r.target for r in command.redirects
        if ">" in r.op and r.target and r.target not in _SINKS and not r.op[-1].isdigit() and not r.op.startswith("2")
    ]  # fmt: skip


def in_place(command: SimpleCommand) -> bool:
    """Whether a sed, perl, ruby or formatter call rewrites its files."""
    tool = command.tool
    if tool in ("sed", "gsed"):
        return any(w.startswith(("-i", "--in-place")) or (w[:1] == "-" and "i" in w[1:4] and w[1:].isalpha()) for w in command.argv[1:])
    if tool in ("perl", "ruby"):
        return any(
            w[:1] == "-" and w[1:2] != "-" and "i" in w.split(".")[0][1:5] and "e" in "".join(command.argv[1:4]) for w in command.argv[1:3]
        )
    flags = _FORMATTERS.get(tool)
    return flags is not None and any(f in command.argv for f in flags)


@lru_cache(maxsize=1024)
def code_writes(code: str) -> tuple[str, ...]:
    """Files that a piece of Python, JavaScript or Ruby writes, as far as their names stand in it; `?` for one that does not."""
    if not any(w in code for w in _WRITING):
        return ()
    places = [(m.start(), m) for m in _OPEN.finditer(code)] if "open(" in code else []
    if ".write_" in code:
        for m in _WRITE.finditer(code):
            receiver = _RECEIVER.search(code, max(code.rfind("\n", 0, m.start()) + 1, m.start() - _NEAR), m.start())
            if receiver is not None:
                places.append((m.start(), receiver))
    if "rite" in code or "IO." in code or "File." in code:
        places += [(m.start(), m) for m in _OTHER.finditer(code)]
    found: list[str] = []
    known = _Variables(code)
    for at, match in places:
        groups = match.groupdict()
        names = [groups["name"]] if groups["name"] else known.names(groups.get("var") or "", at)
        found += [f"{n}/{groups['child']}" if groups.get("child") else n for n in names]
    return tuple(dict.fromkeys(found))


class _Variables:
    """The file names that a code's variables hold, each variable looked up once."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.known: dict[str, tuple[list[int], list[list[str]]]] = {}

    def names(self, variable: str, at: int) -> list[str]:
        """What the variable holds at a place: the literal that it was given last before, or the literals that a loop goes through."""
        if not variable.isidentifier() or (variable not in self.known and len(self.known) >= _MOST_VARIABLES):
            return ["?"]
        if variable not in self.known:
            name = re.escape(variable)
            given = [(m.start(), [m[2]]) for m in re.finditer(_ASSIGNED.format(name), self.code)]
            given += [(m.start(), [s[2] for s in _STRINGS.finditer(m[1])]) for m in re.finditer(_LOOPED.format(name), self.code)]
            given.sort()
            self.known[variable] = [start for start, _ in given], [names for _, names in given]
        starts, given_names = self.known[variable]
        before = bisect_left(starts, at) - 1
        return given_names[before] if before >= 0 else ["?"]


def script(command: SimpleCommand) -> str | None:
    """Program text that a command carries: `-c`/`-e` and its word, or a here-document given to an interpreter on its standard input."""
    argv = command.argv
    if not _CODE_FLAGS.isdisjoint(argv):
        for flag in ("-c", "-e", "-ne", "-pe", "-command", "-Command", "--eval", "-r"):
            if flag in argv[1:-1]:
                return argv[argv.index(flag) + 1]
    if command.heredoc is not None and (len(argv) == 1 or argv[1] == "-" or argv[1][:1] == "-" or argv[1] == "/dev/stdin"):
        return command.heredoc
    return None


def sql(command: SimpleCommand) -> str | None:
    """The SQL that a database's client is given, in its words or on its standard input."""
    if command.tool not in SQL_CLIENTS:
        return None
    words = operands(command)
    if command.heredoc is not None:
        return command.heredoc
    flagged = [command.argv[i + 1] for i, w in enumerate(command.argv[:-1]) if w in _GIVES or (w[:1] == "-" and _BUNDLE.fullmatch(w))]
    return " ; ".join(flagged or [w for w in words if " " in w or w.startswith(".") or w.lower().rstrip(";") in _BARE]) or None


def changes_data(statements: str) -> bool:
    """Whether SQL changes a database: `create index`, `update`, `vacuum`, not `select` or `explain query plan`."""
    return any(_DDL.search(part) and not part.lstrip().lower().startswith(("explain", "select")) for part in statements.split(";"))


def written(command: SimpleCommand) -> tuple[str, ...]:
    """The files that a command writes, creates, moves or removes, as it names them; `?` stands for one whose name is not in the text.

    `sed -i s/a/b/ src/x.rs` gives `src/x.rs`; `python3 - <<P ... open(p, "w") ... P` the value of `p` where it is a literal.
    """
    if command.tool not in _WRITERS and command.heredoc is None and _CODE_FLAGS.isdisjoint(command.argv):
        return tuple(dict.fromkeys(redirected(command))) if command.redirects else ()
    return tuple(dict.fromkeys([*_by_tool(command), *redirected(command)]))


_WRITERS = (
    vocabulary(
        "tee touch mkdir rm rmdir unlink truncate shred Set-Content Remove-Item del cp mv ln install rsync scp Copy-Item Move-Item chmod"
        " chown sed gsed perl ruby patch"
    )
    | SQL_CLIENTS
    | _FORMATTERS.keys()
)


def _by_tool(command: SimpleCommand) -> Iterator[str]:
    tool = command.tool
    if tool in ("tee", "touch", "mkdir", "rm", "rmdir", "unlink", "truncate", "shred", "Set-Content", "Remove-Item", "del"):
        yield from (w for w in operands(command, _FLAGS_WITH_VALUE) if w not in _SINKS)
    elif tool in ("cp", "mv", "ln", "install", "rsync", "scp", "Copy-Item", "Move-Item"):
        words = operands(command, _FLAGS_WITH_VALUE)
        if len(words) > 1:
            yield words[-1]
    elif tool in ("chmod", "chown"):
        yield from operands(command)[1:]
    elif tool in ("sed", "gsed", "perl", "ruby") and in_place(command):
        yield from _edited(command)
    elif in_place(command):
        yield from operands(command) or ["?"]
    elif tool == "patch":
        yield from operands(command)[:1] or ["?"]
    elif (statements := sql(command)) is not None:
        if changes_data(statements):
            yield operands(command)[0] if operands(command) else "?"
    elif (code := script(command)) is not None:
        yield from code_writes(code)


def _edited(command: SimpleCommand) -> list[str]:
    """The files of an in-place edit: operands after the script, which is the first one unless `-e` or `-f` gave it."""
    words = list(command.argv[1:])
    files: list[str] = []
    given = False
    skip = False
    for i, word in enumerate(words):
        if skip:
            skip = False
        elif word in ("-e", "-f", "--expression", "-pe", "-pi", "-ne", "-i.bak") or (
            word[:1] == "-" and word.endswith("e") and len(word) > 2
        ):
            given = given or word not in ("-pi", "-i.bak")
            skip = word not in ("-pi", "-i.bak")
        elif word[:1] == "-" or (word == "" and i > 0 and words[i - 1] == "-i"):
            continue
        elif not given:
            given = True
        else:
            files.append(word)
    return files


def generates(command: SimpleCommand, said: Sequence[str]) -> str | None:
    """The name of a program that writes a new project's files ("cargo new", "npm create", `npx create-vite`), or None."""
    tool = command.tool
    if said and tool in GENERATORS and said[0] in GENERATORS[tool]:
        return f"{tool} {said[0]}"
    return tool if tool in _TEMPLATES or (command.wrappers and tool.startswith("create-")) else None
