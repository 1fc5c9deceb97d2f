"""Honest rounding in a document is never called wrong, and a wrong relation often is: properties over random tables and sentences."""

from decimal import ROUND_HALF_EVEN, Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from sessionlens.audit import Document, audit

VALUES = st.decimals(min_value=Decimal("1.00000"), max_value=Decimal("900"), places=5)
CHANGES = st.decimals(min_value=Decimal("-0.60000"), max_value=Decimal("1.50000"), places=5)


def shown(value: Decimal, places: int) -> str:
    return f"{value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN):f}"


def table(old: Decimal, new: Decimal, change: Decimal, places: int) -> str:
    percent = shown(100 * change, 1)
    sign = "" if percent.startswith("-") else "+"
    return (
        "| Ring | Time | vs none |\n|---|---|---|\n"
        f"| none (baseline) | {shown(old, places)} s | |\n| ring 8 | {shown(new, places)} s | {sign}{percent} % |\n"
    )


def contradicted(text: str) -> list[str]:
    return [c.derivation for c in audit([Document("x.md", text)]).claims if c.verdict == "contradicted"]


@settings(max_examples=150, deadline=None)
@given(VALUES, CHANGES, st.integers(1, 3))
def test_a_true_relation_in_a_table(old: Decimal, change: Decimal, places: int) -> None:
    assert not contradicted(table(old, old * (1 + change), change, places))


@settings(max_examples=150, deadline=None)
@given(VALUES, st.decimals(min_value=Decimal("0.02000"), max_value=Decimal("3"), places=5), st.integers(1, 3), st.integers(0, 1))
def test_a_true_relation_in_a_sentence(old: Decimal, change: Decimal, places: int, digits: int) -> None:
    new = old * (1 + change)
    assert not contradicted(
        f"The import went from {shown(old, places)} s to {shown(new, places)} s, {shown(100 * change, digits)} % slower."
    )


@settings(max_examples=100, deadline=None)
@given(
    st.decimals(min_value=Decimal("20"), max_value=Decimal("900"), places=3),
    CHANGES,
    st.decimals(min_value=Decimal("0.03"), max_value=Decimal("0.2"), places=3),
)
def test_a_false_relation_is_caught_where_the_digits_allow(old: Decimal, change: Decimal, error: Decimal) -> None:
    """Three points off and more, printed to hundredths of values of twenty and more."""
    assert contradicted(table(old, old * (1 + change), change + error, 2))
