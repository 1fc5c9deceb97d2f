"""Verifications: calls whose output answers a yes/no question."""

from sessionlens.model.facts import Verification
from sessionlens.model.trace import Trace


def find(trace: Trace) -> tuple[Verification, ...]:
    """One verification per message that put a question to a tool and got an answer."""
    return ()
