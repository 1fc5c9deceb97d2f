"""Writes this sample's transcript: `python make.py [--set parameters.json] [-o transcript.jsonl]`.

The story stands in `story-*.txt`, the names and numbers in `PARAMETERS`; `%name%` in the story is a parameter or a value derived
from them. With other parameters the same investigation comes out under other names, with other numbers, from another message on,
and each claim is as true or false as those numbers make it. Needs the standard library only; the same parameters give the same bytes.
"""

import argparse
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path

HERE = Path(__file__).parent
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


@dataclass
class Turn:
    """A message of the story: who, its label, a time of day or "", its text, its calls (kind, argument, body, output, exit status)."""

    role: str
    label: str = ""
    clock: str = ""
    text: str = ""
    calls: list[tuple[str, str, str, str, int]] = field(default_factory=list)


def story(values: Mapping[str, str]) -> Iterator[Turn]:
    """The turns of all story files, parameters filled in. An unknown parameter is a KeyError."""
    text = "\n".join(p.read_text(encoding="utf-8").strip("\n") + "\n" for p in sorted(HERE.glob("story-*.txt")))
    text = re.sub(r"%([A-Za-z]\w*)%", lambda m: values[m[1]], text)
    for block in re.split(r"^=== ", text, flags=re.M)[1:]:
        head, _, body = block.partition("\n")
        words = head.split()
        turn = Turn(words[0], *("".join(w[1:] for w in words[1:] if w[0] == mark) for mark in "#@"))
        parts = re.split(r"^--- (bash|out|edit|write|read|todo)(.*)\n", body, flags=re.M)
        turn.text = parts[0].strip()
        for kind, argument, content in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            content = content.rstrip("\n")
            if kind == "out":
                made, what, command, _, _ = turn.calls.pop()
                turn.calls.append((made, what, command, content, int(argument.partition("exit=")[2] or 0)))
            else:
                turn.calls.append((kind, argument.strip(), content, "", 0))
        yield turn


def tool(kind: str, argument: str, body: str, output: str, root: str) -> tuple[str, dict[str, object], str, object]:
    """A call as Claude Code records it: the tool's name, its input, the result's text, and the structured result."""
    path = f"{root}/{argument}"
    if kind == "bash":
        return "Bash", {"command": body}, output, {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
    if kind == "edit":
        old, new = body.split("\n---- with\n")
        edit = {"filePath": path, "oldString": old, "newString": new, "originalFile": None, "structuredPatch": [], "userModified": False}
        given: dict[str, object] = {"file_path": path, "old_string": old, "new_string": new}
        return "Edit", given, f"The file {path} has been updated successfully.", edit | {"replaceAll": False}
    if kind == "write":
        written = {"type": "create", "filePath": path, "content": body + "\n", "structuredPatch": []}
        return "Write", {"file_path": path, "content": body + "\n"}, f"File created successfully at: {path}", written
    if kind == "read":
        return "Read", {"file_path": path}, output, {"type": "text", "file": {"filePath": path, "content": output}}
    states = {"x": "completed", "~": "in_progress", " ": "pending"}
    todos = [{"content": line[4:], "status": states[line[1]], "activeForm": line[4:]} for line in body.splitlines()]
    return "TodoWrite", {"todos": todos}, "Todos have been modified successfully.", {"oldTodos": [], "newTodos": todos}


class Transcript:
    """The records so far, and the clock."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self.root, self.now = values["home"], datetime(2026, 2, 17, 8, 35, 20)
        self.session = self.key("session " + values["project"])
        self.records: list[dict[str, object]] = []

    @staticmethod
    def key(text: str) -> str:
        h = hashlib.sha256(text.encode()).hexdigest()
        return f"{h[:8]}-{h[8:12]}-4{h[13:16]}-a{h[17:20]}-{h[20:32]}"

    def add(self, kind: str, **rest: object) -> None:
        """One record, chained to the one before it."""
        parent = self.records[-1]["uuid"] if self.records else None
        uuid = self.key(f"{self.session} {len(self.records)}")
        stamp = self.now.isoformat(timespec="milliseconds") + "Z"
        frame = {"parentUuid": parent, "isSidechain": False, "userType": "external", "cwd": self.root, "sessionId": self.session}
        self.records.append(frame | {"version": "2.0.14", "gitBranch": "phase4", "type": kind, **rest, "uuid": uuid, "timestamp": stamp})

    def say(self, number: int, block: dict[str, object]) -> None:
        """A piece of the agent's message; pieces of one message share its id."""
        message = {"id": f"msg_{number:06d}", "type": "message", "role": "assistant", "model": "claude-opus-4-6", "content": [block]}
        self.add("assistant", message=message | {"stop_reason": None, "usage": {"input_tokens": 9, "output_tokens": 9}})

    def turn(self, number: int, turn: Turn) -> None:
        """One message with its calls and their results."""
        if turn.clock:
            set_to = datetime.fromisoformat(f"{self.now.date()}T{turn.clock}")
            assert set_to > self.now, f"message {number}: {turn.clock} is past, it is {self.now.time()}"
            self.now = set_to
        self.now += timedelta(seconds=4 + len(turn.text) // 60)
        if turn.role == "user":
            self.add("user", message={"role": "user", "content": turn.text})
            return
        if turn.text:
            self.say(number, {"type": "text", "text": turn.text})
        for i, (kind, argument, body, output, status) in enumerate(turn.calls):
            call = f"toolu_{number:06d}_{i}"
            name, given, text, result = tool(kind, argument, body, output, self.root)
            self.say(number, {"type": "tool_use", "id": call, "name": name, "input": given})
            self.now += timedelta(seconds=int(argument) if kind == "bash" else 1)
            nothing_found = status == 1 and "grep" in body.split("|")[-1].split("&&")[-1]
            if nothing_found and isinstance(result, dict):
                result["returnCodeInterpretation"] = "No matches found"
            elif status:
                text = f"Exit code {status}\n{text}"
                result = f"Error: {text}"
            answer = {"tool_use_id": call, "type": "tool_result", "content": text, "is_error": bool(status) and not nothing_found}
            self.add("user", message={"role": "user", "content": [answer]}, toolUseResult=result)


def make(given: Mapping[str, str | int] | None = None) -> tuple[str, dict[str, int]]:
    """The transcript as JSON lines, and the number of each message that has a label."""
    values = derive(given or {})
    first = int(values["first_message"])
    turns = list(story(values))
    labels = {turn.label: first + i for i, turn in enumerate(turns) if turn.label}
    out = Transcript(values)
    out.add("system", subtype="informational", content=NOTE.format(**labels), level="info", isMeta=False, first_message=first)
    for number, turn in enumerate(turns, first):
        out.turn(number, turn)
    return "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in out.records), labels


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
