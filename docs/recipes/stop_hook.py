#!/usr/bin/env python3
"""A Stop hook for Claude Code and Codex: tells the agent which of its new claims its own tools do not bear out.

Both programs hand a stopping hook a JSON object on standard input, with `session_id`, `transcript_path`, `stop_hook_active` and, in
recent versions, `last_assistant_message`. A JSON object with `"decision": "block"` and a reason on standard output sends the agent
back to work with that reason; no output lets it stop. The hook never stands in the way by a fault of its own.

A claim is told once: what was found at one stop is the baseline of the next. Only the standard library is used; `sessionlens` must be
on the path, or be named by SESSIONLENS.
"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FAIL_ON = os.environ.get("SESSIONLENS_STOP_ON", "contradicted,unsupported").split(",")
CHECKABLE = {"tests", "percent", "ratio", "delta", "level", "ranking", "range", "universal", "sum", "count"}
"""Kinds of claim that a run can settle; an unsupported one of another kind is not worth stopping for."""
SHOWN = 5
PATIENCE = 2.0
"""Seconds to wait for the last message to reach the transcript, which is written beside the agent's work."""
COMMAND = shlex.split(os.environ.get("SESSIONLENS", "sessionlens"))


def main() -> None:
    event = json.load(sys.stdin)
    transcript = event.get("transcript_path") if isinstance(event, dict) else None
    if not isinstance(transcript, str) or event.get("stop_hook_active") or not Path(transcript).is_file():
        return
    wait_for(Path(transcript), event.get("last_assistant_message") or "")
    state = Path(tempfile.gettempdir()) / f"sessionlens-stop-{os.getuid()}"
    state.mkdir(mode=0o700, exist_ok=True)
    name = "".join(c for c in str(event.get("session_id", "")) if c.isalnum() or c == "-") or "session"
    store, baseline = state / f"{name}.db", state / f"{name}.json"
    run("ingest", "--store", store, transcript)
    known = ["--baseline", baseline] if baseline.is_file() else []
    found = json.loads(run("check", "--store", store, "--format", "json", *known).stdout or "[]")
    run("check", "--store", store, "--quiet", "--write-baseline", baseline)
    claims = [c for c in found if c["verdict"] in FAIL_ON and (c["verdict"] == "contradicted" or c["claim"] in CHECKABLE)]
    if claims:
        print(json.dumps({"decision": "block", "reason": reason(claims)}))


def wait_for(transcript: Path, last: str) -> None:
    """Until the transcript's end holds the beginning of the last message, or patience is over."""
    wanted = json.dumps(last.strip()[:40], ensure_ascii=False)[1:-1].encode()
    until = time.monotonic() + PATIENCE
    while wanted and wanted not in transcript.read_bytes()[-200_000:] and time.monotonic() < until:
        time.sleep(0.1)


def run(*arguments: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=60)


def reason(claims: list[dict]) -> str:
    """What the agent reads: the claims with what speaks against them, the contradicted first."""
    claims = sorted(claims, key=lambda c: (c["verdict"] != "contradicted", c["msg"]))
    lines = ["Some of what you said is not borne out by what your tools printed. Correct it, or run what would show it:"]
    lines += [f'- {c["verdict"]}: "{c["quote"][:200]}" ({c["derivation"][:200]})' for c in claims[:SHOWN]]
    if len(claims) > SHOWN:
        lines.append(f"- and {len(claims) - SHOWN} more")
    return "\n".join(lines)


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError, KeyError, subprocess.SubprocessError) as fault:
        print(f"sessionlens stop hook: {fault}", file=sys.stderr)
