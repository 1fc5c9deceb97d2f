"""Small bars for a terminal, from zero and to scale, so that twice as long is twice as much."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from sessionlens.cli.common import clip, room
from sessionlens.cli.hiding import hidden

if TYPE_CHECKING:
    from sessionlens.graph.view import View
    from sessionlens.model.facts import Measurement

Bars = Annotated[bool, typer.Option("--bars/--no-bars", help="Draw bars beside numbers.")]
EIGHTHS = "▏▎▍▌▋▊▉█"
LABEL, LONG, SHORT, ROWS = 34, 24, 4, 8
"""Columns of a label, of the longest bar and of the shortest that is worth drawing; rows of one group at most."""


def bar(share: float, width: int = LONG) -> str:
    """A bar of up to `width` columns, by eighths of one; of number signs where standard output takes no block characters.

    >>> bar(0.5, 4) in ("██", "##")
    True
    """
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    if not (sys.stdout.encoding or "").lower().startswith("utf"):
        return "#" * round(eighths / 8)
    return "█" * (eighths // 8) + (EIGHTHS[eighths % 8 - 1] if eighths % 8 else "")


def balance(supports: int, opposes: int, most: int, wide: int = 60) -> list[str]:
    """What speaks for something and what against it, as two bars to the scale of the most; nothing where nothing does.

    One line of at most `wide` columns; two where one is too short for both.
    """
    parts = [(word, n) for word, n in (("for", supports), ("against", opposes)) if n]
    taken = sum(len(f"{word}  {n}") for word, n in parts) + 2 * (len(parts) - 1)
    if len(parts) > 1 and wide - taken < 2 * SHORT:
        return [line for s, o in ((supports, 0), (0, opposes)) for line in balance(s, o, most, wide)]
    long = min(16, (wide - taken) // max(1, len(parts)))
    told = [f"{word} {bar(n / most, long)} {n}" if long >= SHORT else f"{word} {n}" for word, n in parts]
    return ["  ".join(told)] if told else []


def of_message(view: "View", number: int) -> list[str]:
    """The values that a message measured, set beside the latest ones of other configurations by the same metric, program and unit."""
    out: list[str] = []
    groups: dict[tuple[str, str, str], dict[str, list[Measurement]]] = {}
    here = [m for m in view.measurements if m.msg == number and m.value > 0 and not m.samples]
    wanted = {(m.metric, m.unit, _program(m)) for m in here}
    for m in view.measurements if wanted else ():
        kind = (m.metric, m.unit, _program(m))
        if kind in wanted and m.msg <= number and m.value > 0 and not m.samples:
            runs = groups.setdefault(kind, {})
            known = runs.pop(m.config, [])
            runs[m.config] = [*(r for r in known if r.msg == m.msg), m]
    for (metric, unit, _), runs in groups.items():
        rows = [(config, sum(m.value for m in group) / len(group), len(group)) for config, group in list(runs.items())[-ROWS:]]
        if len(rows) > 1 and len({value for _, value, _ in rows}) > 1:
            out += ["", clip(f"{metric}{f' ({unit})' if unit else ''}, latest of each:", room(80)), *_rows(rows)]
    return out


def _rows(rows: Sequence[tuple[str, float, int]]) -> list[str]:
    most = max(value for _, value, _ in rows)
    told = [f"{value:.4g}{f' (n={n})' if n > 1 else ''}" for _, value, n in rows]
    left = room(80, 6 + max(map(len, told)))
    wide = min(LABEL, max(len(config) for config, _, _ in rows), max(4, left // 2))
    long = max(2, min(LONG, left - wide))
    return [
        f"  {clip(hidden(config), wide):<{wide}}  {bar(value / most, long):<{long}}  {said}"
        for (config, value, _), said in zip(rows, told, strict=True)
    ]


def _program(m: "Measurement") -> str:
    from sessionlens.reports.labels import program_of

    return program_of(m.command)
