"""What is said of the labelled thing that a belief is about: one that costs did harm, one that was kept did good, one that was only
taken out was given up. That it was taken out says nothing of its worth."""

import re

from sessionlens.facts.borrowed import LABEL
from sessionlens.facts.keys import NAME, hedged, judged_by
from sessionlens.facts.verdicts import PART
from sessionlens.model.facts import Hypothesis
from sessionlens.model.trace import Trace
from sessionlens.model.words import Status
from sessionlens.prose.judging import MODAL
from sessionlens.text.regex import regex

HARMFUL = regex(r"\b(?:culprit|cause[sd]?|hurts?|harms?|slow\w*|regress\w*|blame\w*|problem|bottleneck|suspects?)\b", re.I)
"""A belief with one of these says that a thing does harm; any other belief about a change says that it does good."""
SUSPECTS = regex(
    r"\b(?:suspects|suspicions|culprits|(?:possible|potential|likely|candidate)\s+(?:root\s+)?(?:causes|reasons|culprits))\b", re.I
)
"""What stands above a list of things that may do harm."""
MUST_GO = regex(r"\b(?:has|have|had)\s+to\s+go\b|\bmust\s+go\b")
DROPPED = regex(r"\b(?:is|was|are|were|gets?)\s+(?:(?:now|fully|wholly|both)\s+)*(?:reverted|taken\s+out|dropped|undone|backed\s+out)\b")
HALF = regex(
    r"\b(?:not|n['’]t|only|partly|partially|half|still)\b[^.;]*\b(?:reverted|taken\s+out|dropped|undone|backed\s+out)\b|"
    r"\bstill\s+(?:in|there|applied|differs)\b"
)
"""What says that a thing was not taken out, or not all of it."""
COSTS = regex(r"\b(?:costs?|(?:a|the)\s+regression|makes?\s+(?:it|things|everything)\s+(?:slower|worse))\b")
KEPT = regex(r"\b(?:stays?\s+in|(?:is|was|are|were)\s+(?:kept|worth\s+it)|pays\s+off|(?:becomes?|became|is\s+now)\s+the\s+default)\b")
FIGURE = regex(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\d)")
ROUGH = regex(r"[~≈]\s*\d|\b(?:estimate[sd]?|about|roughly|around|reckon\w*)\b", re.I)


def treated(h: Hypothesis, trace: Trace) -> list[tuple[int, Status]]:
    """What later messages say of a labelled thing's worth, in order; where none does, the last that says it was taken out.

    A cost that no tool printed, and that the message does not work out from other figures, is an estimate and decides nothing.
    """
    labels = [n for n in judged_by(h) if LABEL.fullmatch(n) or NAME.fullmatch(n)]
    if len(labels) != 1 or h.aliases[0] != labels[0]:
        return []
    harm = HARMFUL.search(h.quote) is not None or _suspected(h, trace)
    default = re.compile(rf"\bmak(?:e|ing)\s+[*_`]*{labels[0]}\b\S*\s+the\s+default\b")
    found: list[tuple[int, Status]] = []
    gone: list[int] = []
    for turn in trace.turns:
        message = turn.message
        if message.number <= h.msg or message.role == "user" or labels[0] not in message.text:
            continue
        for s in turn.statements:
            if labels[0] not in s.text or s.kind in ("quote", "code", "heading", "cell") or MODAL.search(s.text):
                continue
            for part in PART.split(s.text.replace(": ", "; ")):
                low = _of(part, labels[0])
                status = _fortune(low, harm) if low and not hedged(low) else None
                if not harm and default.search(part):
                    status = "confirmed"
                if status and not (COSTS.search(low) and not _backed(low, message.number, message.text, trace)):
                    found.append((message.number, status))
                elif labels[0] in part and HALF.search(part.lower()):
                    gone.clear()
                elif DROPPED.search(low) and not harm:
                    gone.append(message.number)
    return found or [(m, "abandoned") for m in gone[-1:]]


def _suspected(h: Hypothesis, trace: Trace) -> bool:
    """Whether a belief stands in a list of what may do harm: "Suspects: POOL: one lock for all"."""
    turn = trace.turn(h.msg)
    item = next((s for s in turn.statements if s.start <= h.span.start < s.end), None) if turn else None
    return item is not None and item.kind == "item" and SUSPECTS.search(f"{item.lead} {item.heading}") is not None


def _of(part: str, label: str) -> str:
    """A part of a sentence in lower case if it begins with the label, else ""."""
    return part.lower() if re.match(rf"[*_`]*(?:{label})(?!\w)", part.lstrip()) else ""


def _fortune(low: str, harm: bool) -> Status | None:
    """What is said of the worth of a thing."""
    if COSTS.search(low):
        return "confirmed" if harm else "refuted"
    if MUST_GO.search(low) and not harm:
        return "refuted"
    if KEPT.search(low):
        return "refuted" if harm else "confirmed"
    return None


def _backed(low: str, at: int, text: str, trace: Trace) -> bool:
    """Whether a cost in figures was printed before, or is worked out from two other figures of the message."""
    if ROUGH.search(low):
        return False
    label_free = low.lstrip("*_` ").partition(" ")[2]
    figures = FIGURE.findall(label_free)
    if not figures or len(set(FIGURE.findall(text)) - set(figures)) > 1:
        return True
    printed = re.compile(rf"(?<![\d.]){re.escape(figures[0])}")
    return any(
        call.output and figures[0] in call.output and printed.search(call.output)
        for turn in trace.between(0, at)
        for call in turn.message.calls
    )
