"""What a task or a program of the project's own is for, by the words of its name: `bench-parser.sh`, `make test_unit`, `npm run lint:ts`."""

import re
from functools import lru_cache

from sessionlens.model.trace import Intent

_SPLIT = re.compile(r"[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])")
_WORDS: tuple[tuple[Intent, frozenset[str]], ...] = (
    ("benchmark", frozenset("bench benchmark benchmarks benches benchmarking perf speed throughput latency load loadtest stress timing criterion".split())),
    ("profile", frozenset("profile profiling profiler flamegraph flame prof pprof heaptrack trace".split())),
    ("lint", frozenset("lint linter linting linters clippy vet typecheck types typing tsc mypy pyright ruff eslint style shellcheck sorbet checkstyle staticcheck".split())),
    ("test", frozenset("test tests testing spec specs unit unittest unittests e2e integration pytest smoke conformance regress regression selftest acceptance fuzz cov coverage ctest jest vitest doctest".split())),
    ("install", frozenset("install deps dependencies setup bootstrap sync restore provision requirements".split())),
    ("publish", frozenset("publish deploy push upload release ship".split())),
    ("edit", frozenset("fmt format reformat prettier fix autofix gofmt migrate migration migrations codegen generate gen seed update".split())),
    ("test", frozenset("ci verify validate validation check checks precommit preflight sanity qa".split())),
    ("build", frozenset("build builds compile compiles dist bundle package assemble all release jar image wheel wasm bin debug rebuild make".split())),
    ("probe", frozenset("probe doctor diagnose status info version env inspect list show help".split())),
    ("run", frozenset("run start serve server dev watch demo main app cli example".split())),
    ("other", frozenset("clean clobber distclean".split())),
)  # fmt: skip
_STEMS: tuple[tuple[str, Intent], ...] = (("bench", "benchmark"), ("perf", "benchmark"), ("profil", "profile"), ("lint", "lint"), ("test", "test"))
_CHECKING = frozenset(("check", "dry", "diff", "verify"))


@lru_cache(maxsize=4096)
def intent_of(name: str) -> Intent | None:
    """The intent that a name's words tell, or None: `run_load_test.py` is a benchmark, `fmt-check` a lint, `import_orders.py` nothing.

    Where several words speak, the more particular one wins: `bench` over `test`, `test` over `build`.
    """
    words = [w.lower() for w in _SPLIT.split(name) if w]
    for intent, known in _WORDS:
        if any(w in known for w in words):
            if intent == "edit" and any(w in _CHECKING for w in words):
                return "lint"
            return intent
    for stem, intent in _STEMS:
        if any(w.startswith(stem) or (len(w) > len(stem) + 2 and w.endswith(stem)) for w in words):
            return intent
    return None
