"""A write-up read as critically as a session: its claims against its own tables and numbers, against other write-ups, against the log.

>>> report = audit([Document("note.md", "The build went from 40.0 s to 50.0 s, 30 % slower.")])
>>> [(c.verdict, c.place.text) for c in report.claims]
[('contradicted', '30 %')]
"""

from collections.abc import Iterable
from dataclasses import dataclass

from sessionlens.audit import claims, rules
from sessionlens.audit.base import Claim, Finding, Hit, Note
from sessionlens.audit.document import Document, Place
from sessionlens.audit.library import Library
from sessionlens.graph.view import View

__all__ = ["Claim", "Document", "Finding", "Hit", "Note", "Place", "Report", "audit"]


@dataclass(frozen=True)
class Report:
    """What an audit found, in the order of the documents and of the places in them."""

    documents: tuple[Document, ...]
    claims: tuple[Claim, ...]
    findings: tuple[Finding, ...]


def audit(documents: Iterable[Document], view: View | None = None) -> Report:
    """Judges documents together: the tables of one are evidence for the text of another. `view` is the session that they are about."""
    read = tuple(documents)
    found = claims.judged(read, view)
    return Report(read, found, rules.find(Library(read, view, found)))
