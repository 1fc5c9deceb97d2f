"""The edges that verdicts and settled hypotheses add: what supports, opposes and underlies a statement."""

from collections.abc import Iterable, Iterator, Mapping

from sessionlens.graph.links import Link, Names
from sessionlens.model.facts import Conclusion, Fact, Hypothesis
from sessionlens.model.verdict import Verdict

_LEANING = {"supported": "supports", "contradicted": "opposes"}
_SETTLED = {"confirmed": "supports", "refuted": "opposes"}


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


def of_hypotheses(
    hypotheses: Iterable[Hypothesis], conclusions: Iterable[Conclusion], tests: Mapping[str, list[Fact]], names: Names
) -> Iterator[Link]:
    """Evidence to hypothesis: what tested it, and what was concluded of it, in the messages that decided it."""
    settled = [h for h in hypotheses if h.status in _SETTLED]
    messages = {msg for h in settled for msg in h.decided_by}
    told: dict[int, list[tuple[str, set[str]]]] = {}
    for c in conclusions:
        if c.msg in messages:
            told.setdefault(c.msg, []).append((c.id, names.named((*c.names, c.quote), c.msg)))
    for hypothesis in settled:
        leaning = _SETTLED[hypothesis.status]
        deciding = set(hypothesis.decided_by)
        for fact in tests.get(hypothesis.id, ()):
            if fact.msg in deciding:
                yield fact.id, hypothesis.id, leaning
        for msg in hypothesis.decided_by:
            for conclusion, about in told.get(msg, ()):
                if hypothesis.id in about:
                    yield conclusion, hypothesis.id, leaning
