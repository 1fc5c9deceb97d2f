"""What a command leaves in a database or in a service's settings, as named things and what they are set to.

A thing that is set back to what it was before the session is taken back, however that is written: `drop index i` after `create index i`,
`alter system reset work_mem` after `alter system set work_mem = '64MB'`, `alembic downgrade -1` after `alembic upgrade head`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from sessionlens.commands.writes import SQL_CLIENTS, operands
from sessionlens.model.trace import SimpleCommand
from sessionlens.text.regex import regex

GONE = ""
"""The value of a thing that is not there, or that stands at its default."""
_KINDS = (
    r"(?:materialized\s+view|foreign\s+table|event\s+trigger|index|table|view|function|procedure|trigger|extension|type|sequence|schema"
    r"|role|user|database|policy|publication|subscription|statistics|domain|rule)"
)
_NAME = r'([\w."`$-]+)'
_MADE = regex(
    rf"create\s+(?:or\s+replace\s+)?(?:global\s+|temp(?:orary)?\s+|unlogged\s+|unique\s+)*({_KINDS})\s+(?:concurrently\s+)?"
    rf"(?:if\s+not\s+exists\s+)?{_NAME}",
    re.I,
)
_DROPPED = regex(rf"drop\s+({_KINDS})\s+(?:concurrently\s+)?(?:if\s+exists\s+)?{_NAME}", re.I)
_UNNAMED = regex(rf"\s+{_NAME}\s*\(([^()]*)", re.I)
"""An index without a name, which PostgreSQL calls `table_column_idx`."""
_SYSTEM = regex(
    rf"(?:alter\s+(system|(?:database|role|user)\s+{_NAME})\s+|(?:set\s+(?:global|persist)\s+))(?:set\s+|(reset)\s+)?{_NAME}"
    r"\s*(?:(?:=|\bto\b)\s*(.+))?$",
    re.I | re.S,
)
_TABLE = regex(rf"alter\s+(?:table|index|materialized\s+view)\s+(?:if\s+exists\s+)?(?:only\s+)?{_NAME}\s+(.+)$", re.I | re.S)
_COLUMN = regex(rf"alter\s+(?:column\s+)?{_NAME}\s+(?:(set)\s+|(drop)\s+)(statistics|default|not\s+null|storage)\s*(.*)$", re.I | re.S)
_PART = regex(rf"(add|drop)\s+(?:(column|constraint)\s+)?(?:if\s+(?:not\s+)?exists\s+)?{_NAME}", re.I)
_OPTION = regex(r"(set|reset)\s*\(\s*([\w.]+)\s*(?:=\s*([^,)]+))?", re.I)
_TRIGGER = regex(rf"(enable|disable)\s+(trigger|rule|row)\s+{_NAME}", re.I)
_RIGHT = regex(r"(grant|revoke)\s+(.+?)\s+(?:to|from)\s+(.+)$", re.I | re.S)
_PRAGMA = regex(r"pragma\s+([\w.]+)\s*=\s*(\S+)", re.I)
_DDL = frozenset(("create", "drop", "alter", "vacuum", "reindex", "analyze", "grant", "revoke", "cluster"))
_DML = frozenset(("insert", "update", "delete", "replace", "truncate", "copy"))
_STATEMENT = regex(r"(?:[^;'$]|'[^']*'|\$(\w*)\$.*?\$\1\$|\$)+", re.S)
_COMMENT = regex(r"--[^\n]*")
_SPACE = regex(r"\s+")
_UP = frozenset(("upgrade", "migrate", "up", "up-by-one", "latest", "deploy", "db:migrate", "migrate:latest", "migrate:up",
                 "migration:run"))  # fmt: skip
_DOWN = frozenset(("downgrade", "rollback", "down", "undo", "revert", "db:rollback", "db:migrate:down", "migrate:rollback", "migrate:down",
                   "migration:revert"))  # fmt: skip
_MIGRATORS = frozenset(("alembic", "goose", "dbmate", "flyway", "knex", "prisma", "sequelize", "typeorm", "migrate", "sqitch", "rails",
                        "rake", "liquibase", "atlas", "diesel", "sqlx"))  # fmt: skip
_MANAGERS = ("manage.py", "artisan")
_SCHEMA = regex(r"migrat|schema|(?:^|[/_.-])(?:ddl|up|down)(?:[/_.-]|$)", re.I)
_DEFAULTS = {"statistics": "-1"}


@lru_cache(maxsize=512)
def settings(statements: str) -> tuple[tuple[str, str], ...]:
    """The named things that SQL makes, drops or sets, each with its new value.

    >>> settings("create index i on t (a); alter table t alter a set statistics -1")
    (('index i', 'create index i on t (a)'), ('attribute t.a statistics', ''))
    """
    found: dict[str, str] = {}
    for match in _STATEMENT.finditer(_COMMENT.sub("", statements)):
        statement = _SPACE.sub(" ", match[0]).strip()
        found.update(_of_statement(statement))
    return tuple(found.items())


def _of_statement(text: str) -> Iterator[tuple[str, str]]:
    if (m := _MADE.match(text)) is not None:
        named = _plain(m[2])
        if named == "on" and (on := _UNNAMED.match(text, m.end())) is not None:
            named = "_".join([_plain(on[1]), *re.findall(r"\w+", on[2]), "idx"])
        yield f"{m[1].lower()} {named}", text
    elif (m := _DROPPED.match(text)) is not None:
        yield f"{m[1].lower()} {_plain(m[2])}", GONE
    elif (m := _TABLE.match(text)) is not None:
        yield from _of_table(_plain(m[1]), m[2])
    elif (m := _SYSTEM.match(text)) is not None:
        value = (m[5] or "").strip().strip("'\"")
        yield f"setting {(m[1] or 'global').lower()} {m[4].lower()}", GONE if m[3] or value.lower() == "default" else value
    elif (m := _RIGHT.match(text)) is not None:
        yield f"right {m[2].lower()} {m[3].lower()}", "granted" if m[1].lower() == "grant" else GONE
    elif (m := _PRAGMA.match(text)) is not None:
        yield f"pragma {m[1].lower()}", m[2].lower().strip("'\"")


def _of_table(table: str, rest: str) -> Iterator[tuple[str, str]]:
    if (m := _COLUMN.match(rest)) is not None:
        what = _SPACE.sub(" ", m[4].lower())
        value = (m[5].strip() or "set") if m[2] else GONE
        yield f"attribute {table}.{_plain(m[1])} {what}", GONE if _DEFAULTS.get(what) == value else value
    elif (m := _OPTION.match(rest)) is not None:
        yield f"option {table} {m[2].lower()}", GONE if m[1].lower() == "reset" else (m[3] or "").strip()
    elif (m := _TRIGGER.match(rest)) is not None:
        yield f"state {table}.{_plain(m[3])}", "off" if m[1].lower() == "disable" else GONE
    elif (m := _PART.match(rest)) is not None:
        yield f"{(m[2] or 'column').lower()} {table}.{_plain(m[3])}", rest if m[1].lower() == "add" else GONE


def _plain(name: str) -> str:
    return name.strip('"`').lower().removeprefix("public.")


def builds(statements: str) -> bool:
    """Whether SQL changes how a database is built (`create index`, `vacuum`, `alter table`) and not only its rows, which is test data."""
    verbs = [part.split(None, 1)[0].lower() for part in statements.split(";") if part.strip()]
    return any(v in _DDL for v in verbs) and not any(v in _DML for v in verbs)


def loaded(command: SimpleCommand) -> str:
    """The file of SQL that a database's client is told to run: `psql -f up.sql`, `sqlite3 app.db < up.sql`; "" if there is none."""
    if command.tool not in SQL_CLIENTS:
        return ""
    argv = command.argv
    for i, word in enumerate(argv):
        if word in ("-f", "--file") or (word[:1] == "-" and word[1:2] != "-" and word.endswith("f") and command.tool == "psql"):
            return argv[i + 1] if i + 1 < len(argv) else ""
        if word.startswith("--file="):
            return word[7:]
        if word.startswith((".read ", "\\i ")):
            return word.split(None, 1)[1].strip()
    return next((r.target for r in command.redirects if r.op == "<"), "")


def keeps(command: SimpleCommand) -> bool:
    """Whether a command runs a file of SQL, migrates a database or gives a service a setting."""
    if command.tool in SQL_CLIENTS:
        return loaded(command) != ""
    return migrated(command) != "" or undone(command) != "" or assigned(command) is not None


def migration(path: str) -> bool:
    """Whether a file of SQL is one that builds or changes a schema, by its name or its folder's."""
    return _SCHEMA.search(path) is not None


def migrated(command: SimpleCommand) -> str:
    """Whether a migration tool goes "up" or "down": `alembic upgrade head`, `rails db:rollback`; "" where it does neither."""
    if command.tool not in _MIGRATORS and not any(w.endswith(_MANAGERS) for w in command.argv):
        return ""
    words = operands(command)
    manages = command.tool in _MIGRATORS or any(w.rsplit("/", 1)[-1] in _MANAGERS for w in words[:1])
    if not manages or any(w in ("--sql", "--dry-run", "--help", "--plan", "--fake") for w in command.argv):
        return ""
    said = [w.lower() for w in words[:3]]
    if command.tool in ("rails", "rake") and not any(w.startswith("db:") for w in said):
        return ""
    if any(w in _DOWN for w in said):
        return "down"
    return "up" if any(w in _UP for w in said) else ""


def assigned(command: SimpleCommand) -> tuple[str, str] | None:
    """The setting that a service, a cluster, a machine or a tool is given by a command: `redis-cli config set save ""`,
    `kubectl scale deploy/api --replicas=3`, `sysctl -w vm.swappiness=1`, `go env -u GOFLAGS`."""
    tool, argv = command.tool, command.argv
    if tool not in _ASSIGNING:
        return None
    low = [w.lower() for w in argv]
    if tool in ("redis-cli", "valkey-cli", "npm", "pnpm"):
        at = next((i for i in range(len(low) - 3) if low[i] == "config" and low[i + 1] == "set"), -1)
        if at >= 0:
            return f"{tool} {low[at + 2]}", argv[at + 3].strip("'\"") or "none"
        gone = next((low[i + 2] for i in range(len(low) - 2) if low[i] == "config" and low[i + 1] == "delete"), "")
        return (f"{tool} {gone}", GONE) if gone else None
    if tool == "git":
        return _configured(argv)
    if tool == "kubectl" and "scale" in low:
        many = next((w.split("=", 1)[1] for w in argv if w.startswith("--replicas=")), "")
        names = [w for w in operands(command) if w != "scale"]
        return (f"replicas {'/'.join(names)}", many) if many and names else None
    if tool == "sysctl":
        word = next((w for w in operands(command) if "=" in w), "")
        return (f"sysctl {word.split('=')[0]}", word.split("=", 1)[1]) if word else None
    if tool == "helm" and low[1:2] and low[1] in ("upgrade", "install", "uninstall"):
        names = operands(command)[1:2]
        return (f"release {names[0]}", GONE if low[1] == "uninstall" else command.text) if names else None
    if tool == "go" and low[1:3] == ["mod", "edit"]:
        return next((_replaced(w) for w in argv[3:] if "replace=" in w), None)
    if tool == "go" and low[1:2] == ["env"] and len(argv) > 3 and argv[2] in ("-w", "-u"):
        name, _, value = argv[3].partition("=")
        return f"go env {name}", value if argv[2] == "-w" else GONE
    return None


def _configured(argv: tuple[str, ...]) -> tuple[str, str] | None:
    """What `git config [--global] key value` and `git config --unset key` set."""
    if argv[1:2] != ("config",):
        return None
    words = [w for w in argv[2:] if w[:1] != "-"]
    if any(w.startswith("--unset") for w in argv):
        return (f"git {words[0].lower()}", GONE) if words else None
    return (f"git {words[0].lower()}", words[1]) if len(words) == 2 else None


def _replaced(word: str) -> tuple[str, str]:
    """What `go mod edit -replace=old=new` and `-dropreplace=old` set."""
    flag, _, rest = word.partition("=")
    old, _, new = rest.partition("=")
    return f"replace {old}", GONE if "drop" in flag else new


def packages(runner: str, names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The versions of packages that a package manager was told to add or to remove: `npm install pool@2`, `go get x/pool@none`."""
    verb = runner.rsplit(" ", 1)[-1]
    found = []
    for word in names:
        if word[:1] in "./-" or not word:
            continue
        name, mark, version = word.rpartition("@") if "@" in word[1:] else word.partition("==")
        if not mark:
            name, version = word, "added"
        found.append((f"version {name}", GONE if verb in ("remove", "uninstall", "rm") or version == "none" else version))
    return tuple(found)


def undone(command: SimpleCommand) -> str:
    """What a cluster's tool is told to roll back: "deploy/api" for `kubectl rollout undo deploy/api`, "shop" for `helm rollback shop 3`."""
    if command.tool not in ("kubectl", "helm"):
        return ""
    words = operands(command)
    if command.tool == "kubectl" and words[:2] == ["rollout", "undo"]:
        return "/".join(words[2:4])
    return words[1] if command.tool == "helm" and words[:1] == ["rollback"] and len(words) > 1 else ""


_ASSIGNING = frozenset(("git", "helm", "redis-cli", "valkey-cli", "kubectl", "sysctl", "go", "npm", "pnpm"))
