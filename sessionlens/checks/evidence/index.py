"""What a session holds for or against its conclusions, indexed once: series of measurements, runs, changes, what people said."""

import bisect
import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from sessionlens.checks.claims.words import tokens
from sessionlens.checks.evidence.postings import MAKERS, Postings
from sessionlens.checks.values.printed import Printed
from sessionlens.checks.values.series import Series, gather
from sessionlens.graph.view import View
from sessionlens.model.facts import Change, Reversion, Verification
from sessionlens.model.quick import lazy
from sessionlens.model.trace import Run, Statement
from sessionlens.text.regex import regex

_VALUE = regex(r"^[-+~≈]?\d|=[-+]?\d")
_NUMBER = regex(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")


class Evidence:
    """The index. Everything takes the claim's message and looks only at what stood before it."""

    def __init__(self, view: View) -> None:
        self.view = view

    @lazy
    def series(self) -> list[Series]:
        return gather(self.view.measurements)

    @lazy
    def spread(self) -> Counter[str]:
        """How many series each word labels: one that half of them have says little."""
        return Counter(itertools.chain.from_iterable([s.all_words for s in self.series]))

    @lazy
    def _measured_at(self) -> list[int]:
        return sorted({b.msg for s in self.series for b in s.batches})

    def measured_before(self, msg: int) -> int:
        """How many messages before `msg` printed a measurement: what stood then is the same for all messages with one number."""
        return bisect.bisect_left(self._measured_at, msg)

    def last_measured(self, msg: int) -> int:
        """The newest message before `msg` whose calls printed a measurement; 0 if there is none."""
        at = bisect.bisect_left(self._measured_at, msg)
        return self._measured_at[at - 1] if at else 0

    @lazy
    def by_name(self) -> dict[str, list[int]]:
        """Series by the words of their config and metric alone."""
        index: dict[str, list[int]] = defaultdict(list)
        for i, s in enumerate(self.series):
            for token in s.names:
                index[token].append(i)
            if len(s.batches) > 1:
                for token in frozenset().union(*(words for words, _ in s.variants)) - s.named - s.measures:
                    index[token].append(i)
        return index

    @lazy
    def labels(self) -> frozenset[str]:
        """Every word that names a config or a metric anywhere in the session."""
        return frozenset(self.by_name)

    @lazy
    def memo(self) -> dict[tuple[object, ...], Any]:
        """What `groups` made as of a message, kept for the message's other conclusions."""
        return {}

    @lazy
    def looked(self) -> dict[object, Any]:
        """What checks read off the outputs of single calls, kept for the other conclusions."""
        return {}

    def lowered(self, run: Run) -> str:
        """An output in lower case, made once."""
        key = ("lowered", id(run))
        if key not in self.looked:
            self.looked[key] = run.call.output.lower()
        return str(self.looked[key])

    def ordered(self, dimension: str) -> tuple[list[float], list[tuple[int, int]]]:
        """Every value and aggregate of a dimension as a float, sorted, with its series and batch; for finding what a number may be."""
        kept: tuple[list[float], list[tuple[int, int]]] | None = self.memo.get(("ordered", dimension))
        if kept is None:
            rows = [
                (value, i, j)
                for i, series in enumerate(self.series)
                if series.dimension == dimension
                for j, batch in enumerate(series.batches)
                for value in batch.rough
            ]
            rows.sort()
            kept = self.memo["ordered", dimension] = ([row[0] for row in rows], [row[1:] for row in rows])
        return kept

    def near(self, dimensions: Iterable[str], lo: float, hi: float, msg: int) -> list[tuple[int, int]]:
        """Places (series, batch) before a message whose values may lie in [lo, hi]."""
        out: dict[tuple[int, int], None] = {}
        for kind in dimensions:
            values, places = self.ordered(kind)
            for at in range(bisect.bisect_left(values, lo), bisect.bisect_right(values, hi)):
                i, j = places[at]
                if self.series[i].batches[j].msg < msg:
                    out[places[at]] = None
        return list(out)

    @lazy
    def together(self) -> dict[tuple[int, str], list[int]]:
        """By message and dimension: the series that were measured there together."""
        out: dict[tuple[int, str], list[int]] = defaultdict(list)
        for i, s in enumerate(self.series):
            for msg in {b.msg for b in s.batches}:
                out[msg, s.dimension].append(i)
        return out

    @lazy
    def by_metric(self) -> dict[tuple[frozenset[str], str], list[int]]:
        """Series of one metric and dimension: what can be compared across configs."""
        out: dict[tuple[frozenset[str], str], list[int]] = defaultdict(list)
        for i, s in enumerate(self.series):
            out[s.measures, s.dimension].append(i)
        return out

    @lazy
    def by_config(self) -> dict[tuple[str, str], list[int]]:
        """Series of one config and dimension: what can be compared across metrics."""
        out: dict[tuple[str, str], list[int]] = defaultdict(list)
        for i, s in enumerate(self.series):
            out[s.config, s.dimension].append(i)
        return out

    def statements(self, msg: int) -> tuple[Statement, ...]:
        """What a message says, sentence by sentence."""
        turn = self.view.turns.get(msg)
        return turn.statements if turn is not None else ()

    @lazy
    def runs(self) -> list[tuple[int, Run]]:
        """Every tool call with its message, oldest first."""
        return list(self.view.runs())

    @lazy
    def _at(self) -> list[int]:
        return [m for m, _ in self.runs]

    def runs_until(self, msg: int) -> int:
        """How many tool calls stand before message `msg`."""
        return bisect.bisect_left(self._at, msg)

    def runs_before(self, msg: int) -> Iterator[tuple[int, Run]]:
        """Tool calls of earlier messages, newest first."""
        for i in range(self.runs_until(msg) - 1, -1, -1):
            yield self.runs[i]

    def runs_of(self, msg: int, keys: Iterable[str], limit: int = 0) -> Iterator[tuple[int, Run]]:
        """Those that ran one of these tools, or commands of that intent, are calls of that kind, or had outcomes of a kind written
        "=tests"; of the last `limit` calls if one is given."""
        return self.runs_at(self.acting(keys), msg, limit)

    def acting(self, keys: Iterable[str]) -> int:
        """The places of such calls, as bits."""
        bits = 0
        for key in keys:
            bits |= self._acting.get(key, 0)
        return bits

    def runs_at(self, bits: int, msg: int, limit: int = 0) -> Iterator[tuple[int, Run]]:
        """The calls of earlier messages whose places are set bits, newest first."""
        newest = self.runs_until(msg)
        first = max(0, newest - limit) if limit else 0
        bits = (bits & ((1 << newest) - 1)) >> first
        while bits:
            place = bits.bit_length() - 1
            bits ^= 1 << place
            yield self.runs[first + place]

    @lazy
    def _acting(self) -> dict[str, int]:
        out: dict[str, int] = {}
        for place, (_, run) in enumerate(self.runs):
            bit = 1 << place
            out[run.call.kind] = out.get(run.call.kind, 0) | bit
            for action in run.actions:
                for key in (action.intent, action.command.tool):
                    out[key] = out.get(key, 0) | bit
            for outcome in run.outcomes:
                key = "=" + outcome.kind
                out[key] = out.get(key, 0) | bit
        return out

    @lazy
    def makers(self) -> int:
        """The places of the calls that name a program which makes digests, as bits."""
        bits = self.acting([maker.decode() for maker in MAKERS])
        for maker in MAKERS:
            bits |= self.postings.calls(self.postings.pieces(maker))
        return bits

    @lazy
    def changes(self) -> tuple[Change, ...]:
        return self.view.changes

    @lazy
    def reversions(self) -> tuple[Reversion, ...]:
        """Those that last: what was put back in the same message stands."""
        return tuple([r for r in self.view.reversions if not r.restored])

    @lazy
    def verifications(self) -> tuple[Verification, ...]:
        return self.view.verifications

    @lazy
    def aliases(self) -> list[tuple[frozenset[str], frozenset[str]]]:
        """For every hypothesis with several names: the tokens of each name, and all the tokens together. Names that differ in their
        number alone ("F1", "F2") are of several things, and a value is no name."""
        out = []
        for given in [*(h.aliases for h in self.view.hypotheses), *(c.names for c in self.changes)]:
            names = [tokens(a) for a in dict.fromkeys(given) if a and not _VALUE.search(a)]
            heads = [a.rstrip("0123456789") for a in dict.fromkeys(given) if a and a[-1].isdigit()]
            if len(names) > 1 and len(set(heads)) == len(heads):
                whole = frozenset().union(*names)
                out += [(n, whole) for n in names if n]
        return out

    def other_names(self, own: frozenset[str]) -> frozenset[str]:
        """What else the things named go by, where the session said so."""
        more: frozenset[str] = frozenset()
        for name, whole in self.aliases:
            if name <= own:
                more |= whole
        return more - own

    @lazy
    def said(self) -> dict[str, int]:
        """Numbers that people wrote, each with the message that first had it."""
        out: dict[str, int] = {}
        for number, turn in self.view.turns.items():
            if turn.message.role == "user":
                for found in _NUMBER.findall(turn.message.text):
                    out.setdefault(found.replace(",", ""), number)
        return out

    def said_at(self, digits: str, msg: int) -> int | None:
        at = self.said.get(digits)
        return at if at is not None and at < msg else None

    @lazy
    def postings(self) -> Postings:
        """Tool calls (places in `runs`) by the words that they printed or were given."""
        return Postings(self.runs, [c.quote for c in self.view.conclusions])

    @lazy
    def printed(self) -> Printed:
        """All outputs, for finding where a number was printed."""
        return Printed(self.runs)

    def printed_numbers(self, digits: str, msg: int, limit: int = 400) -> Iterator[tuple[int, str, int, int, Run]]:
        """Where the last outputs before a message have this number as a whole token, newest first: see `Printed`. Used only beside
        labels."""
        until = self.runs_until(msg)
        return self.printed.numbers(digits, max(0, until - limit), until)
