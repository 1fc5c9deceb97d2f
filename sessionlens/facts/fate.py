"""What became of a hypothesis: confirmed, refuted, abandoned or still open, and the messages that decided it."""

import re

from sessionlens.facts import aliases
from sessionlens.model.facts import Change, Conclusion, Hypothesis, Reversion
from sessionlens.model.trace import Statement, Trace
from sessionlens.model.words import Status

REFUTES = re.compile(
    r"\b(?:refuted|disproved|disproven|falsified|ruled\s+out|rules?\s+out|(?:is|was|are|were)(?:n['’]t|\s+not)\s+(?:the\s+)?(?:cause|culprit|problem|reason|main|issue|real)|"
    r"can['’]?(?:t|not)\s+be|not\s+(?:the\s+)?(?:cause|culprit|problem|reason)|was\s+wrong|were\s+wrong|(?:i|we)\s+(?:had\s+)?assumed|no\s+effect|doesn['’]t\s+(?:help|matter|explain)|didn['’]t\s+help|"
    r"not\s+what\s+(?:i|we)|unrelated|no\s+such|nothing\s+(?:actually\s+)?(?:points|references)|broke(?:n)?|brings?\s+(?:little|nothing))\b",
    re.I,
)  # fmt: skip
CONFIRMS = re.compile(
    r"\b(?:confirmed|confirms|proved|proven|verified|was\s+right|were\s+right|is\s+right|so\s+was|as\s+(?:predicted|expected|suspected)|indeed|fits\s+the\s+hypothesis|"
    r"that['’]?s\s+(?:it|the\s+cause)|so\s+\w+\s+was\s+the|is\s+(?:real|worth\s+it)|clear\s+regression|works|fixed)\b",
    re.I,
)  # fmt: skip
NOT_CONFIRMED = re.compile(r"\b(?:not|never|to\s+be|need(?:s)?\s+to\s+(?:be\s+)?|yet\s+to\s+be|if|can\s+be|until|unless)\s+(?:\w+\s+)?(?:confirm|verif|prove)", re.I)


def settle(
    believed: tuple[Hypothesis, ...], trace: Trace, changed: tuple[Change, ...] = (), undone: tuple[Reversion, ...] = (), concluded: tuple[Conclusion, ...] = ()
) -> tuple[Hypothesis, ...]:
    """The same hypotheses with status, `decided_at` (the last deciding message) and `decided_by` (all).

    A statement decides a hypothesis if it has a verdict's words and names it: by its label, or by half of its content words
    together with the sentence before.
    """
    verdicts = _verdicts(trace)
    return tuple(_settled(h, verdicts) for h in believed)


Said = tuple[int, str, frozenset[str], Status]


def _verdicts(trace: Trace) -> list[Said]:
    """Every statement with a verdict's words: message, text, content words (with the sentence before), verdict."""
    out: list[Said] = []
    for turn in trace.turns:
        before = ""
        for s in turn.statements:
            status = _verdict(s)
            if status:
                out.append((turn.message.number, s.text, aliases.content(f"{before} {s.text}"), status))
            before = s.text
    return out


def _verdict(s: Statement) -> Status | None:
    if s.kind in ("code", "quote", "heading") or s.text.rstrip().endswith("?"):
        return None
    if REFUTES.search(s.text):
        return "refuted"
    if CONFIRMS.search(s.text) and not NOT_CONFIRMED.search(s.text):
        return "confirmed"
    return None


def _settled(h: Hypothesis, verdicts: list[Said]) -> Hypothesis:
    content = aliases.content(h.quote)
    labels = [n for n in h.aliases if aliases.LABEL.fullmatch(n)]
    decided: list[tuple[int, Status]] = []
    for msg, text, words, status in verdicts:
        if msg <= h.msg:
            continue
        named = any(re.search(rf"\b{label}\b", text) for label in labels)
        near = len(content & words) >= max(2, len(content) / 2)
        if named or near:
            decided.append((msg, status))
    if not decided:
        return h
    last = decided[-1]
    return h.model_copy(update={"status": last[1], "decided_at": last[0], "decided_by": tuple(dict.fromkeys(m for m, _ in decided))})
