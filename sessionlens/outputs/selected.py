"""What the columns of a query are, by its own words: which are figures (aggregates, sizes, counters of statistics views), which names."""

import re
from functools import lru_cache
from typing import NamedTuple

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex


class Column(NamedTuple):
    """A column of a query: the name psql gives it, whether it is a figure, whether one in bytes, and the name in its own words that it is
    about (`pg_relation_size('stops')`). `asks` is False for a view that lists who
    is connected or what is set, of which no row measures anything."""

    name: str
    measures: bool
    sized: bool
    asks: bool = True
    about: str = ""


_SELECT = regex(r"\bselect\b(?:\s+distinct\b(?:\s+on\s*\([^()]*\))?)?", re.I)
_END = regex(r"\b(?:from|where|group|order|limit|union|having)\b|;|\s-c\s|[\"'`]\s*(?:-c|$|;|\||&)", re.I)
_STATISTICS = regex(r"\bpg_(?:stat(?!_activity|_replication|_ssl)\w*|statio\w*|class|index|database)\b", re.I)
_LISTS = regex(
    r"\bpg_(?:stat_activity|settings|locks|stat_replication|file_settings|roles|namespace|proc|indexes|tables|constraint)\b", re.I
)
_FIGURE = regex(
    r"\b(?:count|sum|avg|min|max|round|stddev\w*|percentile_\w+|pg_(?:\w+_)?size|pg_size_pretty|extract|length|abs|ratio)\s*\(", re.I
)
_BYTES = regex(r"\bpg_(?:total_relation|relation|table|indexes|database|column)_size\s*\(", re.I)
_LITERAL = regex(r"\s*'([^'\s]+)'")
_IDENTIFIES = regex(r"(?i)(?:^|_)(?:pid|oid|id|xmin|xmax|xid|lsn|port|relid|setting|queryid|userid|dbid|version|relfilenode|at|date)$")
_ALIAS = regex(r"(?i)(?:\bas\s+)?\"?([A-Za-z_]\w*)\"?\s*$")
_CALL = regex(r"([A-Za-z_]\w*)\s*\(")
_CAST = regex(r"::\s*\w+(?:\(\d+(?:,\s*\d+)?\))?\s*$")


def columns(page: Page) -> tuple[Column, ...]:
    """The columns of the queries that a call gives to psql, in order."""
    command = page.call.command or ""
    if "psql" not in command or "select" not in command.lower():
        return ()
    return _columns(command)


@lru_cache(maxsize=256)
def _columns(command: str) -> tuple[Column, ...]:
    return tuple(c for query in queries(command) for c in query)


@lru_cache(maxsize=256)
def queries(command: str) -> tuple[tuple[Column, ...], ...]:
    """The select lists of a command's queries; those inside others are left out, having no column of their own."""
    found = []
    last = 0
    for m in _SELECT.finditer(command):
        if m.start() < last:
            continue
        depth, at, start, parts = 0, m.end(), m.end(), []
        while at < len(command):
            char = command[at]
            if char == "(":
                depth += 1
            elif char == ")":
                depth -= 1
                if depth < 0:
                    break
            elif depth == 0 and char == ",":
                parts.append(command[start:at])
                start = at + 1
            elif depth == 0 and _END.match(command, at) and not (command[at - 1].isalnum() or command[at - 1] == "_"):
                break
            at += 1
        parts.append(command[start:at])
        last = at
        if depth < 0:
            continue
        end = command.find('"', at)
        rest = command[at : end if end >= 0 else len(command)]
        found.append(tuple(_column(part, rest) for part in parts))
    return tuple(found)


def _column(part: str, rest: str) -> Column:
    part = part.strip()
    whole = _CAST.sub("", part)
    alias = re.search(r"(?i)\bas\s+\"?(\w+)\"?$", part) or re.search(r"[\s)]\"?([A-Za-z_]\w*)\"?$", part)
    call = _CALL.match(whole)
    if alias is not None and (call is None or alias.start() > 0):
        name = alias[1]
    elif call is not None:
        name = call[1].lower()
    elif (m := _ALIAS.search(whole)) is not None:
        name = m[1]
    else:
        name = "?column?"
    figure = _FIGURE.search(part) is not None
    measures = (figure or _STATISTICS.search(rest) is not None) and _IDENTIFIES.search(name) is None
    sized = _BYTES.search(part)
    literal = _LITERAL.match(part, sized.end()) if sized is not None else None
    asks = figure or _LISTS.search(rest) is None
    return Column(name, measures, sized is not None and "pretty" not in part, asks, literal[1] if literal is not None else "")
