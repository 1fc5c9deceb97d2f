"""Writes this sample's transcript: `python make.py [--set parameters.json] [-o transcript.jsonl]`.

The story stands in `story-*.txt`, the names and numbers in `PARAMETERS`; `%name%` in the story is a parameter or a value derived
from them. With other parameters the same investigation comes out under other names, with other numbers, from another message on,
and each claim is as true or false as those numbers make it. Needs the standard library only; the same parameters give the same bytes.
"""

import argparse
import json
import re
import sys
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from writer import Transcript, labelled, turns  # noqa: E402

NOTE = (
    "This transcript is reconstructed from two published write-ups about messages {probe} and {perf_probe} of an opencode session. "
    "What those do not say (the code, most outputs, everything after message {perf_probe}) is made up to fit; it is no recording."
)
PARAMETERS: dict[str, str | int] = {
    "first_message": 880,
    # names
    "project": "cuzk", "home": "/home/theuser/curio", "crate": "smallvec", "Type": "SmallVec", "Indexer": "Indexer",
    "libname": "bellpepper-core", "gpulib": "supraseal-c2", "msmlib": "sppark",
    "A1": "A1", "A2": "A2", "A4": "A4", "B1": "B1", "D4": "D4",
    "cap_a": 1, "cap_b": 2, "cap_c": 4, "circuits": 10, "constraints": "130278869",
    # seconds that the tools print: the phases of the four full runs, the steps on the GPU
    "base_synth": "54.7", "base_gpu": "34.0", "all_synth": "60.4", "all_gpu": "45.4", "inst_synth": "60.3", "nob1_synth": "60.2",
    "other": "0.2", "register": "5.7", "ntt": "22.8", "nob1_ntt": "22.9", "batch_add": "4.9", "tail_msm": "7.7", "b_g2": "4.3",
    # synthesis alone: averages over three runs, and how far the runs lie apart
    "first_synth": "61.0", "vec": "55.4", "a": "59.8", "b": "56.6", "c": "61.1",
    "step_vec": "0.3", "step_a": "0.4", "step_b": "0.4", "step_c": "0.3",
    # one circuit under perf
    "part_vec": "6.2", "part_c": "6.7", "part_vec_long": "7.918204113", "part_c_long": "8.401172950",
    "l1_vec": "412,884,120", "l1_c": "420,731,906", "l1_vec_again": "411902377", "l1_c_again": "421118450",
    # what the agent says, right or wrong
    "said_all": "106", "said_regress": "19", "est_b1": "8.6", "est_gib": 120, "said_gib": 125, "said_b1": "5.7", "said_over": "5.5",
    "said_a": "+8.0", "said_b": "+2.4", "said_c": "+10.5", "said_range": "5-6", "said_l1": "1.9",
}  # fmt: skip


def derive(given: Mapping[str, str | int]) -> dict[str, str]:
    """All values the story may name: the parameters, the sums that the tools would print, spellings of the names."""
    p = {k: str(v) for k, v in (PARAMETERS | dict(given)).items()}
    d = {k: Decimal(v) for k, v in p.items() if re.fullmatch(r"\d+(\.\d+)?", v)}
    steps = d["batch_add"] + d["tail_msm"] + d["b_g2"]
    d["inst_gpu"] = d["register"] + d["ntt"] + steps
    d["nob1_gpu"] = d["nob1_ntt"] + steps
    for run in ("base", "all", "inst", "nob1"):
        d[f"{run}_total"] = d[f"{run}_synth"] + d[f"{run}_gpu"] + d["other"]
    d["gap"] = d["all_total"] - d["base_total"]
    for series in ("vec", "a", "b", "c"):
        step = d[f"step_{series}"]
        for i, offset in enumerate((Decimal(0), -step, step), 1):
            d[f"{series}_{i}"] = d[series] + offset
        d[f"{series}_min"] = d[series] - step
    d["pinned_bytes"] = d["constraints"] * 32 * 3 * d["circuits"]
    p |= {k: str(v) for k, v in d.items() if k not in p}
    p["constraints"] = f"{int(d['constraints']):,}"
    p["PROJECT"], p["b1_lower"], p["libident"] = p["project"].upper(), p["B1"].lower(), p["libname"].replace("-", "_")
    p["lib"] = f"extern/{p['libname']}"
    return p


def story(values: Mapping[str, str]) -> str:
    """The story with its parameters filled in; one that is not in the table is a KeyError."""
    text = "\n".join(p.read_text(encoding="utf-8").strip("\n") + "\n" for p in sorted(HERE.glob("story-*.txt")))
    return re.sub(r"%([A-Za-z]\w*)%", lambda m: values[m[1]], text)


def make(given: Mapping[str, str | int] | None = None) -> tuple[str, dict[str, int]]:
    """The transcript as JSON lines, and the number of each message that has a label."""
    values = derive(given or {})
    first = int(values["first_message"])
    told = list(turns(story(values)))
    labels = labelled(told, first)
    out = Transcript(values["project"], values["home"], "phase4", "claude-opus-4-6", datetime(2026, 2, 17, 8, 35, 20))
    out.note(NOTE.format(**labels), first)
    for number, turn in enumerate(told, first):
        out.turn(number, turn)
    return out.text(), labels


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the sample's transcript.")
    parser.add_argument("--set", type=Path, help="JSON object of parameters to replace")
    parser.add_argument("-o", "--output", type=Path, default=HERE / "transcript.jsonl")
    options = parser.parse_args()
    text, labels = make(json.loads(options.set.read_text(encoding="utf-8")) if options.set else None)
    options.output.write_text(text, encoding="utf-8")
    print(f"{options.output}: {text.count(chr(10))} records, messages {min(labels.values())} to {max(labels.values())}")


if __name__ == "__main__":
    main()
