"""Messages -> facts, one file per kind. `find` runs them in the order in which they build on each other.

They are loaded when it is called: who only shows what was found needs none of their patterns.
"""

from dataclasses import dataclass

from sessionlens.model.facts import Change, Conclusion, Hypothesis, Measurement, Reversion, Verification
from sessionlens.model.trace import Trace


@dataclass(frozen=True)
class Facts:
    """All facts of a session, each kind in the order of the session."""

    hypotheses: tuple[Hypothesis, ...] = ()
    changes: tuple[Change, ...] = ()
    verifications: tuple[Verification, ...] = ()
    measurements: tuple[Measurement, ...] = ()
    reversions: tuple[Reversion, ...] = ()
    conclusions: tuple[Conclusion, ...] = ()


def find(trace: Trace) -> Facts:
    """Every fact of the trace. Hypotheses come first, because changes and conclusions name them, and are settled last."""
    from sessionlens.facts import changes, conclusions, hypotheses, measurements, reversions, verifications

    believed = hypotheses.find(trace)
    changed = changes.find(trace, believed)
    verified = verifications.find(trace)
    undone = reversions.find(trace, changed, verified)
    concluded = conclusions.find(trace, believed)
    worked = tuple(r for r in undone if r.files)  # closing a ticket takes back no work: it says nothing of the belief behind it
    settled = hypotheses.settle(believed, trace, changed, worked, concluded)
    return Facts(settled, changed, verified, measurements.find(trace), undone, concluded)
