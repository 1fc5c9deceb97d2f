"""What a report costs: CPU time of the whole `report` command on one stored session of 100 MB, start-up included, and its size.

    python benchmarks/report.py [--json] [--rounds 5] [--kinds methodology,brief] [--copies 10] [FOLDER]

Without a folder the corpus beside the repository is taken: ten megabytes of real sessions, ten copies of which, with fresh ids, are made
one session. It is ingested once into a store that is thrown away; what is measured is user and system time of a process that is started
for each report, as a person would start it, its modules and templates compiled by a first report that is not counted. The least and the
middle of some rounds are printed: on a machine with other work the least is nearer to what the command costs.
"""

import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from ingest import CORPUS, copies

LIMIT_S, LIMIT_MB = 0.5, 2.0
KINDS = ("methodology", "message", "postmortem", "decision", "ledger", "brief")
SESSION = re.compile(rb'"sessionId":"[^"]*"')


def merged(folder: Path, into: Path, times: int) -> float:
    """One session that holds a folder's transcripts some times over; its size in MB."""
    with tempfile.TemporaryDirectory() as apart, into.open("wb") as out:
        copies(folder, Path(apart), times)
        for file in sorted(Path(apart).glob("*.jsonl")):
            text = SESSION.sub(b'"sessionId":"a-long-session"', file.read_bytes())
            out.write(text if text.endswith(b"\n") else text + b"\n")
    return into.stat().st_size / 1e6


def spent(words: list[str], environment: dict[str, str]) -> tuple[float, bytes]:
    """User and system seconds of a command, that of its children included, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, env=environment, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(done.stderr.decode())
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done.stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=CORPUS / "claude-code-10mb")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--copies", type=int, default=10)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--store", type=Path, help="a store to measure on: made if there is none, and kept")
    given = parser.parse_args()
    if not given.folder.is_dir():
        sys.exit(f"no folder {given.folder}; name one with transcripts")
    with tempfile.TemporaryDirectory() as scratch:
        store = given.store or Path(scratch) / "store.db"
        own = {"XDG_CACHE_HOME": str(Path(scratch) / "cache"), "PYTHONPYCACHEPREFIX": str(Path(scratch) / "bytecode")}
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | own
        command = [sys.executable, "-m", "sessionlens"]
        if not store.exists():
            session = Path(scratch) / "session.jsonl"
            megabytes = merged(given.folder, session, given.copies)
            spent([*command, "ingest", str(session), "--store", str(store)], environment)
            print(f"one session of {megabytes:.1f} MB", file=sys.stderr)
        listed = json.loads(spent([*command, "sessions", "--store", str(store), "--format", "json"], environment)[1])
        middle = str(max(entry["messages"] for entry in listed) // 2)
        results = []
        for kind in given.kinds.split(","):
            for form in ("md", "html"):
                about = ["--message", middle] if kind == "message" else []
                words = [*command, "report", "--store", str(store), "--kind", kind, "--format", form, *about]
                spent(words, environment)
                rounds = [spent(words, environment) for _ in range(given.rounds)]
                times = [seconds for seconds, _ in rounds]
                results.append(
                    {"kind": kind, "form": form, "least_s": min(times), "middle_s": statistics.median(times), "mb": len(rounds[0][1]) / 1e6}
                )
    if given.json:
        print(json.dumps({"limit_s": LIMIT_S, "limit_mb": LIMIT_MB, "results": results}, indent=2))
        return
    print(f"{'kind':<12} {'form':<5} {'least':>8} {'middle':>8} {'size':>9}")
    for r in results:
        print(f"{r['kind']:<12} {r['form']:<5} {r['least_s']:>6.2f} s {r['middle_s']:>6.2f} s {r['mb']:>6.2f} MB")
    print(f"limits: {LIMIT_S} s, HTML {LIMIT_MB:.0f} MB")


if __name__ == "__main__":
    main()
