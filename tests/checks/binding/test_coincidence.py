"""Numbers that agree by chance, numbers as they are written, and what is said of a number that nothing measured."""

import pytest

from tests.checks.cases import outcome

TIMES = "| step | min CPU |\n|---|---|\n| plain | {plain} |\n| lazy | {lazy} |"


def judged(claim: str, *steps: tuple[str, str], user: str = "Have a look.") -> tuple[str, str]:
    told = {"id": "made", "user": user, "steps": [{"cmd": cmd, "out": out} for cmd, out in steps], "claim": claim}
    verdict, _, why = outcome(told)
    return verdict, why


@pytest.mark.parametrize(
    ("claim", "cmd", "out", "verdict"),
    [
        ("All 12 runs ended well.", "cat NOTES", "Lantern 12 behind the gate runs", "supported"),
        ("None of the 12 trials ended early.", "cat NOTES", "Lantern 12 behind the gate, none early", "unsupported"),
        ("The file has 140 012 lines.", "wc -l big.txt", "140012 big.txt", "supported"),
        ("The file has 140 013 lines.", "wc -l big.txt", "140012 big.txt", "contradicted"),
        ("`pool_size` was 4004 before and 4000 after.", "./show pool_size", "pool_size: 4004", "unsupported"),
        ("max_lanes is 40.", "./show lanes; ./show other", "max_lanes|40||t\nother|7||f", "supported"),
        ("The reader never asks for a full 8 KB block.", "git diff", "+-- Asks for 8 KB blocks, not for one", "unsupported"),
    ],
)
def test_agreement_by_chance(claim: str, cmd: str, out: str, verdict: str) -> None:
    found, why = judged(claim, (cmd, out))
    assert found == verdict, why


def test_a_leading_zero_is_a_name() -> None:
    found, why = judged("007 is still there.", ("./bench", "gate: 7 ms\ngate count: 7"))
    assert found == "unsupported" and "7" not in why


@pytest.mark.parametrize(("said", "verdict"), [("300", "supported"), ("200", "contradicted")])
def test_a_round_value_beside_exact_ones_is_exact(said: str, verdict: str) -> None:
    found, why = judged(TIMES.format(plain=f"{said} ms", lazy="218 ms"), ("./bench --all", "plain: min CPU 300 ms\nlazy: min CPU 218 ms"))
    assert found == verdict, why


def test_a_number_that_some_output_has_is_not_called_unprinted() -> None:
    _, why = judged("The gate has 24 berths.", ("./show", "lanes|24|f"), user="There should be 24 berths.")
    assert "no tool printed it" not in why
    _, why = judged("The gate has 25 berths.", ("./show", "lanes|24|f"), user="There should be 25 berths.")
    assert "no tool printed it" in why
