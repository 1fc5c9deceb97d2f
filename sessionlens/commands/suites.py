"""Git's operations, and whether a test or benchmark command asks for a part of its suite only."""

from sessionlens.commands.tools import SUBCOMMANDS
from sessionlens.commands.vocabulary import words as vocabulary
from sessionlens.model.trace import Intent, SimpleCommand

_FILTERS: dict[str, tuple[str, ...]] = {
    "pytest": ("-k", "-m", "--lf", "--last-failed", "--ff", "--sw", "--stepwise", "--deselect", "--ignore"),
    "py.test": ("-k", "-m", "--lf"),
    "go": ("-run", "-bench", "-skip"),
    "jest": ("-t", "--testNamePattern", "--testPathPattern", "--onlyChanged", "-o"),
    "vitest": ("-t", "--testNamePattern"),
    "mocha": ("-g", "--grep", "-f", "--fgrep"),
    "playwright": ("-g", "--grep"),
    "ctest": ("-R", "-E", "-L", "-LE", "-I", "--tests-regex"),
    "gradle": ("--tests",),
    "gradlew": ("--tests",),
    "bazel": ("--test_filter", "--test_tag_filters"),
    "dotnet": ("--filter",),
    "rspec": ("-e", "--example", "-t", "--tag"),
    "phpunit": ("--filter", "--group"),
    "swift": ("--filter", "--skip"),
    "deno": ("--filter",),
    "bats": ("-f", "--filter"),
    "mix": ("--only", "--exclude"),
    "unittest": ("-k",),
    "npm": ("-t", "--grep", "--filter", "-g"),
    "pnpm": ("-t", "--grep", "-g"),
    "yarn": ("-t", "--grep", "-g"),
    "bun": ("-t", "--test-name-pattern"),
    "tox": ("-k",),
}
_ALL = vocabulary(". .* ^$ $ ... ./... Benchmark")
_CARGO_PARTS = ("--test", "--example", "--bin", "--bench", "--exact", "--skip")
_CARGO_WITH_VALUE = vocabulary(
    "-p --package --features -F --manifest-path --target --profile -j --jobs --test --bench --bin --example --color "
    "--message-format --exclude --target-dir -Z --config"
)
_BY_FILE = ("pytest", "py.test", "jest", "vitest", "rspec", "bats", "mix")
_ANY = ("--gtest_filter", "-Dtest=", "--filter=", "--benchmark_filter")


def is_filtered(command: SimpleCommand, intent: Intent) -> bool:
    """Whether only a part was asked for: `pytest a.py::test_b`, `go test -run X`, `cargo test name`, `jest -t word`.

    `go test -run '^$' -bench .` runs no tests but all benchmarks: not filtered.
    """
    if intent not in ("test", "benchmark", "profile", "lint"):
        return False
    argv = command.argv
    if any(w.startswith(_ANY) and not w.endswith("=") for w in argv):
        return True
    tool = command.tool
    if tool == "cargo":
        return _cargo(argv)
    flags = _FILTERS.get(tool, ())
    for i, word in enumerate(argv[1:], 1):
        flag, _, value = word.partition("=")
        if flag in flags:
            given = value or (argv[i + 1] if i + 1 < len(argv) else "")
            if given.strip("'\"") not in _ALL:
                return True
        elif tool in _BY_FILE and word[:1] != "-" and ("::" in word or _file(word, argv[i - 1], intent)):
            return True
    return tool == "unittest" and any(w[:1] != "-" and w != "discover" for w in argv[1:2])


def go_test(argv: tuple[str, ...]) -> Intent:
    """What `go test` is for: with `-bench` to measure, with `-c` to compile a test's binary, with `-list` to name what there is."""
    words = [w.lstrip("-").partition("=")[0] for w in argv[2:] if w[:1] == "-"]
    if "c" in words:
        return "build"
    return "inspect" if "list" in words else "benchmark" if "bench" in words else "test"


def _file(word: str, before: str, intent: Intent) -> bool:
    """Whether an operand of a test runner is one file of the suite (not a flag's value, not a folder)."""
    return intent == "test" and "." in word.rsplit("/", 1)[-1].strip(".") and not before.startswith("-")


def _cargo(argv: tuple[str, ...]) -> bool:
    words = [w for w in argv[1:] if not w.startswith("+")]
    if not words or words[0] not in ("test", "t", "bench", "nextest", "miri", "llvm-cov", "criterion"):
        return False
    own = words[1 : words.index("--")] if "--" in words else words[1:]
    harness = words[words.index("--") + 1 :] if "--" in words else []
    if any(w.split("=")[0] in _CARGO_PARTS for w in [*own, *harness]):
        return True
    if own[:1] == ["run"]:
        own = own[1:]
    skip = False
    for word in own:
        if skip:
            skip = False
        elif word in _CARGO_WITH_VALUE:
            skip = True
        elif word[:1] != "-":
            return True
    return any(w[:1] != "-" and not w.isdigit() for w in harness[:1])


def operation(command: SimpleCommand, said: list[str]) -> tuple[Intent, str]:
    """Git: `checkout -- f` and `checkout REV f` take back, `checkout branch` goes elsewhere, `diff --quiet` asks."""
    if not said:
        return "inspect", "git"
    verb, argv = said[0], command.argv
    runner = f"git {verb}"
    intent = _GIT.get(verb, "inspect")
    if verb == "checkout":
        intent = "revert" if "--" in argv or _paths(said[1:]) else "navigate"
    elif verb == "stash":
        action = said[1] if said[1:2] and said[1] in _STASHES else "push"
        intent = "inspect" if action in ("list", "show") else "edit" if action in ("pop", "apply") else "revert"
        runner = f"git stash {action}"
    elif verb == "worktree":
        action = said[1] if len(said) > 1 else "list"
        intent = _WORKTREE.get(action, "edit")
        runner = f"git worktree {action}"
    elif verb == "apply":
        reverse = "-R" in argv or "--reverse" in argv
        intent = "probe" if "--check" in argv or "--stat" in argv else "revert" if reverse else "edit"
    elif verb == "reset" and not any(w in argv for w in ("--hard", "--merge", "--keep")):
        intent = "revert" if len(said) > 1 else "commit"
    elif verb == "diff" and any(w in argv for w in ("--quiet", "--exit-code")):
        intent = "probe"
    elif verb in ("branch", "tag", "remote", "config", "notes") and len(said) > 1:
        changing = any(w in argv for w in ("-d", "-D", "-m", "-M", "--delete", "add", "--set", "--unset", "set-url", "remove"))
        intent = "edit" if changing or (verb == "config" and len(said) > 2) else intent
    elif verb in ("clean", "add", "commit", "push", "rm") and any(w in argv for w in ("-n", "--dry-run")):
        intent = "probe"
    elif verb == "bisect" and said[1:2] == ["run"]:
        intent = "test"
    return intent, runner


def stashed(argv: tuple[str, ...]) -> tuple[str, ...]:
    """The paths that `git stash` is told of; without any it takes all."""
    if "--" in argv:
        return argv[argv.index("--") + 1 :]
    return tuple(w for w in argv[3:] if w[:1] != "-") if argv[2:3] == ("push",) and "-m" not in argv and "--message" not in argv else ()


_GIT = SUBCOMMANDS["git"]
_STASHES = vocabulary("push save pop apply list show drop clear branch create store")
_WORKTREE: dict[str, Intent] = {"add": "edit", "remove": "revert", "prune": "revert", "list": "probe"}


def _paths(said: list[str]) -> bool:
    """Whether the words of `git checkout` name files: a path with a dot or a slash behind it, or more than one word."""
    if len(said) > 1:
        return True
    if not said:
        return False
    word = said[0]
    return word == "." or "*" in word or (word.count(".") > 0 and "/" in word) or _has_suffix(word)


def _has_suffix(word: str) -> bool:
    stem, dot, suffix = word.rpartition(".")
    return bool(dot) and bool(stem) and 1 <= len(suffix) <= 5 and suffix.isalpha() and not stem.lower().startswith("v")
