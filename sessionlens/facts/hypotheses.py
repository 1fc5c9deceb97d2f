"""Beliefs that could be shown true or false, and what became of them."""

from sessionlens.model.facts import Change, Conclusion, Hypothesis, Reversion
from sessionlens.model.trace import Trace


def find(trace: Trace) -> tuple[Hypothesis, ...]:
    """All hypotheses of a session, each at the first message that states it."""
    return ()


def settle(
    believed: tuple[Hypothesis, ...],
    trace: Trace,
    changed: tuple[Change, ...] = (),
    undone: tuple[Reversion, ...] = (),
    concluded: tuple[Conclusion, ...] = (),
) -> tuple[Hypothesis, ...]:
    """The same hypotheses with their status and the messages that decided it."""
    return believed
