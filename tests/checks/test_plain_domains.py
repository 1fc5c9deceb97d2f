"""What an engineer says of a session in many domains, in thirds: T is true and borne out, F is false and shown so, U stays open."""

from pathlib import Path

import pytest

from sessionlens.checks.values.judge import SEVERITY
from sessionlens.graph.view import View
from sessionlens.pipeline import investigate
from tests.story import tell

BANK = Path(__file__).parents[1] / "cases" / "plain" / "domains.txt"
WANT = {"T": ("supported",), "F": ("contradicted",), "U": ("unsupported", "undecidable")}


def items() -> list[tuple[str, str, str]]:
    out = []
    for block in BANK.read_text().strip().split("\n@ "):
        lines = block.splitlines()
        story = "\n".join(line for line in lines[1:] if line[:2] not in ("T ", "F ", "U "))
        out += [(lines[0].removeprefix("@ "), story, line) for line in lines[1:] if line[:2] in ("T ", "F ", "U ")]
    return out


@pytest.mark.parametrize(("name", "story", "line"), items(), ids=lambda x: x[:60].replace("\n", " "))
def test_what_is_said_is_judged_as_it_stands(name: str, story: str, line: str) -> None:
    view = investigate(tell(f"{story}\nsay: {line[2:]}"))
    assert isinstance(view, View)
    last = max(view.turns)
    found = [v for c in view.conclusions if c.msg == last and (v := view.verdict(c.id)) is not None]
    assert found, "no conclusion"
    worst = min(found, key=lambda v: SEVERITY[v.verdict])
    assert worst.verdict in WANT[line[0]], (name, worst.derivation)
