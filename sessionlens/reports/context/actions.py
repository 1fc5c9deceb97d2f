"""Actions: what somebody said is to be done next, in their words; where nobody did, what the rules of method suggest, marked as such."""

import re

from sessionlens.model.frozen import Record
from sessionlens.reports.lines import Line, Quote, counted, say, sentence
from sessionlens.reports.scope import Scope
from sessionlens.text.regex import regex

SHOWN, SUGGESTED = 8, 5
LAST = 3
_HEADING = regex(r"\b(?:next steps?|follow[- ]?ups?|to ?dos?|action items?|remaining|still to do|recommend\w*|what(?:'s| is) left)\b", re.I)
_STATED = regex(
    r"\b(?:next(?: step)?,? (?:I|we)(?:'d|'ll| would| will| should)|I(?:'d| would) (?:suggest|recommend|propose)|"
    r"I (?:suggest|recommend|propose)|"
    r"should (?:still |now |also )?be|remains? to be|still (?:needs?|has|have) to|left to do|follow[- ]up)\b",
    re.I,
)


class Actions(Record):
    """`stated` are quotations; `suggested` come from the rules and were said by nobody."""

    stated: tuple[Line, ...]
    suggested: tuple[Line, ...]


def build(scope: Scope) -> Actions | None:
    stated = _stated(scope)
    suggested = _suggested(scope)
    return Actions(tuple(stated[:SHOWN]), tuple(suggested[:SUGGESTED])) if stated or suggested else None


def _stated(scope: Scope) -> list[Line]:
    """Items under a heading such as "Next steps" and sentences that name what remains, in the agent's last messages with text."""
    numbers: list[int] = []
    for n in reversed(scope.numbers()):
        message = scope.whole.message(n)
        if message.role == "assistant" and message.text.strip():
            numbers.insert(0, n)
        if len(numbers) == LAST:
            break
    out = []
    for n in numbers:
        text = scope.whole.message(n).text
        if not (_HEADING.search(text) or _STATED.search(text)):
            continue
        for s in scope.whole.turns[n].statements:
            listed = s.kind == "item" and (_HEADING.search(s.heading) or _HEADING.search(s.lead)) and s.checked is not True
            if listed or (s.kind in ("sentence", "item") and _STATED.search(s.text) and not s.text.rstrip().endswith("?")):
                out.append(say(Quote(scope.clip(s.text, 220)), cites=(n,)))
    return list(dict.fromkeys(out))


def _suggested(scope: Scope) -> list[Line]:
    rank = {"high": 0, "medium": 1, "low": 2}
    by: dict[str, list[int]] = {}
    found = sorted(scope.findings(), key=lambda f: (rank[f.confidence], f.rule, f.msg))
    for f in found:
        by.setdefault(f.rule, []).append(f.msg)
    helps = {f.rule: f.help for f in reversed(found)}
    lines = []
    for rule, messages in by.items():
        where = counted(len(messages), "place")
        lines.append(
            say(f"Suggested by rule {rule}, for {where}: {sentence(helps[rule])[:1].lower()}{sentence(helps[rule])[1:]}", cites=messages)
        )
    return lines
