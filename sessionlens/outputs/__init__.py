"""What a tool printed -> readings and outcomes.

Every tool family is one file with `NAME`, `LITERALS` (one of them must be in the output; empty: no prefilter), `TOOLS` (one of them
must have been run; empty: any command) and `parse(page)`. `FAMILIES` lists them from the most to the least specific; a line belongs
to the first that reads it. Others add theirs by the entry point `sessionlens.outputs`.
"""

from dataclasses import replace
from functools import cache
from importlib.metadata import entry_points
from typing import Protocol, cast

from sessionlens.model.session import ToolCall
from sessionlens.model.trace import Action, Outcome, Reading
from sessionlens.outputs import (
    asv_json,
    benchmark_json,
    cargo,
    clocks,
    compilers,
    counts,
    coverage,
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
    load,
    microbenchmarks,
    objects,
    perf,
    presence,
    printed_tables,
    pyperf,
    pyperf_json,
    pytest_benchmark,
    pytests,
    sizes,
    stamps,
    suites,
    timeit,
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
        valgrind,
        clocks,
        http_load,
        curl,
        databases,
        disks,
        load,
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
        printed_tables,
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
    page = Page(output, actions, call)
    if call.command is None:
        page.parser = presence.NAME
        presence.searched(page)
        return (), tuple(page.outcomes)
    if not output.strip():
        if actions:
            page.parser = presence.NAME
            presence.silent(page)
        return (), tuple(page.outcomes)
    ascii_only, plain = output.isascii(), _plain()
    for family in _all() if not page.only_reads else _LOOKING:
        if family.TOOLS and page.tools.isdisjoint(family.TOOLS) and not page.runs(family.TOOLS):
            continue
        if prefilter and family.LITERALS and not _holds(output, plain[family.NAME] if ascii_only else family.LITERALS):
            continue
        page.parser = family.NAME
        family.parse(page)
    return tuple(_ordered(page.readings)), tuple(sorted(page.outcomes, key=lambda o: (o.start, o.end, o.kind)))


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


@cache
def _plain() -> dict[str, tuple[str, ...]]:
    """The literals by family that can stand in a text of ASCII alone."""
    return {family.NAME: tuple(literal for literal in family.LITERALS if literal.isascii()) for family in _all()}


def _holds(output: str, literals: tuple[str, ...]) -> bool:
    """Whether one of the literals stands in the output. A plain loop: this runs tens of thousands of times per transcript."""
    for literal in literals:  # noqa: SIM110
        if literal in output:
            return True
    return False


_LOOKING = tuple(family for family in FAMILIES if family.TOOLS)
"""Families of commands that look: the only ones for a call that showed sources, documents or history."""


@cache
def _all() -> tuple[Family, ...]:
    """The families of this package, with those that others registered before the two general ones."""
    others = tuple(cast(Family, point.load()) for point in sorted(entry_points(group="sessionlens.outputs"), key=lambda p: p.name))
    return (*FAMILIES[:-2], *others, *FAMILIES[-2:])
