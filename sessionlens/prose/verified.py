"""A claim that its author sets out to check in the next breath ("The reports are all from other files. Let me verify that none is from
ours."), and candidates named in one breath ("Candidates: the list that nobody empties, and the cache.")."""

import re

from sessionlens.model.trace import Statement
from sessionlens.prose.clauses import Said
from sessionlens.text.regex import regex

CHECKS = regex(
    r"(?:(?:now|first|so|but|and|ok(?:ay)?)[,]?\s+)?(?:let\s+me|let['’]?s|i['’]ll|i\s+(?:want|need)\s+to)\s+(?:just\s+|quickly\s+|first\s+|also\s+|now\s+)?"
    r"(?:verify|confirm|double[- ]check|validate|prove|make\s+sure)\b\s*(?P<what>[^.!?]*)",
    re.I,
)
THIS = regex(
    r"(?:(?:that|this|it)(?:\s+(?:theory|hypothesis|assumption|claim|guess|suspicion))?)?\s*(?:[:,]|$|by\b|with\b|first\b|before\b)", re.I
)
OWN = regex(
    r"(?:i|we|now|let|done|good|great|ok(?:ay)?|here|next|first|all|both|the\s+(?:build|tests?|file|code|fix|change|commit|edit)s?)\b|"
    r".*\b(?:pass(?:es|ed)?|succeed(?:s|ed)|succeeded|updated|added|created|removed|fixed|committed|pushed|installed|complete[ds]?|done|ready)\b|"
    r".*\b(?:is|are|was|were|been)\s+(?:now\s+|fully\s+|all\s+)?(?:\w+ed|undone|gone|built|written|in\s+place|back)[\s.!*]*$",
    re.I | re.S,
)
"""What tells of one's own doing, or of a run's end."""
WORD = regex(r"[a-z]{5,}")
NAMES = regex(
    r"[*_]*(?:(?:two|three|the|my)\s+)?(?:(?:likely|possible|main)\s+)?(?:candidates|suspects|culprits|causes)[*_]*:[*_]*\s+",
    re.I,
)
NEXT = regex(r"(?:,|;)?\s+(?:and|or)\s+(?=(?:the|a|an|our)\s|[`\w.]+\(|`)|;\s+")
SPARE = 8


def checked(near: Statement, s: Statement, spoken: Said) -> bool:
    """Whether a statement sets out to check what the one before it claims: by a pronoun, or with a word of it."""
    m = CHECKS.match(s.text)
    if m is None or near.text.rstrip("*_ ").endswith(("?", ":")) or OWN.match(near.text) or not any(c.verbs for c in spoken.of(near)):
        return False
    if THIS.match(m["what"]):
        return True
    return any(word[:5] in near.text.lower() for word in WORD.findall(m["what"].lower()))


def candidates(s: Statement) -> list[tuple[int, int]]:
    """Where the candidates stand that a sentence names behind a colon, where it names two or more.

    >>> text = "Candidates: the list that nobody empties, and the cache on `parse`."
    >>> [text[a:b] for a, b in candidates(Statement("sentence", text, 0, len(text)))]
    ['the list that nobody empties', 'the cache on `parse`']
    """
    m = NAMES.match(s.text)
    if m is None:
        return []
    cuts = [c.span() for c in NEXT.finditer(s.text, m.end())]
    starts, ends = [m.end(), *(b for _, b in cuts)], [*(a for a, _ in cuts), len(s.text.rstrip(" .*_"))]
    return [(s.start + a, s.start + b) for a, b in zip(starts, ends, strict=True) if b - a > SPARE] if cuts else []
