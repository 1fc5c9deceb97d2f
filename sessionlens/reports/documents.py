"""What an audit says, as frames in a compiler's style: the document's line with a caret, the lines that bear on it, why, what to do.

contradicted percent: "30 %"
  --> note.md:3:48
   3 | The build went from 40.0 s to 50.0 s, 30 % slower.
     |                                       ^^^^ claimed
   = (50.0 s - 40.0 s) / 40.0 s = 25 %, claimed 30 %
"""

from sessionlens.audit import Claim, Finding, Note, Place
from sessionlens.reports import advice
from sessionlens.reports.frames import Frame, mark

SHOWN = 4
"""Lines of evidence in one frame."""


def claim_frame(claim: Claim, colour: bool = False, columns: int | None = None) -> str:
    """One judged claim of a document."""
    frame = Frame(colour, columns)
    quote = frame.clean(claim.place.text)
    frame.title(claim.verdict, f" {claim.kind}: {quote if len(quote) <= 60 else quote[:57] + '...'}", claim.verdict)
    _lines(frame, claim.focus or claim.place, "claimed", claim.verdict, claim.also)
    if claim.derivation:
        frame.note(claim.derivation)
    if claim.messages:
        frame.note(", ".join(f"msg {m}" for m in claim.messages[:12]), "rests on: ")
    if claim.caveats:
        frame.note(", ".join(claim.caveats), "caveats: ")
    helped = claim.help or advice.for_verdict(claim.verdict, claim.caveats)
    if helped:
        frame.note(helped, "help: ")
    return str(frame)


def finding_frame(finding: Finding, colour: bool = False, columns: int | None = None) -> str:
    """One finding in a document."""
    frame = Frame(colour, columns)
    frame.title(f"{finding.rule} {finding.issue}", f": {frame.clean(finding.why)}", finding.confidence)
    _lines(frame, finding.place, f"confidence: {finding.confidence}", finding.confidence, finding.also)
    frame.note(finding.help, "help: ")
    return str(frame)


def _lines(frame: Frame, place: Place, label: str, tone: str, also: tuple[Note, ...]) -> None:
    document = place.document
    frame.place("-->", f"{document.name}:{place.line}:{place.column}")
    frame.code(mark(document.text, place.start, place.end), label, tone)
    for note in also[:SHOWN]:
        if note.place.document is not document:
            document = note.place.document
            frame.place(":::", f"{document.name}:{note.place.line}:{note.place.column}")
        frame.code(mark(document.text, note.place.start, note.place.end), frame.clean(note.label)[:60])
    if len(also) > SHOWN:
        frame.note(f"{len(also) - SHOWN} more places", "also: ")
