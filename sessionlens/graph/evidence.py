"""The edges that verdicts and settled hypotheses add: what supports, opposes and underlies a statement."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from sessionlens.graph.links import Link, Names
from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion, Hypothesis
from sessionlens.model.verdict import Verdict

_LEANING = {"supported": "supports", "contradicted": "opposes"}
_SETTLED = {"confirmed": "supports", "refuted": "opposes"}


def resting(view: View, conclusion: Conclusion, verdict: Verdict) -> tuple[int, ...]:
    """The messages that a conclusion rests on: those of its verdict. One that no output shows rests also on what the agent had seen last,
    the output of its latest calls before it.
    """
    if verdict.verdict != "unsupported":
        return verdict.evidence
    calling = view.once(_calling)
    i = bisect_left(calling, conclusion.msg)
    return tuple(sorted({*verdict.evidence, calling[i - 1]})) if i else verdict.evidence


def _calling(view: View) -> list[int]:
    """The messages with tool calls."""
    return [m.number for m in view.session.messages if m.calls]


def of_verdicts(verdicts: Mapping[str, Verdict]) -> Iterator[Link]:
    """Conclusion to what it was computed from; evidence to conclusion where the verdict leans one way."""
    for verdict in verdicts.values():
        leaning = _LEANING.get(verdict.verdict)
        for node in verdict.nodes:
            if node == verdict.conclusion:
                continue
            yield verdict.conclusion, node, "derives_from"
            if leaning:
                yield node, verdict.conclusion, leaning


def of_hypotheses(hypotheses: tuple[Hypothesis, ...], conclusions: Iterable[Conclusion], verdicts: Mapping[str, Verdict]) -> Iterator[Link]:
    """What was concluded of a hypothesis in the messages that decided it, and what those conclusions rest on, which tested it.

    They are those that name the hypothesis; where none does, or where those rest on nothing, and the message decided no other, all.
    """
    names = Names(hypotheses)
    deciders = Counter(msg for h in hypotheses for msg in h.decided_by)
    told: dict[int, list[Conclusion]] = {}
    for conclusion in conclusions:
        if conclusion.msg in deciders:
            told.setdefault(conclusion.msg, []).append(conclusion)
    for hypothesis in hypotheses:
        for msg in hypothesis.decided_by:
            all_told = told.get(msg, [])
            about = [c for c in all_told if hypothesis.id in names.named((*c.names, c.quote, c.row or ""), msg)]
            grounded = any(verdicts[c.id].nodes for c in about if c.id in verdicts)
            alone = all_told if deciders[msg] == 1 else []
            yield from _leans(hypothesis, about or alone, verdicts)
            yield from _tested(hypothesis, about if grounded else alone, verdicts)


def _leans(hypothesis: Hypothesis, told: Iterable[Conclusion], verdicts: Mapping[str, Verdict]) -> Iterator[Link]:
    """A conclusion that its own evidence bears out leans as the hypothesis was settled; any other is no evidence for one."""
    leaning = _SETTLED.get(hypothesis.status)
    for conclusion in told:
        verdict = verdicts.get(conclusion.id)
        if leaning and (verdict is None or verdict.verdict == "supported"):
            yield conclusion.id, hypothesis.id, leaning


def _tested(hypothesis: Hypothesis, told: Iterable[Conclusion], verdicts: Mapping[str, Verdict]) -> Iterator[Link]:
    """What the conclusions rest on tested the hypothesis, and leans as it was settled where it bears the conclusion out."""
    leaning = _SETTLED.get(hypothesis.status)
    for verdict in (verdicts[c.id] for c in told if c.id in verdicts):
        for node in verdict.nodes:
            if node[0] in "mv":
                yield node, hypothesis.id, "tests"
                if leaning and verdict.verdict == "supported":
                    yield node, hypothesis.id, leaning
