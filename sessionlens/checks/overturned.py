"""Later messages that refute a conclusion: hindsight, kept beside the verdict and never mixed into it."""

import re

from sessionlens.checks.words import content
from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.verdict import Verdict

RETRACTION = re.compile(
    r"\b(?:I was wrong|that was wrong|was wrong about|my mistake|I retract|retract(?:ed|ing)?|I misread|I misjudged|was mistaken|turns out (?:not|that was)|my (?:previous|earlier|last) "
    r"(?:message|statement|claim|conclusion|number|numbers) (?:was|were)|not true after all|contrary to what I (?:said|wrote)|I assumed|correction:)",
    re.I,
)
REFERENCE = re.compile(r"\b(?:msg|message|step)\s*#?(\d{1,6})\b", re.I)


def later(view: View, verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """Adds `overturned_by`: the agent's own retraction that names the message, or speaks of the same things soon after."""
    retractions = [
        (number, match, turn.message.text)
        for number, turn in view.turns.items()
        if turn.message.role == "assistant" and (match := RETRACTION.search(turn.message.text)) is not None
    ]
    if not retractions:
        return verdicts
    conclusions = {c.id: c for c in view.conclusions}
    out = []
    for verdict in verdicts:
        conclusion = conclusions[verdict.conclusion]
        by = tuple(n for n, match, text in retractions if n > conclusion.msg and _refutes(conclusion, n, match, text, view))
        out.append(verdict.model_copy(update={"overturned_by": by}) if by else verdict)
    return tuple(out)


def _refutes(conclusion: Conclusion, number: int, match: re.Match[str], text: str, view: View) -> bool:
    around = text[max(0, text.rfind("\n", 0, match.start())) : match.end() + 200]
    referred = {int(n) for n in REFERENCE.findall(around)}
    if referred:
        return conclusion.msg in referred and len(content(conclusion.quote) & content(around)) >= 2
    mine = content(conclusion.quote)
    shared = mine & content(around)
    return len(shared) >= 3 and len(shared) * 2 >= len(mine)
