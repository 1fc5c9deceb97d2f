"""Plots of numbers as SVG text: an interval dot plot and a waterfall. The layout follows from the numbers alone, so the bytes do too.

Styles are class names of the page's style sheet. Each picture has a title and a description in words, so that it says the same to
somebody who does not see it; the table beside it has every number.
"""

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

from sessionlens.model.frozen import Record
from sessionlens.reports.numbers import number
from sessionlens.text.visible import visible

LABELS, WIDTH, ROW, TOP, BOTTOM, VALUES = 190, 640, 24, 10, 30, 76
TICKS = 5
LABEL_AT_MOST = 28


class Dot(Record):
    """One row: a value with what its runs, its spread or its digits leave open, in the plot's unit. `told` is the value as printed."""

    label: str
    value: float
    low: float
    high: float
    told: str
    base: bool = False
    tone: str = ""


class Step(Record):
    """One bar of a waterfall: from `start` to `end`. `kind` is whole, part or rest."""

    label: str
    start: float
    end: float
    told: str
    kind: str


def dot_plot(title: str, dots: Sequence[Dot]) -> str:
    """Values with intervals on one axis, a broken line at the first base. "" for fewer than two rows."""
    if len(dots) < 2:
        return ""
    axis = _Axis(min(d.low for d in dots), max(d.high for d in dots))
    height = TOP + ROW * len(dots) + BOTTOM
    told = "; ".join(f"{d.label} {d.told}" for d in dots)
    out = _head("dots", title, told, height)
    out += axis.drawn(TOP, height - BOTTOM)
    base = next((d for d in dots if d.base), None)
    if base is not None:
        x = axis.at(base.value)
        out.append(f'<line class="base" x1="{x}" x2="{x}" y1="{TOP}" y2="{height - BOTTOM}"/>')
    for i, d in enumerate(dots):
        y = TOP + ROW * i + ROW // 2
        out.append(_label(d.label, y) + _value(d.told, y))
        out.append(f'<line class="range" x1="{axis.at(d.low)}" x2="{axis.at(d.high)}" y1="{y}" y2="{y}"/>')
        out.append(f'<circle class="dot {d.tone}" cx="{axis.at(d.value)}" cy="{y}" r="4"/>')
    return "".join(out) + "</svg>"


def waterfall(title: str, steps: Sequence[Step]) -> str:
    """Bars that add up: the whole first, then its parts, then what is left. "" for fewer than two steps."""
    if len(steps) < 2:
        return ""
    ends = [x for s in steps for x in (s.start, s.end)]
    axis = _Axis(min(0.0, *ends), max(0.0, *ends))
    height = TOP + ROW * len(steps) + BOTTOM
    out = _head("waterfall", title, "; ".join(f"{s.label} {s.told}" for s in steps), height)
    out += axis.drawn(TOP, height - BOTTOM)
    for i, s in enumerate(steps):
        y = TOP + ROW * i
        left, right = sorted((axis.at(s.start), axis.at(s.end)))
        out.append(_label(s.label, y + ROW // 2) + _value(s.told, y + ROW // 2))
        out.append(f'<rect class="bar {s.kind}" x="{left}" y="{y + 4}" width="{max(1.0, round(right - left, 1))}" height="{ROW - 8}"/>')
        if i + 1 < len(steps):
            x = axis.at(s.start if s.kind == "whole" else s.end)
            out.append(f'<line class="joint" x1="{x}" x2="{x}" y1="{y + ROW - 4}" y2="{y + ROW + 4}"/>')
    return "".join(out) + "</svg>"


class _Axis:
    """A linear axis with round ticks, a little wider than the numbers on it."""

    def __init__(self, low: float, high: float) -> None:
        room = (high - low) * 0.06 or abs(high) * 0.05 or 1.0
        self._low, self._high = (low if low == 0 else low - room), high + room
        rough = (self._high - self._low) / TICKS
        size = 10.0 ** floor(log10(rough))
        self._step = next(size * m for m in (1, 2, 5, 10) if size * m >= rough)
        self._places = max(0, -floor(log10(self._step) + 1e-9))

    def at(self, value: float) -> float:
        return round(LABELS + (WIDTH - LABELS - VALUES) * (value - self._low) / (self._high - self._low), 1)

    def drawn(self, top: int, bottom: int) -> list[str]:
        out = []
        for i in range(ceil(self._low / self._step), floor(self._high / self._step) + 1):
            x = self.at(i * self._step)
            out.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>')
            out.append(f'<text class="tick" x="{x}" y="{bottom + 16}" text-anchor="middle">{number(i * self._step, self._places)}</text>')
        return out


def _head(kind: str, title: str, told: str, height: int) -> list[str]:
    name, words = escape(visible(title)), escape(visible(told))
    return [
        f'<svg class="plot {kind}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label="{name}: {words}"><title>{name}</title><desc>{words}</desc>'
    ]


def _label(text: str, y: int) -> str:
    text = visible(text)
    shown = text if len(text) <= LABEL_AT_MOST else text[: LABEL_AT_MOST - 1] + "…"
    return f'<text class="name" x="{LABELS - 10}" y="{y + 4}" text-anchor="end">{escape(shown)}</text>'


def _value(text: str, y: int) -> str:
    return f'<text class="value" x="{WIDTH - VALUES + 8}" y="{y + 4}">{escape(visible(text))}</text>'
