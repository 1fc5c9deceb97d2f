"""A status that the call itself prints is to be seen, whatever ran after the command."""

import pytest

from sessionlens.facts.statuses import echoed
from sessionlens.facts.trace import closely
from tests.story import tell


@pytest.mark.parametrize(
    ("command", "output", "seen"),
    [
        ('ci/probe.sh > out.txt; echo "exit $?"; cat out.txt', "exit 1\n> not ok 2", True),
        ('./seed && ci/probe.sh; echo "exit $?"; ls', "exit 0\n> seed", True),
        ('ci/probe.sh | tail -3; echo "exit $?"', "exit 0", False),
        ("ci/probe.sh; ls", "seed", False),
    ],
)
def test_an_echoed_status_is_seen(command: str, output: str, seen: bool) -> None:
    trace = closely(tell(f"user: does it hold?\n$ {command}\n> {output}"))
    run = next(run for turn in trace.turns for run in turn.runs)
    action = next(a for a in run.actions if "probe.sh" in a.command.text)
    assert echoed(run, action) is seen
