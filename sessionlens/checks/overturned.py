"""Later messages that refute a conclusion: hindsight, kept beside the verdict and never mixed into it."""

import re

from sessionlens.checks.words import STOP, content, tokens
from sessionlens.graph.view import View
from sessionlens.model.verdict import Verdict

RETRACTION = re.compile(
    r"\b(?:I was wrong|that was wrong|was wrong about|my mistake|I retract|retract(?:ed|ing)?|I misread|I misjudged"
    r"|was mistaken|turns out (?:not|that was)|my (?:previous|earlier|last) "
    r"(?:message|statement|claim|conclusion|number|numbers) (?:was|were)|not true after all"
    r"|contrary to what I (?:said|wrote)|I assumed|correction:)",
    re.I,
)
TAKEN_BACK = re.compile(
    r"\bI (?:must |have to |hereby |should |now )?(?:take back|withdraw|retract|was (?:simply |just )?(?:wrong|mistaken) about) "
    r"(?:(?:what|everything|all) I (?:have )?(?:said|wrote|claimed|concluded) (?:about|on|of) "
    r"|my (?:earlier |previous |last )?(?:claim|statement|conclusion|remark|explanation|words?) (?:about|on|that) )?"
    r"([^.:;,!?\n]{3,100})",
    re.I,
)
"""A retraction that names its subject, which all of an earlier claim's words are looked through for."""
_WORDS = (
    "take back", "withdraw", "wrong", "mistake", "retract", "misread", "misjudged", "turns out", "my previous", "my earlier", "my last",
    "not true after all", "contrary to", "assumed", "correction",
)  # fmt: skip
"""One of these stands in every retraction: looked for first, because that is cheap."""
_DISMISSALS = (
    "noise",
    "artefact",
    "artifact",
    "outlier",
    "bogus",
    "meaningless",
    "too neat",
    "overstated",
    "does not hold",
    "doesn't hold",
)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
DISMISSED = re.compile(
    r"(?<![\d.])(\d+\.\d+)(?: ?[a-zµ%/]{1,6})? (?:was|were|is|are) (?:just |only |probably |mostly |all )?"
    r"(?:noise|an? (?:\w+ )?(?:artefact|artifact|outlier|fluke)|bogus|meaningless|worthless)",
    re.I,
)
QUOTED = re.compile(
    r"[\"“]([^\"”\n]{8,120})[\"”] (?:was|is) (?:too neat|too strong|wrong|overstated|premature|false|not true|an overstatement)"
)
REFERENCE = re.compile(r"\b(?:msg|message|step)\s*#?(\d{1,6})\b", re.I)


def later(view: View, verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """Adds `overturned_by`: the agent's own retraction that names the message, or speaks of the same things soon after."""
    retractions = []
    for number, turn in view.turns.items():
        text = turn.message.text
        if turn.message.role != "assistant" or not text or not any(map(text.lower().__contains__, _WORDS)):
            continue
        if (match := RETRACTION.search(text)) is not None:
            around = text[max(0, text.rfind("\n", 0, match.start())) : match.end() + 200]
            retractions.append((number, {int(n) for n in REFERENCE.findall(around)}, content(around)))
    broken = _broken_later(view, verdicts)
    dismissed, taken = _dismissed(view), _taken_back(view)
    if not retractions and not broken and not dismissed and not taken:
        return verdicts
    conclusions = {c.id: c for c in view.conclusions}
    out = []
    for verdict in verdicts:
        conclusion = conclusions[verdict.conclusion]
        mine = content(conclusion.quote) if retractions and retractions[-1][0] > conclusion.msg else frozenset()
        by = tuple(n for n, referred, said in retractions if n > conclusion.msg and _refutes(conclusion.msg, mine, referred, said))
        by += tuple(n for n, numbers, quotes in dismissed if n > conclusion.msg and _named_again(conclusion.quote, numbers, quotes))
        if taken and not (verdict.verdict == "supported" and _NUMBER.search(conclusion.quote)):
            own = content(conclusion.quote)
            by += tuple(n for n, subject in taken if n > conclusion.msg and subject <= own)
        by = tuple(sorted(set(by)))
        if verdict.conclusion in broken:
            by = tuple(sorted({*by, broken[verdict.conclusion]}))
        out.append(verdict.model_copy(update={"overturned_by": by}) if by else verdict)
    return tuple(out)


def _dismissed(view: View) -> list[tuple[int, frozenset[str], tuple[frozenset[str], ...]]]:
    """Messages that dismiss a number ("the 61.2 was noise") or one's own quoted words (""at every size" was too neat")."""
    out = []
    for number, turn in view.turns.items():
        text = turn.message.text
        if turn.message.role != "assistant" or not any(w in text for w in _DISMISSALS):
            continue
        numbers = frozenset(m[1] for m in DISMISSED.finditer(text))
        quotes = tuple(tokens(m[1]) for m in QUOTED.finditer(text))
        if numbers or quotes:
            out.append((number, numbers, quotes))
    return out


def _taken_back(view: View) -> list[tuple[int, frozenset[str]]]:
    """Messages that take back what was said about something, with the words for it: two at least, so that it is known what."""
    out = []
    for number, turn in view.turns.items():
        text = turn.message.text
        if turn.message.role != "assistant" or not any(w in text.lower() for w in ("take back", "withdraw", "retract", " about ")):
            continue
        for match in TAKEN_BACK.finditer(text):
            subject = content(match[1]) - STOP
            if len(subject) > 1:
                out.append((number, subject))
    return out


def _named_again(quote: str, numbers: frozenset[str], quotes: tuple[frozenset[str], ...]) -> bool:
    if numbers & frozenset(_NUMBER.findall(quote)):
        return True
    said = tokens(quote) if quotes else frozenset()
    return any(len(q) >= 3 and len(q & said) >= 0.8 * len(q) for q in quotes)


def _broken_later(view: View, verdicts: tuple[Verdict, ...]) -> dict[str, int]:
    """Claims that tests pass, with the later run that fails although nothing was changed between."""
    failing = {c.id for c in view.conclusions if "fail" in c.quote.lower()}
    claimed = [v for v in verdicts if v.claim == "tests" and v.verdict != "contradicted" and v.conclusion not in failing]
    if not claimed:
        return {}
    at = {c.id: c.msg for c in view.conclusions}
    changed = sorted(c.msg for c in view.changes)
    failed = [n for n, run in view.runs() if any(o.kind == "tests" and o.result == "fail" for o in run.outcomes)]
    out = {}
    for verdict in claimed:
        msg = at[verdict.conclusion]
        until = next((c for c in changed if c >= msg), None)
        later_run = next((n for n in failed if n >= msg and (until is None or n < until)), None)
        if later_run is not None:
            out[verdict.conclusion] = later_run
    return out


def _refutes(msg: int, mine: frozenset[str], referred: set[int], said: frozenset[str]) -> bool:
    shared = mine & said
    if referred:
        return msg in referred and len(shared) >= 2
    return len(shared) >= 3 and len(shared) * 2 >= len(mine)
