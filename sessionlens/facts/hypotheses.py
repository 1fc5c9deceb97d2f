"""Beliefs that could be shown true or false: one node per belief, at the first message that states it.

A belief is repeated, sharpened and named by its label ("H2") in later messages; these are its `mentions`. What became of it is
decided in `fate`, from what later messages say of it.
"""

from sessionlens.facts import aliases
from sessionlens.facts.fate import settle
from sessionlens.model.facts import Hypothesis
from sessionlens.model.span import Span
from sessionlens.model.trace import Trace, Turn
from sessionlens.prose.beliefs import Belief, beliefs

__all__ = ["find", "settle"]

SAME = 0.6
"""Share of the smaller belief's content words that another must have for the two to be one belief."""

NEAR = 6
"""How many messages back a belief of two words may be one that is told in full there."""


def find(trace: Trace) -> tuple[Hypothesis, ...]:
    """All hypotheses of a session, in the order of their first message; status is still `open`."""
    meanings = aliases.Meanings(trace)
    out: list[Hypothesis] = []
    words: list[frozenset[str]] = []
    for turn in trace.turns:
        here = 0
        if not turn.statements:
            continue
        for belief in beliefs(turn.statements, turn.message.text, turn.message.role == "user"):
            quote = turn.message.text[belief.start : belief.end].strip(" .*_\n")
            content = aliases.content(quote)
            if len(content) < 2:
                continue
            known = _known(out, words, belief, content, turn.message.number)
            if known is None:
                here += 1
                out.append(_hypothesis(turn, trace.session.source, belief, quote, meanings, here))
                words.append(content)
            elif turn.message.number not in out[known].mentions:
                out[known] = out[known].model_copy(update={"mentions": (*out[known].mentions, turn.message.number)})
    return tuple(out)


def _known(out: list[Hypothesis], words: list[frozenset[str]], belief: Belief, content: frozenset[str], turn: int) -> int | None:
    """The index of the hypothesis that this belief repeats, the best where several fit."""
    best, index = 0.0, None
    size = len(content)
    for i, have in enumerate(words):
        if belief.label:
            if belief.label in out[i].aliases:
                return i
            if any(aliases.LABEL.fullmatch(a) for a in out[i].aliases[:1]):
                continue
        shared = len(have & content)
        small = min(len(have), size)
        if shared < SAME * small or shared <= best * small or (small < 3 and turn - out[i].mentions[-1] > NEAR):
            continue
        best, index = shared / small, i
    return index


def _hypothesis(turn: Turn, source: str, belief: Belief, quote: str, meanings: aliases.Meanings, ordinal: int) -> Hypothesis:
    message = turn.message
    names = aliases.names(quote, belief.label)
    text = aliases.plain(quote)
    also = []
    for name in names:
        meaning = meanings.of(name) if name != belief.label else ""
        if meaning:
            also.append(meaning)
            if f"{name} (" not in text:
                text = text.replace(name, f"{name} ({meaning})", 1)
    start = message.text.index(quote, belief.start)
    return Hypothesis(
        id=f"h{message.number}.{ordinal}", msg=message.number, text=text, quote=quote,
        span=Span(source=source, msg=message.number, start=start, end=start + len(quote)),
        aliases=tuple(dict.fromkeys((*names, *also))), prediction=belief.prediction, by=message.role, mentions=(message.number,),
    )  # fmt: skip
