"""Rename everything that is at hand and say what moved: `python -m tests.renaming [--seed N] [--detail] [TRANSCRIPT ...]`."""

import argparse
from collections import Counter
from pathlib import Path

from tests.checks.cases import outcome
from tests.renaming.rename import case_of, compare
from tests.renaming.sources import CASES, TRANSCRIPTS, pair, source_of


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("transcripts", nargs="*", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--detail", action="store_true", help="every move with what it was before and after")
    given = parser.parse_args()
    for path in given.transcripts or TRANSCRIPTS:
        old, new, text = pair(path, given.seed)
        moves = list(compare(old, new, text))
        kinds = Counter(m.what if " " not in m.what else "verdicts" if "->" in m.what else m.what for m in moves)
        print(f"{source_of(path)}: {len(old.conclusions)} conclusions, {len(moves)} moves {dict(kinds)}")
        if given.detail:
            print(*moves, sep="\n")
    moved = 0
    for case in [] if given.transcripts else CASES:
        other = case_of(case, given.seed)
        verdict, caveats, why = outcome(other)
        if verdict not in (case["verdict"], *case["also"]) or not set(case["caveats"]) <= caveats:
            moved += 1
            print(f"case {case['id']}: wanted {case['verdict']} {case['caveats']}, got {verdict} {sorted(caveats)}")
            print(f"    {other['claim']}: {why}")
    print(f"{len(CASES)} cases, {moved} moved")


if __name__ == "__main__":
    main()
