"""Values that stand in an output in so many words, but that no parser took for measurements: sizes that `ls -l` lists, numbers behind a
key, the lines of things that take turns.

Example: "cache_hits=1830" gives `cache_hits` of the run that printed it, "-rw-r--r-- 1 dev dev 52316 Mar 3 10:11 a.css" a size.
"""

import itertools
import re
from collections.abc import Iterator

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids import rows
from sessionlens.checks.values.series import Series, gather
from sessionlens.model.facts import Measurement
from sessionlens.model.span import Span
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

_LISTED = regex(r"^-[rwxsSt-]{9}[.+@]?\s+\d+\s+\S+\s+\S+\s+(?P<size>\d+)\s+\w{3}\s+\d+\s+[\d:]+\s+(?P<name>\S+)$", re.M)
_KEYED = regex(r"^\s{0,4}(?P<key>[A-Za-z][\w-]{2,30}(?: [a-z]{2,12})?)\s?[=:]\s{0,12}(?P<n>\d{1,3}(?:,\d{3})+|\d{1,9})$", re.M)
_JSON = regex(r'"(?P<key>[A-Za-z_]\w{2,30})":\s?(?P<n>\d{1,9})(?=[,}\s])')
_CALLS, _FAR, _MANY = 6, 6000, 40
"""Calls before a claim, characters and values of an output that are looked at."""

Row = tuple[str, str, str, str]
"""Config, metric, the number as printed and its unit."""


def series(claim: Claim, evidence: Evidence) -> list[Series]:
    """Of the newest shell calls before a claim."""
    newest = evidence.runs_until(claim.msg)
    key = ("unread", newest)
    kept: list[Series] | None = evidence.memo.get(key)
    if kept is None:
        calls = [
            r for r in evidence.runs[max(0, newest - _CALLS) : newest] if r[1].call.kind == "shell" and 0 < len(r[1].call.output) < _FAR
        ]
        facts = [fact for place, (at, run) in enumerate(calls) for fact in _facts(at, place, run, evidence)]
        kept = evidence.memo[key] = gather(facts) if facts else []
    return kept


def _facts(at: int, place: int, run: Run, evidence: Evidence) -> list[Measurement]:
    key = ("unread", id(run))
    kept: list[Measurement] | None = evidence.looked.get(key)
    if kept is None:
        kept = evidence.looked[key] = [
            Measurement(
                id="", msg=at, text="", span=Span(source="", msg=at, part=place, start=i, end=i), metric=metric, config=config,
                value=float(raw.replace(",", "")), unit=unit, raw=raw, command=run.call.command, part=place,
            )
            for i, (config, metric, raw, unit) in enumerate(itertools.islice(_rows(at, run, evidence), _MANY))
        ]  # fmt: skip
    return kept


def _rows(at: int, run: Run, evidence: Evidence) -> Iterator[Row]:
    output = run.call.output
    if "-rw" in output:
        yield from ((m["name"], "size", m["size"], "B") for m in _LISTED.finditer(output))
    read = {int(r.start) for r in run.readings}
    if "=" in output or ": " in output:
        config = _config(run, at, evidence)
        keyed = [m for m in _KEYED.finditer(output) if m.start("n") not in read and not any(m.start("n") == s for s in read)]
        once = {m["key"] for m in keyed}
        if len(once) == len(keyed):
            yield from ((config, m["key"], m["n"], "") for m in keyed)
    if '":' in output and output.count("\n") < 8:
        found = list(_JSON.finditer(output))
        if len({m["key"] for m in found}) == len(found):
            yield from (("", m["key"], m["n"], "") for m in found)
    if output.count("\n") > 3:
        for block in rows.of_output(at, run, evidence):
            if 1 < block.rounds < 30 and 1 < len(block.things) < 8 and all(t and not t[0].isdigit() for t in block.things):
                for thing, lines in block.things.items():
                    for line in lines:
                        for name, value in zip(block.names, line, strict=True):
                            if value.unit:
                                metric = " ".join(sorted(w for w in name if "/" not in w)) or value.kind
                                yield thing.strip(" :"), metric, value.raw.split(" ")[0], value.unit


def _config(run: Run, at: int, evidence: Evidence) -> str:
    """What other values of the same call are of, else what was run."""
    told = {r.config for r in run.readings if r.config}
    if len(told) == 1:
        return told.pop()
    last = run.actions[-1].command.argv if run.actions else ()
    return " ".join(w.rpartition("/")[2] for w in last[:4] if not w.startswith("-"))
