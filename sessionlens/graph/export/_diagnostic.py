"""Verdicts and findings as what a build server knows: something with a rule, a level, a place and a message."""

from collections.abc import Iterator
from dataclasses import dataclass

from sessionlens.graph.view import View
from sessionlens.model.span import Span

LEVEL = {"contradicted": "error", "unsupported": "warning", "undecidable": "note", "supported": "none"}
_CONFIDENT = {"high": "error", "medium": "warning", "low": "note"}


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """`rule` is a verdict's word or a finding's rule number, `name` the kind of claim or the issue; `level` is one of error, warning,
    note, none (a claim that holds)."""

    id: str
    rule: str
    name: str
    level: str
    text: str
    detail: str
    span: Span


def diagnostics(view: View) -> Iterator[Diagnostic]:
    """Every judged conclusion in sight, then every finding, each in the order of the session."""
    for c in view.conclusions:
        v = view.verdict(c.id)
        if v is not None:
            yield Diagnostic(c.id, v.verdict, v.claim, LEVEL[v.verdict], " ".join(c.quote.split()), v.derivation, c.span)
    for f in view.findings:
        yield Diagnostic(f.id, f.rule, f.issue, _CONFIDENT[f.confidence], " ".join(f.why.split()), f.help, f.span)
