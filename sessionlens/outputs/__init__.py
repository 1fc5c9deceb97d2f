"""What a tool printed -> readings and outcomes.

Every tool family is one file with `NAME`, `LITERALS` (one of them must be in the output; empty: no prefilter), `TOOLS` (one of them
must have been run; empty: any command) and `parse(page)`. `FAMILIES` lists them from the most to the least specific; a line belongs
to the first that reads it. Others add theirs by the entry point `sessionlens.outputs`.

A family may also have `WORDS`: whole words, runs of the letters A to Z, of which one must be in the output. They are the cheaper
prefilter: an output is cut into its words once, and forty families compare theirs with that set instead of searching the text.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib.metadata import entry_points
from typing import NamedTuple, Protocol, cast

from sessionlens.model.session import ToolCall
from sessionlens.model.trace import Action, Outcome, Reading
from sessionlens.outputs import (
    asv_json,
    benchmark_json,
    bundles,
    cargo,
    ci_logs,
    clocks,
    compilers,
    counts,
    coverage,
    cprofile,
    criterion,
    curl,
    databases,
    disks,
    equality,
    errors,
    fields,
    git,
    golang,
    google_benchmark,
    gpu,
    http_load,
    hyperfine,
    javascript,
    libtest,
    listings,
    load,
    memory,
    microbenchmarks,
    networks,
    objects,
    passes,
    perf,
    postgres,
    presence,
    printed_tables,
    pyperf,
    pyperf_json,
    pytest_benchmark,
    pytests,
    records,
    sizes,
    stamps,
    suites,
    syscalls,
    time_formats,
    timeit,
    tracemalloc,
    unheaded,
    valgrind,
)
from sessionlens.outputs.page import Page


class Family(Protocol):
    """A tool family's module."""

    NAME: str
    LITERALS: tuple[str, ...]
    TOOLS: frozenset[str]

    def parse(self, page: Page) -> None:
        """Add what the family reads to the page."""


FAMILIES: tuple[Family, ...] = cast(
    tuple[Family, ...],
    (
        hyperfine,
        criterion,
        libtest,
        golang,
        pytest_benchmark,
        pytests,
        javascript,
        suites,
        google_benchmark,
        microbenchmarks,
        gpu,
        pyperf,
        timeit,
        perf,
        cprofile,
        tracemalloc,
        valgrind,
        time_formats,
        clocks,
        http_load,
        curl,
        databases,
        postgres,
        disks,
        networks,
        passes,
        syscalls,
        bundles,
        load,
        memory,
        listings,
        pyperf_json,
        asv_json,
        benchmark_json,
        objects,
        coverage,
        cargo,
        compilers,
        git,
        equality,
        presence,
        sizes,
        counts,
        stamps,
        errors,
        records,
        printed_tables,
        unheaded,
        fields,
    ),
)


def read(output: str, actions: tuple[Action, ...], call: ToolCall) -> tuple[tuple[Reading, ...], tuple[Outcome, ...]]:
    """Everything that an output says, in order of place.

    `read("real\\t0m1.5s\\n", actions, call)` gives one reading: metric "real", 1.5 s, lower is better. Families whose tool was run come
    first, then those whose literals stand in the text. Nothing raises: what no family knows is no reading.
    """
    return scan(output, actions, call, prefilter=True)


def scan(output: str, actions: tuple[Action, ...], call: ToolCall, *, prefilter: bool) -> tuple[tuple[Reading, ...], tuple[Outcome, ...]]:
    """`read` with or without the literal prefilters, which must change no finding; tests compare the two."""
    if call.command is None:
        return (), presence.searched(output, call)
    if not output or output.isspace():
        return (), presence.silent(Page(output, actions, call)) if actions else ()
    output = ci_logs.bare(output)
    page = Page(output, actions, call)
    index = _index()
    if page.only_reads:
        for i in index.by_tools(page.ran):
            gate = index.gates[i]
            page.parser = gate.name
            gate.parse(page)
    else:
        ascii_only = output.isascii()
        for i in index.likely(output, page.ran) if prefilter else index.runnable(page.ran):
            gate = index.gates[i]
            if prefilter and gate.literals and not _holds(output, gate.plain if ascii_only else gate.literals):
                continue
            page.parser = gate.name
            gate.parse(page)
    outcomes = page.outcomes
    if len(outcomes) > 1:
        outcomes.sort(key=_place)
    return tuple(_ordered(page.readings)), tuple(outcomes)


def _place(outcome: Outcome) -> tuple[int, int, str]:
    return outcome.start, outcome.end, outcome.kind


def _ordered(readings: list[Reading]) -> list[Reading]:
    """Readings by place, with the indices in `samples` following them."""
    if len(readings) < 2:
        return readings
    order = sorted(range(len(readings)), key=lambda i: (readings[i].start, i))
    if not any(r.samples for r in readings):
        return [readings[i] for i in order]
    place = {old: new for new, old in enumerate(order)}
    out = []
    for i in order:
        r = readings[i]
        out.append(_with_samples(r, tuple(sorted(place[s] for s in r.samples))) if r.samples else r)
    return out


def _with_samples(r: Reading, samples: tuple[int, ...]) -> Reading:
    return replace(r, samples=samples)


class _Gate(NamedTuple):
    """A family's parser with what it asks of a call; `plain` are the literals that ASCII text can hold."""

    parse: Callable[[Page], None]
    name: str
    tools: frozenset[str]
    words: frozenset[bytes]
    plain: tuple[str, ...]
    literals: tuple[str, ...]


class _Index:
    """The families by the words and by the tools that they ask for, so that a call meets those alone that could read it.

    Words are bytes: an output is cut into them by `bytes.translate` and `split`, a third of the time that a pattern takes.
    """

    def __init__(self, families: tuple[Family, ...]) -> None:
        self.gates = tuple(
            _Gate(
                f.parse,
                f.NAME,
                f.TOOLS,
                frozenset(w.encode() for w in getattr(f, "WORDS", ())),
                tuple(x for x in f.LITERALS if x.isascii()),
                f.LITERALS,
            )
            for f in families
        )
        self._always = tuple(i for i, g in enumerate(self.gates) if not g.tools and not g.words)
        self._by_tool: dict[str, list[int]] = {}
        self._by_word: dict[bytes, list[int]] = {}
        for i, gate in enumerate(self.gates):
            for tool in gate.tools:
                self._by_tool.setdefault(tool, []).append(i)
            for word in gate.words if not gate.tools else ():
                self._by_word.setdefault(word, []).append(i)
        self._words = frozenset(self._by_word)

    def by_tools(self, ran: frozenset[str]) -> list[int]:
        """The families of commands that look, in order, of which one was run: the only ones for a call that showed sources, documents or
        history."""
        return sorted({i for tool in ran if tool in self._by_tool for i in self._by_tool[tool]})

    def likely(self, output: str, ran: frozenset[str]) -> list[int]:
        """The families, in order, whose tools were run and whose words stand in the output."""
        found = {*self._always, *self.by_tools(ran)}
        for word in self._words.intersection(output.encode("ascii", "replace").translate(_LETTERS).split()):
            found.update(self._by_word[word])
        return sorted(found)

    def runnable(self, ran: frozenset[str]) -> list[int]:
        """The families, in order, whose tools were run or that ask for none."""
        return [i for i, g in enumerate(self.gates) if not g.tools or not ran.isdisjoint(g.tools)]


_LETTERS = bytes(i if chr(i).isalpha() and i < 128 else 32 for i in range(256))


@cache
def _index() -> _Index:
    return _Index(_all())


def _holds(output: str, literals: tuple[str, ...]) -> bool:
    """Whether one of the literals stands in the output. A plain loop: this runs tens of thousands of times per transcript."""
    for literal in literals:  # noqa: SIM110
        if literal in output:
            return True
    return False


@cache
def _all() -> tuple[Family, ...]:
    """The families of this package, with those that others registered before the two general ones."""
    others = tuple(cast(Family, point.load()) for point in sorted(entry_points(group="sessionlens.outputs"), key=lambda p: p.name))
    return (*FAMILIES[:-2], *others, *FAMILIES[-2:])
