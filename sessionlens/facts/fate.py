"""What became of a hypothesis: confirmed, refuted, abandoned or still open, and the messages that decided it.

Four signs, the strongest first: a verdict on its label ("H2 is refuted"), a verdict in a sentence about the same things, a bare
"Confirmed." of the agent shortly after, and, where none of these was given, the belief restated flatly as a result.
"""

from bisect import bisect_left
from collections import Counter
from functools import lru_cache

from sessionlens.facts import aliases
from sessionlens.facts.answered import answered, declined, taken_up
from sessionlens.facts.awaited import asserted, expected, ruled_out, there_after_all
from sessionlens.facts.flat import NEGATED, ROLES, Flat, gone_back_on, predicate
from sessionlens.facts.healed import healed, mended
from sessionlens.facts.keys import agrees, core
from sessionlens.facts.looked import cleared, helped, looked, summed
from sessionlens.facts.naming import Naming
from sessionlens.facts.pronounced import Pronouncements
from sessionlens.facts.replaced import replaced
from sessionlens.facts.reproduced import reproduced
from sessionlens.facts.tested import replied, said_again, tried
from sessionlens.facts.treated import HARMFUL, treated
from sessionlens.facts.verdicts import Said, about, named_so, on, verdicts
from sessionlens.model.facts import Change, Conclusion, Hypothesis, Reversion
from sessionlens.model.trace import Trace
from sessionlens.model.words import Status
from sessionlens.prose.judging import BETTER, TAKEN_BACK
from sessionlens.prose.remedies import STARTS
from sessionlens.text.regex import regex

BROKEN = regex(
    r"(?i)\b(?:broken?|breaks|crash(?:es|ed)?|hangs?|fails?|failed|deadlock(?:s|ed)?|worse|regress(?:es|ed|ion)|doesn['’]?t\s+work)\b"
)
CAUSE = regex(rf"(?i)\b{ROLES}\b|\bto\s+blame\b|\b(?:caused|triggered)\s+by\b")
DOUBTED = regex(r"(?i)\b(?:likely|probably|perhaps|maybe|might|may|could|must|seems?|suspect|think|guess)\b|\?|^(?:this|that|it)\b")
ROOT = regex(r"(?i)\broot\s+cause\b")
HEADED = regex(r"(?i)\bcause[*_]*\s*[:=][*_]*\s*$")
"""What stands before a cause that is told in a word: "Cause: the stale index"."""
EVERYWHERE = aliases.content("fix change problem issue bug cause root trouble file code test tests thing case error check")
"""Words that every verdict may have, whatever it is on."""
SOON = 3
"""Within so many messages a flat restatement says more than a verdict that comes later."""
NOT_TAIL = regex(r"(?is),?\s+(?:and|but)?\s*not\s.*$")
OUT = regex(r"\b(?:is|was)\s+(?:now\s+)?(?:out|dead)\b")
"""That a harmful thing is out says that it was taken out."""
REACH = 8
"""How many messages a bare "Confirmed." looks back for the belief that it means."""


def settle(
    believed: tuple[Hypothesis, ...],
    trace: Trace,
    changed: tuple[Change, ...] = (),
    undone: tuple[Reversion, ...] = (),
    concluded: tuple[Conclusion, ...] = (),
) -> tuple[Hypothesis, ...]:
    """The same hypotheses with status, `decided_at` (the last deciding message) and `decided_by` (all).

    Where nothing was said but the change that put a hypothesis to work was undone, it is `abandoned` at that message, and `refuted`
    if it was undone because something broke. What was dismissed by argument alone, with nothing run, is `abandoned` too.
    """
    if not believed:
        return ()
    court = _Court(believed, trace, changed, undone, concluded)
    out = []
    for i, h in enumerate(believed):
        decided = court.decided(i, h)
        if decided:
            messages = tuple(dict.fromkeys(m for m, s in decided))
            status = decided[-1][1]
            if status == "refuted" and court.argued(h, next(m for m, s in decided if s == status)):
                status = "abandoned"
            h = h.model_copy(update={"status": status, "decided_at": messages[-1], "decided_by": messages})
        out.append(h)
    return replaced(tuple(out), trace)


class _Court:
    """What a session says and does about its beliefs."""

    def __init__(
        self,
        believed: tuple[Hypothesis, ...],
        trace: Trace,
        changed: tuple[Change, ...],
        undone: tuple[Reversion, ...],
        concluded: tuple[Conclusion, ...],
    ) -> None:
        self.believed = believed
        self.trace = trace
        self.turns = {turn.message.number: turn for turn in trace.turns}
        self.ran = [turn.message.number for turn in trace.turns if turn.message.calls]
        self.changed = changed
        self.naming = Naming(believed, trace)
        self.verdicts = verdicts(trace, believed[0].msg, self.naming)
        self.taken_back = {v.msg for v in self.verdicts if v.status == "refuted" and TAKEN_BACK.search(v.text)}
        self.common = Counter(w for v in self.verdicts for w in v.words)
        self.topics = [aliases.content(core(h)) for h in believed]
        self.blaming = {h.id for h in believed if _blames(h.text)}
        self.causes = self.blaming | {h.id for h in believed if self._called_cause(h)}
        self.flat = Flat(concluded, self.topics, believed[0].msg)
        self.plain = Pronouncements(believed, self.topics, trace, self.naming)
        self.undone = {c.hypothesis: r.msg for r in undone for c in changed if r.of == c.id and c.hypothesis}

    def decided(self, i: int, h: Hypothesis) -> list[tuple[int, Status]]:
        """The verdicts on the i-th hypothesis, in order."""
        found = self._told(i, h, self.topics[i])
        plain = self.plain.by.get(h.id, [])
        found = self._merged(h, found, plain)
        denied = said_again(h, self.trace, self.topics[i]) if not plain else []
        if denied and (not found or denied[0][0] <= found[0][0]):
            found = denied
        alone = not any(o is not h and h.msg <= o.msg <= h.msg + 1 for o in self.believed)
        again = self.flat.restated(h, self.topics[i]) if not plain and (not found or found[0][0] > h.msg + SOON) else []
        if again and (not found or again[0][0] < found[0][0]):
            found = again + [f for f in found if f[0] > again[-1][0] and f[0] in self.taken_back]
        found = (
            expected(h, self.turns.get(h.msg))
            or (found if plain else [])
            or looked(h, self.trace, self.topics[i])
            or found
            or self.flat.otherwise(h, self.topics[i])
            or asserted(h, self.turns.get(h.msg), self.trace)
            or treated(h, self.trace)
            or answered(h, self.trace)
            or taken_up(h, self.trace)
            or self._called_root(h, self.topics[i])
            or ruled_out(h, self.trace)
            or there_after_all(h, self.trace)
            or cleared(h, self.trace)
            or helped(h, self.trace, self.changed)
            or replied(h, self.trace, alone=alone)
            or reproduced(h, self.trace, self.changed)
            or healed(h, self.trace, self.changed)
            or mended(h, self.trace, self.changed, self.believed)
            or summed(h, self.trace, self.topics[i], self.common)
            or tried(h, self.trace, self.changed, alone=alone)
        )
        void = self.plain.void.get(h.id, 0)
        found = [f for f in found if f[0] > void]
        if found:
            own = self.turns[found[-1][0]].message.role != "user"
            return [] if own and found[-1][1] == "confirmed" and self._unrun(h, found[-1][0]) else found
        if h.id in self.undone:
            return [(self.undone[h.id], "refuted" if self._broke(self.undone[h.id]) else "abandoned")]
        return declined(h, self.trace) or gone_back_on(h, self.trace)

    def _merged(self, h: Hypothesis, found: list[tuple[int, Status]], plain: list[tuple[int, Status]]) -> list[tuple[int, Status]]:
        """Both, where the plainest words count in their own message. What was decided is not given up after that, nor what does harm."""
        if not plain:
            return found
        spoken = {number for number, _ in plain}
        told: list[tuple[int, Status]] = []
        for number, status in sorted([*(f for f in found if f[0] not in spoken), *plain], key=lambda f: f[0]):
            held = status == "abandoned" and (told or HARMFUL.search(h.quote))
            if not held:
                told.append((number, status))
        return told

    def _unrun(self, h: Hypothesis, at: int) -> bool:
        """Whether nothing was run from the first statement of a belief to the message `at`: it was only said again."""
        return at > h.msg and bisect_left(self.ran, h.msg) == bisect_left(self.ran, at)

    def argued(self, h: Hypothesis, at: int) -> bool:
        """Whether nothing was run between the last time the belief was spoken of, or a person spoke, and the message `at`."""
        if (at == h.msg and self.turns[at].message.calls) or self.turns[at].message.role == "user":
            return False
        since = max((m for m in h.mentions if m < at), default=h.msg)
        for turn in reversed(self.trace.turns):
            message = turn.message
            if message.number < at:
                if message.calls:
                    return False
                if message.number <= since or message.role == "user":
                    return True
        return True

    def _told(self, i: int, h: Hypothesis, topic: frozenset[str]) -> list[tuple[int, Status]]:
        """What is said of a hypothesis. One with a label is judged by its label only, once anybody does so."""
        labels, later = self.naming.codes[i], self.believed[i + 1 :]
        topic |= aliases.content(h.quote) if core(h) == h.text else topic
        hoped = aliases.content(h.prediction or "")
        remedy = STARTS.match(h.quote) is not None and not h.prediction
        named: dict[str, list[tuple[int, Status]]] = {label: [] for label in labels}
        near: list[tuple[int, Status]] = []
        for v in self.verdicts:
            if v.msg <= h.msg:
                continue
            for label in labels:
                status = on(v.text, label)
                if not v.words and v.beyond and named[label]:
                    continue  # a table at the end sums up
                gone = status == "abandoned" or (status == "refuted" and OUT.search(v.text))
                if status and not (gone and (named[label] or HARMFUL.search(h.quote))):
                    named[label].append((v.msg, status))
            if v.named and v.named.isdisjoint(labels) and (labels or v.bare):
                continue  # of another, by its label
            if not v.beyond and topic.isdisjoint(v.words) and hoped.isdisjoint(v.words):
                continue
            found = self._on_remedy(h, topic, later, v) if remedy else self._on_belief(h, topic, hoped, later, v)
            if found and (len(labels) < 2 or len({label in v.text for label in labels}) == 1):
                near.append((v.msg, found))
        together = {told[-1][1] if told else None for told in named.values()}
        return sorted(t for told in named.values() for t in told) if len(together) == 1 and None not in together else near

    def _on_remedy(self, h: Hypothesis, topic: frozenset[str], later: tuple[Hypothesis, ...], v: Said) -> Status | None:
        """What a statement says of a remedy, where no other was offered in between: that it works, that it does not, that it helped."""
        if v.msg > h.msg + 3 * REACH or any(o.msg < v.msg and STARTS.match(o.quote) for o in later):
            return None
        if v.fails or (v.bare and v.status == "refuted"):
            tried = v.msg <= h.msg + REACH and any(h.msg <= c.msg < v.msg for c in self.changed)
            return "refuted" if tried else None
        if v.status == "abandoned" and v.msg <= h.msg + REACH and about(topic & v.near, topic, v.near, self.common):
            return "abandoned"
        better = BETTER.search(v.text) is not None and about(topic & v.words, topic, v.words, self.common)
        return "confirmed" if v.works or better else None

    def _on_belief(
        self, h: Hypothesis, topic: frozenset[str], hoped: frozenset[str], later: tuple[Hypothesis, ...], v: Said
    ) -> Status | None:
        """What a statement says of a belief: by its words, by what it says is not it, or as a bare verdict on the last one stated."""
        cause = h.id in self.causes
        if (
            v.overturns
            and cause
            and v.msg <= max(h.mentions) + 3 * REACH
            and not any(o.msg < v.msg and o.id in self.blaming for o in later)
        ):
            return "refuted"
        if cause and v.works and self._cured(h, later, v.msg):
            return "confirmed"
        if v.denied and 3 * len(v.denied) >= len(topic) and v.denied <= topic - aliases.content(" ".join(NOT_TAIL.findall(h.text))):
            return "refuted"
        if v.status is None or (v.weak and v.msg > h.msg + 2 * REACH):
            return None
        if v.bare and (v.msg <= h.msg + REACH or h.by == "user") and not any(o.msg < v.msg for o in later):
            beside = any(o is not h and o.msg == h.msg for o in self.believed)
            return None if beside and topic.isdisjoint(v.words) else v.status
        shared, wished = (topic & v.words) - EVERYWHERE, (hoped & v.words) - EVERYWHERE
        if v.status == "refuted" and _blames(v.text):
            if not cause and "should" in h.quote:
                shared &= frozenset()  # what is expected to happen is no cause
            elif len(shared) == 1 and not cause:
                shared &= aliases.content(" ".join(h.aliases))  # it denies a cause, so it must name what the belief is about
            if len(wished) == 1 and any(o.msg < v.msg and o.id in self.blaming and wished <= aliases.content(o.text) for o in later):
                wished = frozenset()  # a newer belief is about that very cause
        if v.status == "confirmed" and (not agrees(h.text, v.text) or (len(shared) > 1 and shared.isdisjoint(predicate(h.text)))):
            return None  # of another thing, or only of the trouble that the belief explains
        near = (
            (topic & v.near) - EVERYWHERE
            if v.status == "refuted" and v.msg <= h.msg + REACH and (cause or not _blames(v.text))
            else frozenset[str]()
        )
        if (
            about(near, topic, v.near, self.common)
            or about(shared, topic, v.words, self.common)
            or (wished and about(wished, hoped, v.words, self.common))
            or named_so(v.text, topic)
        ):
            return "confirmed" if v.status == "refuted" and NEGATED.search(h.text) else v.status
        return None

    def _called_cause(self, h: Hypothesis) -> bool:
        """Whether the words before a belief call it the root cause, or "Cause:"."""
        turn = self.turns.get(h.msg)
        if turn is None:
            return False
        text, start = turn.message.text, h.span.start
        return ROOT.search(text, max(0, start - 40), start) is not None or HEADED.search(text, max(0, start - 12), start) is not None

    def _called_root(self, h: Hypothesis, topic: frozenset[str]) -> list[tuple[int, Status]]:
        """A later message that calls the belief the root cause, without doubt."""
        for number in h.mentions[1:]:
            for s in self.turns[number].statements:
                if ROOT.search(s.text) and not DOUBTED.search(s.text) and len(topic & aliases.content(s.text)) >= max(2, 0.4 * len(topic)):
                    return [(number, "confirmed")]
        return []

    def _cured(self, h: Hypothesis, later: tuple[Hypothesis, ...], at: int) -> bool:
        """Whether what is said to work at a message cures this cause: something was changed since, no other cause was named."""
        soon = at <= h.msg + REACH and not any(o.msg < at and o.id in self.blaming for o in later)
        return soon and any(h.msg <= c.msg < at for c in self.changed)

    def _broke(self, at: int) -> bool:
        """Whether a change was undone because something broke: so the agent says there, or a person shortly before."""
        return any(
            BROKEN.search(t.message.text)
            for t in self.trace.between(at - 4, at + 1)
            if (t.message.number == at or t.message.role == "user") and t.message.text
        )


@lru_cache(maxsize=1024)
def _blames(text: str) -> bool:
    """Whether a text makes something the cause."""
    return CAUSE.search(text) is not None
