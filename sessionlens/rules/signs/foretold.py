"""Numbers that were foretold and are later told as results. A part of the rule `estimate_as_measured`.

"C2: memo of the routes. Predict time -20 %" in one message, "C2 is worth 20 % by itself" in the summary; "it would take roughly 380000
rows" once, "that was an import of 380000 rows" later. What a tool printed in between is no estimate any more.
"""

import re
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion, Hypothesis
from sessionlens.rules.base import Hit, at_fact, talking
from sessionlens.rules.index import Judged, Speech, cues
from sessionlens.text.regex import regex

_NUMBER = regex(r"(?<![\w.])(\d+(?:\.\d+)?)\s?(%|x\b|×|ms\b|s\b|[µu]s\b|[KMG]i?B\b)")
_LARGE = regex(r"(?<![\w.,/#-])\d{5,9}(?![\w.,]*\d|[\w/])")
_FIVE = regex(r"\d{5}")
_ROUGH = regex(r"\b(?:would|could|should|roughly|about|around|approximately|perhaps|maybe|extrapolat\w*|estimat\w*|if)\b|~", re.I)
_JUDGED = regex(
    r"\b(?:predict\w*|expect\w*|estimat\w*|hop\w+|promis\w+|claim\w*|did(?: not|n['’]t)|not|n['’]t|never|no|missed|met|beaten|instead"
    r"|would|could|should|might|may|if|of the)\b",
    re.I,
)
_COMPARES = regex(r"\b(?:predict|expect|estimat|hope|promis|forecast)\w*", re.I)
_LEAST = 10.0
_EXPECTS = regex(r"\b(?:i(?:['’]d)? (?:expect|estimate|guess|hope)|expected|should|would|could|might|estimat\w+|my guess)\b", re.I)
_EXPECTING = cues(
    *("expect", "expected", "estimate", "estimated", "guess", "hope", "should", "would", "could", "might", "my guess"),
)
_RESULT = regex(
    r"\b(?:saved|saves|cuts?|brought|brings|gave|gives|made|makes|gained|took|takes|dropped|drops|fell|is|are|was|were|reduced|cost|costs)\b",
    re.I,
)
_WORD = regex(r"[a-z]{4,}")
_STEM, _ALIKE = 5, 2


def find(view: View) -> Iterator[Hit]:
    judged = view.once(Judged).verdicts
    weak = [pair[0] for word in ("unsupported", "undecidable") for pair in judged[word]]
    predicted = [(h, alias) for h in view.hypotheses if h.prediction for alias in h.aliases]
    for conclusion in weak:
        text = conclusion.statement.text
        by = next((h for h, alias in predicted if alias in text and h.msg < conclusion.msg and _named(alias, text)), None)
        large = _LARGE.search(conclusion.quote) if _FIVE.search(conclusion.quote) else None
        if by is None and large is None:
            guess = guessed(view, conclusion)
            if guess is not None:
                why = f"{guess[1]} is what msg {guess[0]} expected; nothing measured it since"
                yield at_fact(conclusion, why, "medium")
            continue
        if _JUDGED.search(conclusion.quote) or _ROUGH.search(conclusion.quote) or _COMPARES.search(text):
            continue
        number = foretold(view, conclusion, by) if by else None
        since = roughly(view, conclusion, large[0]) if large and not number else None
        if by and number:
            yield at_fact(conclusion, f"{number} is what msg {by.msg} predicted; nothing measured it", "high", by.id)
        elif large and since:
            yield at_fact(conclusion, f"{large[0]}: only worked out roughly in msg {since}, and told as a fact here", "medium")


def guessed(view: View, conclusion: Conclusion) -> tuple[int, str] | None:
    """The message that expected a number which the conclusion has of the same things, and that no output printed."""
    quote = conclusion.quote
    if not any(map(str.isdigit, quote)) or not _NUMBER.search(quote):
        return None
    if _JUDGED.search(quote.replace("of the", "")) or _ROUGH.search(quote) or not _RESULT.search(quote):
        return None
    if _COMPARES.search(conclusion.statement.text):
        return None
    words = _stems(quote)
    for value, unit in _NUMBER.findall(quote):
        if float(value) < _LEAST:
            continue
        for msg, turn in talking(view, _EXPECTING):
            if msg >= conclusion.msg:
                break
            for said in turn.statements if value in turn.message.text else ():
                if (value, unit) in _NUMBER.findall(said.text) and _EXPECTS.search(said.text) and len(words & _stems(said.text)) >= _ALIKE:
                    return None if printed(view, 0, conclusion.msg, value) else (msg, f"{value} {unit}")
    return None


def _stems(text: str) -> set[str]:
    return {w[:_STEM] for w in _WORD.findall(text.lower())}


def _named(alias: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(alias)}(?!\w)", text) is not None


def foretold(view: View, conclusion: Conclusion, by: Hypothesis) -> str | None:
    """A number of a conclusion that is the prediction's, and that no output printed since."""
    values = set(_NUMBER.findall(by.prediction or ""))
    for value, unit in _NUMBER.findall(conclusion.quote):
        if (value, unit) in values and float(value) >= _LEAST and not printed(view, by.msg, conclusion.msg, value):
            return f"{value} {unit}"
    return None


def printed(view: View, since: int, until: int, value: str) -> bool:
    """Whether a call between two messages printed a number."""
    form = re.compile(rf"(?<![\d.]){re.escape(value)}(?:\.\d+)?\s?%" if "." not in value else rf"(?<![\d.]){re.escape(value)}(?!\d)")
    return any(number < until and value in run.call.output and form.search(run.call.output) for number, run in view.runs(since))


def roughly(view: View, conclusion: Conclusion, value: str) -> int | None:
    """The message that first gave a large number, and gave it roughly; None where anything else gave it."""
    for message in view.session.messages:
        if message.number >= conclusion.msg:
            break
        if message.role == "user" and value in message.text:
            return None
    if any(n < conclusion.msg and (value in run.call.output or value in (run.call.command or "")) for n, run in view.runs()):
        return None
    for number, turn in view.once(Speech).turns:
        if number < conclusion.msg and value in turn.message.text:
            said = next((s for s in turn.statements if value in s.text), None)
            return number if said is not None and said.table is None and _ROUGH.search(said.text) else None
    return None
