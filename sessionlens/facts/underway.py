"""What is said of the belief that a session is just trying, without its name; what an earlier run was worth after all."""

from bisect import bisect_left
from collections import defaultdict

from sessionlens.facts import aliases
from sessionlens.facts.naming import Naming
from sessionlens.model.facts import Hypothesis
from sessionlens.model.trace import Trace
from sessionlens.model.words import Status
from sessionlens.prose.sentences import lowered
from sessionlens.prose.trials import aimed, announced, does, strong, takes_back

REACH = 8
"""Messages within which a verdict that names nothing means the last belief."""
SOON = 3
"""The same for one that only says that a thing is as it should be."""

Decided = list[tuple[int, Status]]


class Underway:
    """A session's beliefs, what was decided of each (`by`), up to which message that does not count (`void`), and which is under trial."""

    _believed: tuple[Hypothesis, ...]
    _at: list[int]
    _topics: list[frozenset[str]]
    _blamed: list[frozenset[str]]
    _labels: list[tuple[str, ...]]
    _naming: Naming
    _trace: Trace
    _trial: tuple[int, int]
    by: defaultdict[str, Decided]
    void: dict[str, int]

    def _last(self, number: int, text: str = "") -> int | None:
        """The belief stated last before a message, not too long ago, and not judged yet; of several, the one that the text speaks of."""
        trial, at = self._trial
        told = range(bisect_left(self._at, number - REACH), bisect_left(self._at, number))
        if at < number <= at + REACH and not any(self._at[i] >= at and i != trial for i in told):
            return trial
        open_ = [i for i in told if not self.by[self._believed[i].id]] or told
        words = aliases.content(text) if text else frozenset()
        spoken = [i for i in open_ if len(words & self._topics[i]) > 1] if text else []
        if spoken or not open_:
            return max(spoken, key=lambda i: len(words & self._topics[i]), default=None)
        beside = [i for i in told if self._at[i] == self._at[open_[-1]]]
        if len(beside) > 1 and text:
            named = [i for i in beside if words & self._topics[i]]
            return named[0] if len(named) == 1 else None
        return open_[-1]

    def _decide(self, i: int, number: int, status: Status) -> None:
        told = self.by[self._believed[i].id]
        if not told or told[-1] != (number, status):
            told.append((number, status))

    def _announce(self, low: str, number: int) -> None:
        """Takes down the belief of which a sentence says that it is tried next."""
        label = announced(low)
        for i, labels in enumerate(self._labels) if label else ():
            if labels == (label,) and self._believed[i].msg <= number:
                self._trial = (i, number)

    def _judge_trial(self, text: str, number: int) -> set[int]:
        """The belief under trial, where a sentence judges it without its name, or says what the change did that tries it."""
        low = lowered(text)
        status, aim, done = strong(low), aimed(low), does(low)
        last = self._last(number) if status or aim or done else None
        if last is None:
            return set()
        if status is None and aim is not None and number - self._believed[last].msg <= SOON:
            words = aliases.content(aim.thing)
            status = aim.status if not aim.thing or (words and words <= self._blamed[last]) else None
        if status is None and done is not None:
            since = self._trial[1] if self._trial[0] == last else self._believed[last].msg
            made = not self._decided(last, since) and self._introduced(done.thing, since, number)
            status = done.status if made else None
        if status is None:
            return set()
        self._decide(last, number, status)
        return {last}

    def _decided(self, i: int, since: int) -> bool:
        return any(at > since for at, _ in self.by[self._believed[i].id])

    def _introduced(self, thing: str, since: int, number: int) -> bool:
        """Whether a thing is no belief's, but one that a call made since a message and before another."""
        words = aliases.content(thing)
        if not words or any(words <= topic for topic in self._topics):
            return False
        name = thing.split()[-1]
        return any(
            name in (call.command or "").lower() or any(name in (edit.new or "").lower() for edit in call.edits)
            for turn in self._trace.between(since, number)
            for call in turn.message.calls
        )

    def _take_back(self, text: str, spelt: str, number: int) -> None:
        """What was decided falls where a message says that the verdict, or the run behind it, does not count."""
        at = takes_back(text)
        if at is None:
            return
        words, codes = aliases.content(text), {code.lower() for code in self._naming.named(spelt)}
        since, until = (at, at + 1) if at else (number - 2 * REACH, number)
        told = [(i, m) for i, h in enumerate(self._believed) for m, _ in self.by[h.id] if since <= m < until]
        named = [(i, m) for i, m in told if codes & set(self._labels[i]) or len(words & self._topics[i]) > 1]
        for i, m in told if at else (named or told)[-1:]:
            h = self._believed[i]
            self.void[h.id] = m
            self.by[h.id] = [d for d in self.by[h.id] if d[0] > m]
            self._trial = (i, number)
