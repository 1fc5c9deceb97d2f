"""What a task or a program of the project's own is for, by its name: `bench-parser.sh`, `make test_unit`, `npm run lint:ts`."""

from functools import lru_cache

from sessionlens.commands.vocabulary import words
from sessionlens.model.trace import Intent
from sessionlens.text.regex import regex

_SPLIT = regex(r"[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])")
_WORDS: tuple[tuple[Intent, frozenset[str]], ...] = (
    ("benchmark", words(
        "bench benchmark benchmarks benches benchmarking perf speed throughput latency loadtest stress timing "
        "criterion"
    )),
    ("profile", words(
        "profile profiling profiler flamegraph flame prof pprof heaptrack"
    )),
    ("lint", words(
        "lint linter linting linters clippy vet typecheck types typing tsc mypy pyright ruff eslint style shellcheck "
        "sorbet checkstyle staticcheck"
    )),
    ("test", words(
        "test tests testing spec specs unit unittest unittests e2e integration pytest smoke conformance regress "
        "regression selftest acceptance fuzz cov coverage ctest jest vitest doctest"
    )),
    ("install", words(
        "install deps dependencies setup bootstrap sync restore provision requirements"
    )),
    ("publish", words("publish deploy push upload release ship")),
    ("edit", words(
        "fmt format reformat prettier fix autofix gofmt migrate migration migrations codegen generate gen seed update"
    )),
    ("test", words(
        "ci verify validate validation check checks precommit preflight sanity qa"
    )),
    ("build", words(
        "build builds compile compiles dist bundle package assemble all release jar image wheel wasm bin debug rebuild "
        "make"
    )),
    ("probe", words(
        "probe doctor diagnose status info version env inspect list show help"
    )),
    ("run", words("run start serve server dev watch demo main app cli example")),
    ("other", words("clean clobber distclean")),
)  # fmt: skip
_STEMS: tuple[tuple[str, Intent], ...] = (("bench", "benchmark"), ("profil", "profile"), ("test", "test"))
_ENDS: tuple[tuple[str, Intent], ...] = (("bench", "benchmark"), ("lint", "lint"))
_CHECKING = words("check dry diff verify")
_OF_TASKS = words(
    "sync restore provision requirements upload ship fix update gen generate seed ci verify validate check checks qa all dist "
    "bundle package assemble release jar image wheel wasm bin debug make status info version env inspect list show help types typing "
    "style speed regress"
)
"""Words that tell what a task is for, but as a part of a program's name may mean anything: `make check`, but `check_digits.py`."""


@lru_cache(maxsize=4096)
def intent_of(name: str, *, task: bool = True) -> Intent | None:
    """The intent that a name's words tell, or None: `run_load_test.py` is a benchmark, `fmt-check` a lint, `import_orders.py` nothing.

    Where several words speak, the more particular one wins: `bench` over `test`, `test` over `build`. `task` is False for the name of
    a program of the project's own, of which fewer words are taken at their word.
    """
    said = [w.lower() for w in _SPLIT.split(name) if w]
    if "load" in said and ("test" in said or "tests" in said):
        return "benchmark"
    if not task:
        said = [w for w in said if w not in _OF_TASKS]
    for intent, known in _WORDS:
        if any(w in known for w in said):
            checking = intent == "edit" and any(w in _CHECKING for w in _SPLIT.split(name))
            return "lint" if checking else intent
    for stem, intent in _STEMS:
        if any(w.startswith(stem) for w in said):
            return intent
    for stem, intent in _ENDS:
        if any(w.endswith(stem) for w in said):
            return intent
    return None
