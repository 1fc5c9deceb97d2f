"""What an audit says of a document: claims with their verdicts, and findings, each at a place in a file."""

from dataclasses import dataclass
from typing import Literal

from sessionlens.audit.document import Place
from sessionlens.model.words import DEFECTS, Caveat, ClaimKind, Confidence, Defect, Issue, VerdictWord

__all__ = ["DEFECTS", "Basis", "Claim", "Defect", "Finding", "Hit", "Note"]
Basis = Literal["document", "session", "none"]


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that bears on the first, and what it shows ("delta 1.2 s: outside")."""

    place: Place
    label: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of a document, judged.

    `basis` says what the verdict rests on: the document's own tables and numbers, the session, or nothing (then it is
    `unsupported`). `messages` are the session's messages, `also` the places in documents, that bear it out or refute it. `focus` is
    the part of a long statement that was judged, `help` what would be true ("" where nothing is known).
    """

    place: Place
    kind: ClaimKind
    verdict: VerdictWord
    caveats: tuple[Caveat, ...] = ()
    derivation: str = ""
    basis: Basis = "none"
    messages: tuple[int, ...] = ()
    also: tuple[Note, ...] = ()
    focus: Place | None = None
    help: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """One place where an audit rule fires; `why` is a sentence for the reader."""

    place: Place
    why: str
    confidence: Confidence = "medium"
    also: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """A hit with what its rule knows: number ("D003"), issue, what to do."""

    place: Place
    issue: Issue | Defect
    rule: str
    confidence: Confidence
    why: str
    help: str
    also: tuple[Note, ...] = ()
