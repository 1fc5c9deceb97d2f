"""Programs that look, move files or administer: what they print is no measurement of a general kind."""

from sessionlens.model.trace import Action
from sessionlens.text import loops
from sessionlens.text.programs import INTERPRETERS, by_path
from sessionlens.text.regex import regex

_ARGUMENT = regex(r"[\w@%+=:,./-]+")
SOURCE = regex(
    r"\.(?:rs|py|go|c|cc|cpp|h|hpp|java|kt|ts|tsx|js|jsx|mjs|cs|rb|php|swift|md|rst|toml|ya?ml|html|css|sh|ps1|lua|sql|lock|cfg|ini|adoc)\b"
)

_MANIFEST = regex(
    r"(?i)(?:^|/)(?:package(?:-lock)?|tsconfig[\w.-]*|composer|manifest|settings|config|\.\w+rc|\w+\.lock)\.json$|(?:^|/)\.\w"
)
_SERVICES = frozenset(["gh", "kubectl", "docker"])
_SHOWING = frozenset(["diff", "view", "list", "api", "get", "describe", "inspect"])
_FOLDERS = frozenset(["grep", "egrep", "ls"])
_RECURSIVE = regex(r"(?:^| )-\S*[rR]")
_SIZED = frozenset(["ls", "stat", "wc", "du"])
_TREE = frozenset(["rg", "ag", "find", "fd", "tree", "jq", "yq", "xxd", "man"])
_HISTORY = frozenset(
    [
        "diff",
        "show",
        "log",
        "blame",
        "grep",
        "ls-files",
        "ls-tree",
        "status",
        "branch",
        "reflog",
        "add",
        "fsck",
        "stash",
        "remote",
        "config",
    ]
)


def reads_text(action: Action) -> bool:
    """Whether a looking command showed text of a project: sources, a tree, history."""
    command = action.command
    tool, argv = command.tool, command.argv
    if tool in _TREE:
        return not is_snippet(action)
    if tool == "git":
        return not _HISTORY.isdisjoint(argv[1:4])
    if tool in _SERVICES:
        return not _SHOWING.isdisjoint(argv[1:4]) and "--log" not in command.text
    if tool in _FOLDERS and command.stage == 0 and _RECURSIVE.search(" ".join(argv[1:])) is not None:
        return True
    return tool not in _SIZED and SOURCE.search(" ".join(argv[1:])) is not None


def is_local(action: Action) -> bool:
    """Whether a command runs a program or a script of the project's own by its path."""
    return by_path(action.command.tool, action.command.argv)


def is_snippet(action: Action) -> bool:
    """Whether a command is a program written into it, `python -c "..."`, or `jq` on what was measured: it prints what it works out."""
    argv = action.command.argv
    if action.command.tool == "jq":
        return any(w.endswith((".json", ".jsonl")) and not _MANIFEST.search(w) for w in argv[1:])
    return action.command.tool in INTERPRETERS and not {"-c", "-e", "-p", "-pe"}.isdisjoint(argv[1:3])


def picks(action: Action) -> bool:
    """Whether a command cut figures out of what another printed, within a `$(...)` for an echo to name:
    `t=$(make 2>&1 | grep -oE '[0-9.]+ s$'); echo "$level $t"`."""
    words = action.command.argv[1:]
    return (
        action.command.tool in ("grep", "rg")
        and "substitution" in action.command.nesting
        and any(w[:1] == "-" and w[1:2] != "-" and "o" in w for w in words)
        and any(d in w for w in words for d in ("[0-9", "\\d", "[[:digit:]"))
    )


def words_of(action: Action, given: loops.Round | None = None) -> tuple[str, ...]:
    """What a command's words say of the configuration; see `Page.words`."""
    argv = action.command.argv
    skip = 1 if action.command.tool in INTERPRETERS else 0
    out: list[str] = []
    option = ""
    if action.command.tool in ("go", "cargo", "npm", "bun", "uv") and argv[1:2] and argv[1] in ("run", "exec", "bench", "test"):
        skip = 2
    for i, word in enumerate(argv[skip : skip + 12]):
        if given and "$" in word:
            word = loops.filled(word, given).strip("\"'")
        name = word.rsplit("/", 1)[-1] if i == 0 else word
        if i == 0 and given:
            out += [value for key, value in given.items() if f"${key}" in argv[skip] or f"${{{key}}}" in argv[skip] if value not in name]
        if option and name.replace(".", "", 1).isdigit():
            name = f"{option}={name}"
        option = name.lstrip("-") if name.startswith("-") and "=" not in name else ""
        if name and not name.startswith("-") and "$" not in name and len(name) <= 60 and _ARGUMENT.fullmatch(name):
            out.append(name)
    return tuple(out)
