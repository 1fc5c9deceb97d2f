"""Later messages that refute a conclusion: hindsight, kept beside the verdict and never mixed into it."""

import re
from bisect import bisect_right

from sessionlens.checks.claims.words import STOP, content, tokens
from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.verdict import Verdict
from sessionlens.text.regex import regex

RETRACTION = regex(
    r"\b(?:I was wrong|that was wrong|was wrong about|my mistake|I retract|retract(?:ed|ing)?|I misread|I misjudged"
    r"|was mistaken|turns out (?:not|that was)|my (?:previous|earlier|last) "
    r"(?:message|statement|claim|conclusion|number|numbers) (?:was|were)|not true after all"
    r"|contrary to what I (?:said|wrote)|I assumed|correction:)",
    re.I,
)
TAKEN_BACK = regex(
    r"\bI (?:must |have to |hereby |should |now )?(?:take back|withdraw|retract|was (?:simply |just )?(?:wrong|mistaken) about) "
    r"(?:(?:what|everything|all) I (?:have )?(?:said|wrote|claimed|concluded) (?:about|on|of) "
    r"|my (?:earlier |previous |last )?(?:claim|statement|conclusion|remark|explanation|words?) (?:about|on|that) )?"
    r"([^.:;,!?\n]{3,100})",
    re.I,
)
"""A retraction that names its subject, which all of an earlier claim's words are looked through for."""
_RETRACTS = (
    "was wrong", "my mistake", "retract", "misread", "misjudged", "was mistaken", "turns out", "my previous", "my earlier", "my last",
    "not true after all", "contrary to what", "i assumed", "correction:",
)  # fmt: skip
_TAKES_BACK = ("take back", "withdraw", "retract", "wrong about", "mistaken about")
_DISMISSES = (
    "noise", "artefact", "artifact", "outlier", "fluke", "bogus", "meaningless", "worthless", "too neat", "too strong", "overstated",
    "premature", "overstatement",
)  # fmt: skip
"""One of these stands in every wording of such a message: looked for first, in all messages at once, because that is cheap."""
_NUMBER = regex(r"\d+(?:\.\d+)?")
DISMISSED = regex(
    r"(?<![\d.])(\d+\.\d+)(?: ?[a-zµ%/]{1,6})? (?:was|were|is|are) (?:just |only |probably |mostly |all )?"
    r"(?:noise|an? (?:\w+ )?(?:artefact|artifact|outlier|fluke)|bogus|meaningless|worthless)",
    re.I,
)
QUOTED = regex(r"[\"“]([^\"”\n]{8,120})[\"”] (?:was|is) (?:too neat|too strong|wrong|overstated|premature|false|not true|an overstatement)")
REFERENCE = regex(r"\b(?:msg|message|step)\s*#?(\d{1,6})\b", re.I)


class _Said:
    """What the agent wrote, in lower case and in one piece, and whose message each part is."""

    def __init__(self, view: View) -> None:
        self.texts = {n: t.message.text for n, t in view.turns.items() if t.message.role == "assistant" and t.message.text}
        self.numbers = list(self.texts)
        self.whole = "\0".join(self.texts.values()).lower()
        self.starts: list[int] = []

    def having(self, words: tuple[str, ...]) -> list[tuple[int, str]]:
        """The messages with one of these, in their order."""
        found: set[int] = set()
        for word in words:
            at = self.whole.find(word)
            while at >= 0:
                place = bisect_right(self._begun(), at) - 1
                found.add(place)
                at = self.whole.find(word, self.starts[place + 1]) if place + 1 < len(self.starts) else -1
        return [(n, self.texts[n]) for n in map(self.numbers.__getitem__, sorted(found))]

    def _begun(self) -> list[int]:
        if not self.starts:
            at = 0
            for text in self.texts.values():
                self.starts.append(at)
                at += len(text.lower()) + 1
        return self.starts


def later(view: View, verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """Adds `overturned_by`: the agent's own retraction that names the message, or speaks of the same things soon after."""
    said = _Said(view)
    retractions = []
    for number, text in said.having(_RETRACTS):
        if (match := RETRACTION.search(text)) is not None:
            around = text[max(0, text.rfind("\n", 0, match.start())) : match.end() + 200]
            retractions.append((number, {int(n) for n in REFERENCE.findall(around)}, content(around)))
    broken = _broken_later(view, verdicts)
    dismissed, taken = _dismissed(said), _taken_back(said)
    if not retractions and not broken and not dismissed and not taken:
        return verdicts
    conclusions = {c.id: c for c in view.conclusions}
    out = []
    for verdict in verdicts:
        conclusion = conclusions[verdict.conclusion]
        by = tuple([n for n, referred, words in retractions if n > conclusion.msg and _refutes(conclusion, referred, words)])
        by += tuple([n for n, numbers, quotes in dismissed if n > conclusion.msg and _named_again(conclusion.quote, numbers, quotes)])
        if taken and not (verdict.verdict == "supported" and _NUMBER.search(conclusion.quote)):
            own = content(conclusion.quote)
            by += tuple([n for n, subject in taken if n > conclusion.msg and subject <= own])
        if verdict.conclusion in broken:
            by += (broken[verdict.conclusion],)
        out.append(verdict.model_copy(update={"overturned_by": tuple(sorted(set(by)))}) if by else verdict)
    return tuple(out)


def _dismissed(said: _Said) -> list[tuple[int, frozenset[str], tuple[frozenset[str], ...]]]:
    """Messages that dismiss a number ("the 61.2 was noise") or one's own quoted words (""at every size" was too neat")."""
    out = []
    for number, text in said.having(_DISMISSES):
        numbers = frozenset(m[1] for m in DISMISSED.finditer(text))
        quotes = tuple(tokens(m[1]) for m in QUOTED.finditer(text))
        if numbers or quotes:
            out.append((number, numbers, quotes))
    return out


def _taken_back(said: _Said) -> list[tuple[int, frozenset[str]]]:
    """Messages that take back what was said about something, with the words for it: two at least, so that it is known what."""
    out = []
    for number, text in said.having(_TAKES_BACK):
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
    claimed = [v for v in verdicts if v.claim == "tests" and v.verdict != "contradicted"]
    if not claimed:
        return {}
    at = {c.id: c.msg for c in view.conclusions if "fail" not in c.quote.lower()}
    changed = sorted(c.msg for c in view.changes)
    failed = [n for n, run in view.runs() if any(o.kind == "tests" and o.result == "fail" for o in run.outcomes)]
    out = {}
    for verdict in claimed:
        if (msg := at.get(verdict.conclusion)) is None:
            continue
        until = next((c for c in changed if c >= msg), None)
        later_run = next((n for n in failed if n >= msg and (until is None or n < until)), None)
        if later_run is not None:
            out[verdict.conclusion] = later_run
    return out


def _refutes(conclusion: Conclusion, referred: set[int], said: frozenset[str]) -> bool:
    if referred and conclusion.msg not in referred:
        return False
    mine = content(conclusion.quote)
    shared = mine & said
    if referred:
        return len(shared) >= 2
    return len(shared) >= 3 and len(shared) * 2 >= len(mine)
