"""Which belief a plain verdict is on: by its label, by the noun that calls it and the words before that, as the last one stated, or by
the thing that it blames.
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict

from sessionlens.facts import aliases
from sessionlens.facts.flat import predicate
from sessionlens.facts.keys import core
from sessionlens.facts.naming import Naming
from sessionlens.facts.underway import REACH, SOON, Underway
from sessionlens.facts.verdicts import fate
from sessionlens.model.facts import Hypothesis
from sessionlens.model.trace import Trace, Turn
from sessionlens.prose.clauses import said
from sessionlens.prose.lexicon import TOLD
from sessionlens.prose.pronounced import Pronounced, alone, bare, pronounced
from sessionlens.prose.pronouncing import NOUNS
from sessionlens.prose.remedies import STARTS
from sessionlens.prose.trials import NEEDS
from sessionlens.text.regex import regex

NAMED_REACH = 30
"""Messages within which one on "the guess" means what was called a guess."""
KINDS = (
    ("worr", "fear", "concern", "afraid"),
    ("guess", "bet", "hunch", "suspect", "suspici", "instinct", "conjectur", "feeling"),
    ("theor", "hypothes", "idea", "explan", "diagnos", "assum", "belief", "reading"),
    ("predict", "expect", "should", "forecast"),
    ("idea", "propos", "candidate"),
)
"""Words for a belief that mean much the same."""
HEAD = regex(
    r"\b(?:kept|keep|results?|verdict|stat(?:us|e)|outcome|finding|conclusion|fate|decision|decided|became|become|judge?ment|holds|answer|confirmed)\b|\?$",
    re.I,
)
"""The head of a column of verdicts."""
ONE_WORD = regex(
    r"(?:confirmed|refuted|disproved|disproven|proven|rejected|accepted|abandoned|ruled\s+out|falsified|withdrawn|shelved)", re.I
)
"""A cell that is a verdict whatever its head."""
BRIEF = regex(
    r"(?:[A-Z]{1,3}\d{1,2}[a-z]?\b(?![^:;.—–]*\b(?:\w+ed|done|undone|gone|built|run|made|put|taken|back|in\s+place)\b)[^:;.—–]*|(?:\S+\s+){0,5}(?:theory|hypothesis|idea|guess|suspicion|hunch|worry))[.]?",
    re.I,
)
"""What stands behind a mark that is the verdict."""
TICK = regex(r"[✅✔✓❌✗✘]")
MARKED = regex(r"\W*([A-Z]{1,3}\d{1,2}[a-z]?)\s*[:—–-]")
"""The same where more is said behind a label, if the mark is no box of a list of steps."""
EMPTY = aliases.content(
    "my your first second last old whole theory hypothesis idea guess suspicion hunch worry fear concern assumption explanation diagnosis "
    "suspect bet prediction expectation candidate belief instinct conjecture proposal reading feeling original earlier initial new main "
    "own working"
)
"""Words that do not say which belief is meant."""

BLAMES = regex(
    r"\b(?:caused\s+by|because\s+of|due\s+to|c[ao]mes?\s+from|coming\s+from|stems?\s+from|down\s+to|is\s+(?:probably\s+|likely\s+)?(?:a|an|the))\s",
    re.I,
)
"""What stands before the thing that a belief blames."""
COMMA = regex(r"\W*\w+,")
ORDINALS = {"first": 0, "second": 1, "third": 2, "last": -1}


class Pronouncements(Underway):
    """The plain verdicts of a session, by belief."""

    def __init__(self, believed: tuple[Hypothesis, ...], topics: list[frozenset[str]], trace: Trace, naming: Naming) -> None:
        self._believed = believed
        self._at = [h.msg for h in believed]
        self._topics = [t if core(h) != h.text else t | aliases.content(h.quote) for t, h in zip(topics, believed, strict=True)]
        self._subjects = [t if len(core(h).split()) < 6 else _subject(h, t) for t, h in zip(topics, believed, strict=True)]
        self._asked = {t.message.number for t in trace.turns if t.message.role == "user" and t.message.text.count("?") > 1}
        self._blamed = [aliases.content(BLAMES.split(core(h))[-1]) for h in believed]
        self._naming = naming
        self._labels = [tuple(code.lower() for code in codes) for codes in naming.codes]
        self._names = tuple({label for labels in self._labels for label in labels})
        self._called = self._how_called(trace)
        self._broken = [t.message.number for t in trace.turns if t.message.role == "user" or any(s.text[-1:] == "?" for s in t.statements)]
        self._ran = [t.message.number for t in trace.turns if t.message.calls]
        self.by = defaultdict(list)
        self.void = {}
        self._trace = trace
        self._trial = (-1, -REACH)  # the belief that a message said to try next, and that message
        for turn in trace.turns:
            message = turn.message
            if turn.statements and message.number >= believed[0].msg:
                self._hear(turn)

    def _how_called(self, trace: Trace) -> list[str]:
        """The words before and at each belief, which may call it a guess or a worry."""
        texts = {t.message.number: t.message.text for t in trace.turns}
        return [texts[h.msg][max(0, h.span.start - 60) : h.span.end].lower() if h.msg in texts else "" for h in self._believed]

    def _hear(self, turn: Turn) -> None:
        number, own, spoken = turn.message.number, turn.message.role != "user", said(turn.message.text)
        may = self._naming.may_name(spoken.low)
        fresh = own and self._fresh(number)
        own_ones = self._believed[bisect_left(self._at, number) : bisect_right(self._at, number)]
        first = min((h.span.start for h in own_ones), default=1 << 30)
        answers = not turn.message.calls and len(turn.statements) > 4  # "No." is to the person
        before: set[int] = set()
        row: tuple[str, ...] = ()
        tried, voids = fresh, own and any(self.by.values()) and any(map(spoken.low.__contains__, NEEDS))
        for place, s in enumerate(turn.statements):
            if s.kind == "cell" and (may or own_ones) and s.table and s.row_index is not None and s.table.rows[s.row_index] is not row:
                row = s.table.rows[s.row_index]
                self._read_row(number, s.table.header, row)
            if s.kind != "sentence" and s.kind != "item":
                continue
            told = spoken.flags(s) & TOLD
            if fresh and s.start > first:
                fresh = False  # "that" is what the message has just said itself
            it = own and (bool(before) or (fresh and place <= 2))
            text = self._naming.spelt(s.text, number) if may else s.text
            low = text.lower() if told or may else ""
            names = may and any(map(low.__contains__, self._names))
            if voids:
                self._take_back(s.text, text, number)
            may_tell = told or it or names or s.text[-4:-1] == " it"
            if not (may_tell or tried):
                before = set()
                continue
            named = names or (told != 0 and any(map(low.__contains__, NOUNS)))
            if named and s.checked is not None:
                head = MARKED.match(text) if TICK.search(turn.message.text, max(0, s.start - 4), s.start) else None
                if head or BRIEF.fullmatch(text):
                    text = f"{head[1] if head else text}: {'yes' if s.checked else 'no'}"
            meant: set[int] = set()
            for p in pronounced(text, named=named, it=it) if may_tell else ():
                for i in self._meant(p, s.text, number, before | meant, it=it):
                    self._decide(i, number, p.status)
                    meant.add(i)
            if not meant and fresh and place < 2 and not answers:
                status = bare(s.text)
                if status and (self._to_another(number, s.text) or (COMMA.match(s.text) and not self._spoken_of(number, s.text))):
                    status = None
                last = self._last(number, s.text) if status else None
                if status and last is not None:
                    self._decide(last, number, status)
                    meant = {last}
            if not meant and tried and s.start <= first:
                meant = self._judge_trial(s.text, number)
            if not meant and names and own:
                self._announce(low, number)
            before = meant

    def _read_row(self, number: int, header: tuple[str, ...], row: tuple[str, ...]) -> None:
        """The verdict in a row with a label in its first two cells: under a head that announces it, or alone in its cell."""
        first = [self._naming.cell(cell, number) for cell in row[:2]]
        meant = [
            i
            for i, labels in enumerate(self._labels)
            if (len(labels) == 1 and self._believed[i].msg < number and any(_names(cell, labels[0]) for cell in first))
            or (self._believed[i].msg == number and any(self._believed[i].quote in cell for cell in row))
        ]
        for head, cell in zip(header[1:], row[1:], strict=False) if meant else ():
            bare = cell.strip(" *_`.")
            status = (alone(cell) or fate(bare.lower())) if HEAD.search(head) or ONE_WORD.fullmatch(bare) else None
            if status:
                for i in meant:
                    self._decide(i, number, status)
                return

    def _meant(self, p: Pronounced, text: str, number: int, before: set[int], *, it: bool) -> list[int]:
        """The beliefs, by their index, that a verdict is on."""
        if p.about == "label":
            return [i for i, labels in enumerate(self._labels) if labels == (p.what,) and self._believed[i].msg < number]
        if p.about == "all":
            return self._several(number)
        if p.about == "noun":
            found = self._by_noun(p.what, number)
        elif p.about in ("thing", "claim"):
            found = self._by_thing(p, number)
        elif (p.what == "this" and p.status == "confirmed") or not (it or before) or (not before and self._to_another(number, text)):
            return []
        else:
            found = max(before) if before else self._last(number, text)
        return [] if found is None else [found]

    def _several(self, number: int) -> list[int]:
        """The beliefs of the last message that stated more than one."""
        near = [h.msg for h in self._believed if number - REACH <= h.msg < number]
        most = max((m for m in near if near.count(m) > 1), default=None)
        return [i for i, h in enumerate(self._believed) if h.msg == most]

    def _to_another(self, number: int, text: str) -> bool:
        """Whether the belief stated last is one of several questions of a person, and a text with few of its words answers another."""
        last = self._last(number)
        return last is not None and self._believed[last].msg in self._asked and len(self._topics[last] & aliases.content(text)) < 2

    def _spoken_of(self, number: int, text: str) -> bool:
        """Whether a text has a word of the belief stated last."""
        last = self._last(number)
        return last is not None and not self._topics[last].isdisjoint(aliases.content(text))

    def _fresh(self, number: int) -> bool:
        """Whether something was run since the last belief was stated, and neither was a question asked nor did a person speak."""
        last = self._last(number)
        if last is None:
            return False
        since = max(self._believed[last].msg, self._trial[1] if self._trial[0] == last and self._trial[1] < number else 0)
        between = self._broken[bisect_right(self._broken, since) :][:1]
        return not (between and between[0] < number) and bisect_left(self._ran, since) < bisect_left(self._ran, number)

    def _by_noun(self, what: str, number: int) -> int | None:
        place = ORDINALS.get(what.split()[1] if len(what.split()) == 3 else "")
        several = self._several(number) if place is not None else []
        if place is not None and (place < len(several)):
            return several[place]
        words = aliases.content(what) - EMPTY
        told = [i for i, h in enumerate(self._believed) if h.msg < number]
        exact = [i for i in told if any(re.search(rf"\b{re.escape(label)}\b", what) for label in self._labels[i])]
        if exact:
            return exact[-1]
        if words:
            best = max(told, key=lambda i: (len(words & self._topics[i]), i), default=None)
            return best if best is not None and 2 * len(words & self._topics[best]) >= len(words) else None
        stems = [s for kind in KINDS if any(k in what for k in kind) for s in kind]
        near = [i for i in told if number - max(m for m in self._believed[i].mentions if m < number) <= NAMED_REACH]
        called = [i for i in near if any(s in self._called[i] for s in stems)]
        return called[-1] if called else self._last(number)

    def _by_thing(self, p: Pronounced, number: int) -> int | None:
        words = aliases.content(p.what)
        told = [
            i for i, h in enumerate(self._believed) if h.msg < number and not (p.weak and (number - h.msg > SOON or STARTS.match(h.quote)))
        ]
        fitting = [i for i in told if words and words <= self._topics[i] and (words & self._subjects[i] or len(words) > 1)]
        if p.about == "claim":
            fitting = [i for i in fitting if not words <= self._subjects[i]]  # who confirms that the thing is there confirms no more
        return max(fitting, key=lambda i: (len(words & self._subjects[i]), i), default=None)


def _subject(h: Hypothesis, topic: frozenset[str]) -> frozenset[str]:
    """The words of a belief for what it speaks of, and for what it blames."""
    blamed = BLAMES.split(core(h))
    return (topic - predicate(h.text)) | (topic & aliases.content(blamed[-1]) if len(blamed) > 1 else topic - topic)


def _names(cell: str, label: str) -> bool:
    """Whether a cell begins with a label."""
    low = cell.lower().strip(" *_`")
    return low.startswith(label) and not low[len(label) : len(label) + 1].isalnum()
