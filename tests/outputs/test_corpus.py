"""Real transcripts: prefilters change no finding, and ordinary work is not taken for measuring."""

from pathlib import Path

import pytest

from sessionlens import commands, formats, outputs
from sessionlens.model.session import Session

SHARED = Path(__file__).parents[2].parent / "shared"
FILES = sorted(SHARED.glob("sessions/*/claude-code.jsonl")) + sorted(SHARED.glob("corpus/claude-code/*.jsonl"))
PLAIN = sorted(SHARED.glob("corpus/claude-code-10mb/*.jsonl"))

if not FILES:
    pytest.skip("no ../shared beside this checkout", allow_module_level=True)


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_prefilters_change_no_finding_and_tokens_stand_where_they_say(path: Path) -> None:
    for session in formats.read(path):
        if not isinstance(session, Session):
            continue
        for call in (call for message in session.messages for call in message.calls):
            actions = commands.actions(call.command, call.cwd) if call.command else ()
            quick = outputs.read(call.output, actions, call)
            assert quick == outputs.scan(call.output, actions, call, prefilter=False), call.command
            assert all(call.output[r.start : r.end] == r.raw for r in quick[0]), call.command
            assert len({(r.start, r.end) for r in quick[0]}) == len(quick[0]), call.command


def test_ordinary_work_gives_few_measurements() -> None:
    calls = readings = 0
    for path in PLAIN:
        for session in formats.read(path):
            if isinstance(session, Session):
                for call in (call for message in session.messages for call in message.calls):
                    calls += 1
                    actions = commands.actions(call.command, call.cwd) if call.command else ()
                    readings += len(outputs.read(call.output, actions, call)[0])
    assert calls == 0 or readings / calls < 0.12
