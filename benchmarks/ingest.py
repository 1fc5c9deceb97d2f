"""What an ingest costs: CPU time of a whole `ingest` against `orjson.loads` over the same lines, in the same process.

    python benchmarks/ingest.py [--json] [--rounds 5] [--stages] [FOLDER_OR_FILE ...]

Without arguments the corpus beside the repository is measured: ten megabytes of real sessions, ten copies of them with fresh ids, and
the two transcripts that have a reference standard. Each round is a process of its own, so that nothing is cached from the round before;
imports, the compiling of expressions and a first three-line session are not counted (`start.py` measures these), but everything after
is: reading, facts, graph, checks, rules, store. Both sides are measured on their first pass over the lines: a second pass finds memory
and caches warm. The round with the middle ratio is printed. Findings per megabyte stand beside it, because a reader that skips looks
fast. In ten copies every text occurs ten times, so caches by text help there more than a session of 100 MB would let them.
"""

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from uuid import UUID, uuid5

ROOT = Path(__file__).resolve().parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"
LIMIT, MEMORY = 15.0, 250.0
BATCH = 4_000_000
UUIDS = re.compile(rb"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
IDS = re.compile(rb"\b(?:toolu|msg|req)_[0-9A-Za-z]{16,}")
WARM = [
    {"type": "user", "uuid": "a", "sessionId": "warm", "message": {"role": "user", "content": "Does it build?"}},
    {
        "type": "assistant",
        "uuid": "b",
        "parentUuid": "a",
        "sessionId": "warm",
        "message": {
            "id": "m1",
            "role": "assistant",
            "content": [
                {"type": "text", "text": "| run | time |\n|---|---|\n| old | 3.1 s |\n\n- It takes 3.1 s.\n\n  So did it before."},
                {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "make -j2 2>&1 | tail -3 && echo done"}},
            ],
        },
    },
    {
        "type": "user",
        "uuid": "c",
        "parentUuid": "b",
        "sessionId": "warm",
        "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "total: 3.1 s\ndone"}]},
    },
]


def copies(folder: Path, into: Path, times: int) -> None:
    """Copies of a folder's transcripts, each with session, record, message and call ids of its own."""
    for number in range(times):
        space = UUID(int=number)
        for file in sorted(folder.glob("*.jsonl")):
            text = UUIDS.sub(lambda m, s=space: str(uuid5(s, m[0].decode())).encode(), file.read_bytes())
            text = IDS.sub(lambda m, n=number: m[0] + b"c%d" % n, text)
            (into / f"{uuid5(space, file.stem)}.jsonl").write_bytes(text)


def measure(paths: list[str], stages: bool) -> dict[str, object]:
    """One round, in this process."""
    import gc

    import orjson

    from sessionlens import pipeline
    from sessionlens.graph.export._order import nodes
    from sessionlens.model.span import Problem
    from sessionlens.store import open_store
    from sessionlens.text.regex import compile_all

    files = [f for p in map(Path, paths) for f in (sorted(p.rglob("*.jsonl")) if p.is_dir() else [p])]
    with tempfile.TemporaryDirectory() as folder:
        warm = Path(folder) / "warm.jsonl"
        warm.write_bytes(b"\n".join(orjson.dumps(r) for r in WARM) + b"\n")
        found = problems = messages = 0
        spent: dict[str, float] = {}
        with open_store(Path(folder) / "store.db") as store:
            store.save(pipeline.investigate(warm))
            compile_all()
            gc.disable()  # as the command line does
            if stages:
                _watch(pipeline, store, spent)
            least = _loads(files)
            begun = time.process_time()
            for result in pipeline.investigate_all(paths):
                if isinstance(result, Problem):
                    problems += 1
                    continue
                store.save(result)
                watched = time.process_time()
                found += len(nodes(result))
                problems += len(result.session.problems)
                messages += len(result.session.messages)
                begun += time.process_time() - watched
            whole = time.process_time() - begun
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    size = sum(f.stat().st_size for f in files)
    return {
        "mb": size / 1e6,
        "loads_ms": least * 1e3,
        "ingest_ms": whole * 1e3,
        "ratio": whole / least,
        "messages": messages,
        "findings": found,
        "findings_per_mb": found / (size / 1e6),
        "problems": problems,
        "peak_mib": peak,
        "stages_ms": {k: v * 1e3 for k, v in spent.items()},
    }


def _loads(files: list[Path]) -> float:
    """Seconds that `orjson.loads` takes for every line; a line that is no JSON costs what it takes to find that out."""
    import orjson

    spent = 0.0
    for file in files:
        with file.open("rb") as stream:
            while lines := stream.readlines(BATCH):
                begun = time.process_time()
                for line in lines:
                    with suppress(orjson.JSONDecodeError):
                        orjson.loads(line)
                spent += time.process_time() - begun
    return spent


def _watch(pipeline: object, store: object, spent: dict[str, float]) -> None:
    """Time the stages by wrapping the functions that the pipeline calls."""
    from sessionlens import checks, commands, facts, outputs, prose, rules
    from sessionlens.facts import trace

    def timed(home: object, name: str, label: str) -> None:
        plain = getattr(home, name)

        def run(*args: object, **more: object) -> object:
            begun = time.process_time()
            try:
                return plain(*args, **more)
            finally:
                spent[label] = spent.get(label, 0.0) + time.process_time() - begun

        setattr(home, name, run)

    for home, name, label in (
        (commands, "actions", "commands"),
        (outputs, "read", "outputs"),
        (prose, "statements", "prose"),
        (trace, "closely", "trace (with commands, outputs, prose)"),
        (facts, "find", "facts"),
        (pipeline, "build", "graph"),
        (checks, "check", "checks"),
        (rules, "lint", "rules"),
        (store, "save", "store"),
    ):
        timed(home, name, label)


def fresh(paths: list[str], rounds: int, stages: bool) -> dict[str, object]:
    """The middle one of some rounds, each in a process of its own; the highest memory of all."""
    results = []
    for _ in range(rounds):
        words = [sys.executable, __file__, "--one", *(["--stages"] if stages else []), *paths]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(done.stderr)
        results.append(json.loads(done.stdout))
    middle = sorted(results, key=lambda r: r["ratio"])[len(results) // 2]
    return middle | {"peak_mib": max(r["peak_mib"] for r in results)}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--stages", action="store_true", help="say where the time goes (measuring it costs some)")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(measure(given.paths, given.stages)))
        return
    with tempfile.TemporaryDirectory() as folder:
        cases = {Path(p).name: [p] for p in given.paths}
        if not cases:
            if not CORPUS.is_dir():
                sys.exit(f"no corpus at {CORPUS}; name files or folders to measure")
            ten = CORPUS / "claude-code-10mb"
            copies(ten, Path(folder), 10)
            gold = sorted((CORPUS / "gold").glob("*.gold.json"))
            cases = {ten.name: [str(ten)], f"{ten.name} x 10": [folder]}
            cases |= {g.name[:-10]: [str(CORPUS / "claude-code" / f"{g.name[:-10]}.jsonl")] for g in gold}
        results = {name: fresh(paths, given.rounds, given.stages) for name, paths in cases.items()}
    if given.json:
        print(json.dumps({"limit": LIMIT, "memory_limit_mib": MEMORY, "results": results}, indent=2))
        return
    print(f"{'':<36} {'MB':>6} {'loads':>9} {'ingest':>10} {'ratio':>6} {'messages':>9} {'findings':>9} {'per MB':>7} {'peak':>8}")
    for name, r in results.items():
        print(
            f"{name:<36} {r['mb']:>6.1f} {r['loads_ms']:>6.1f} ms {r['ingest_ms']:>7.1f} ms {r['ratio']:>6.1f}"
            f" {r['messages']:>9} {r['findings']:>9} {r['findings_per_mb']:>7.1f} {r['peak_mib']:>4.0f} MiB"
        )
        for label, spent in r["stages_ms"].items():
            print(f"    {label:<40} {spent:>8.1f} ms")
    print(f"limits: ratio {LIMIT:.0f}, peak {MEMORY:.0f} MiB at 100 MB")


if __name__ == "__main__":
    main()
