"""Times whose form the command itself gives: GNU time's `-f` and bash's TIMEFORMAT. The format tells which printed number is what.

`/usr/bin/time -f '%e s, %M' ./pack` prints `1.32 s, 48112`; `TIMEFORMAT=%1R; time ./pack` prints `1.3`. GNU time cuts its seconds to
hundredths and counts memory in KiB (its manual, "The format string"); bash cuts to the digits asked for (bash manual, "Bash Variables").
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from sessionlens.model.trace import Action
from sessionlens.outputs.configs import join
from sessionlens.outputs.page import Page
from sessionlens.text import units
from sessionlens.text.regex import regex

NAME = "time"
LITERALS: tuple[str, ...] = ()
TOOLS: frozenset[str] = frozenset()

_GIVEN = regex(
    r"time(?: -\w+)* (?:-f ?|--format[= ])(?P<gnu>'[^'\n]*'|\"[^\"\n]*\"|\S+)|\bTIMEFORMAT=(?P<bash>\$?'[^'\n]*'|\"[^\"\n]*\"|[^\s;]*)"
)
_GNU = {
    "e": ("elapsed", "s"), "E": ("elapsed", "clock"), "U": ("user", "s"), "S": ("system", "s"), "P": ("CPU", "%"),
    "M": ("maximum resident set size", "KiB"), "R": ("minor page faults", ""), "F": ("major page faults", ""),
    "c": ("involuntary context switches", ""), "w": ("voluntary context switches", ""),
}  # fmt: skip
_BASH = {"R": ("real", "s"), "U": ("user", "s"), "S": ("sys", "s"), "P": ("CPU", "%")}
_SPECIFIER = regex(r"%(?P<digits>[0-3]?)(?P<long>l?)(?P<letter>[A-Za-z%])|\$\{?(?P<name>\w+)\}?")
_UNIT = regex(r" ?(KB|kB|KiB|kbytes|K)\b")
_MEASURED = "time wall elapsed real user sys system cpu took in max maximum peak rss maxrss mem memory resident faults size total"
_METRICS = frozenset(_MEASURED.split())
"""Words of a format that say what is measured, not of what."""
_MOST = 4


class _Form(NamedTuple):
    """One line of a format: its pattern, each group's metric and unit (a shell variable's metric is ""), the words it begins with, and
    whether it prints numbers alone."""

    pattern: re.Pattern[str]
    values: tuple[tuple[str, str], ...]
    label: str
    bare: bool


def parse(page: Page) -> None:
    command = page.call.command or ""
    if "TIMEFORMAT=" not in command and not ("time" in command and (" -f" in command or "--format" in command)):
        return
    timed = [a for a in page.actions if any(w.endswith("time") for w in a.command.wrappers) or a.command.tool == "time"]
    forms = dict.fromkeys((m["gnu"] or m["bash"], bool(m["gnu"])) for m in _GIVEN.finditer(command)) if timed else {}
    for text, gnu in list(forms)[:_MOST]:
        mine = [a for a in timed if not gnu or text in a.command.text]
        for form in _forms(text, gnu):
            _read(page, form, mine or timed)


def _read(page: Page, form: _Form, timed: list[Action]) -> None:
    found = [(at, m) for at, line in page.free() if (m := form.pattern.fullmatch(line.rstrip())) is not None]
    told = page.each(timed, len(found))
    if form.bare and len(timed) > 1 and not any(told):
        return
    for (at, m), words in zip(found, told, strict=True):
        names = [m[i] for i, (metric, _) in enumerate(form.values, 1) if not metric]
        config = join(*names, form.label) if names else join(form.label, page.heading(at) or words)
        for i, (metric, unit) in enumerate(form.values, 1):
            if not metric:
                continue
            raw, value = m[i], None
            if unit == "clock":
                unit, value = "s", sum(float(part) * 60**k for k, part in enumerate(reversed(raw.rstrip("s").replace("m", ":").split(":"))))
            page.reading(metric, raw, unit, at + m.start(i), config=config, value=value, exact=not unit, labels=tuple(words.split()))


@lru_cache(maxsize=256)
def _forms(text: str, gnu: bool) -> tuple[_Form, ...]:
    """The lines of a format that hold a value, read as patterns."""
    bare = text.lstrip("$")
    bare = bare[1:-1] if bare[:1] in ("'", '"') and bare[-1:] == bare[:1] else bare
    lines = bare.replace("\\t", "\t").split("\\n")
    return tuple(form for line in lines for form in _form(line.strip(), gnu))


def _form(line: str, gnu: bool) -> Iterator[_Form]:
    values: list[tuple[str, str]] = []
    pattern, last, label = "", 0, ""
    for m in _SPECIFIER.finditer(line):
        literal = line[last : m.start()]
        label = label if values else " ".join(w for w in literal.split() if w.isalpha() and w.lower() not in _METRICS)
        pattern += r"\s+".join(re.escape(part) for part in re.split(r"\s+", literal))
        last = m.end()
        if m["name"]:
            values.append(("", ""))
            pattern += r"(\S+)"
        elif m["letter"] == "%":
            pattern += "%"
        elif (known := (_GNU if gnu else _BASH).get(m["letter"])) is None or (gnu and (m["digits"] or m["long"])):
            pattern += r".*?"
        else:
            metric, unit = known
            shape = r"\d+"
            if unit == "clock":
                shape = r"(?:\d+:)?\d+:\d+(?:\.\d+)?"
            elif m["long"]:
                unit, shape = "clock", r"\d+m\d+(?:\.\d+)?s"
            elif unit == "s":
                places = int(m["digits"] or 3) if not gnu else 2
                shape = rf"\d+\.\d{{{places}}}" if places else r"\d+"
            elif unit == "%":
                shape = r"\d+(?:\.\d+)?"
            elif metric == "maximum resident set size" and (said := _UNIT.match(line, m.end())) is not None:
                unit = units.normal(said[1]) if said[1] != "K" else unit
            values.append((metric, unit))
            pattern += f"({shape})" + ("%" if unit == "%" and gnu else "")
    pattern += r"\s+".join(re.escape(part) for part in re.split(r"\s+", line[last:]))
    if any(metric for metric, _ in values):
        yield _Form(re.compile(pattern), tuple(values), label, not re.search(r"[A-Za-z]", _SPECIFIER.sub("", line)))
