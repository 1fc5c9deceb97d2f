"""What one session costs who ingests it alone, as a hook does after each turn: CPU time of the whole command, start-up included.

    python benchmarks/start.py [--json] [--rounds 5] [FILE ...]

Without files the samples of the repository are taken. User and system time of a process of its own is measured, its modules compiled by a
first run that is not counted; the least and the middle of some rounds are printed.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
from pathlib import Path

from report import spent

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, default=sorted(ROOT.glob("samples/*/transcript.jsonl")))
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    results = []
    with tempfile.TemporaryDirectory() as scratch:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = str(Path(scratch) / "bytecode")
        for file in given.files:
            words = [sys.executable, "-m", "sessionlens", "ingest", str(file), "--store", str(Path(scratch) / "store.db")]
            spent(words, environment)
            times = [spent(words, environment)[0] for _ in range(given.rounds)]
            results.append(
                {"file": str(file), "mb": file.stat().st_size / 1e6, "least_s": min(times), "middle_s": statistics.median(times)}
            )
    if given.json:
        print(json.dumps({"results": results}, indent=2))
        return
    for r in results:
        print(f"{r['least_s']:>6.2f} s {r['middle_s']:>6.2f} s {r['mb']:>7.2f} MB  {r['file']}")


if __name__ == "__main__":
    main()
