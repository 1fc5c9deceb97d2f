"""A session or a case under other names and with other numbers, and what then came out otherwise."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from typing import Any

import yaml

from sessionlens.graph.view import View
from sessionlens.model.session import Message, Session, ToolCall
from tests.renaming import names, numbers

LISTED: dict[str, Any] = yaml.safe_load((Path(__file__).parents[1] / "cases/renaming/names.yaml").read_text(encoding="utf-8"))
FACTORS = ((3, 2), (2, 3), (7, 4))
"""Of times and of counts, by seed."""

Text = Callable[[str], str]


def changed(value: Any, text: Text) -> Any:
    """Every string in plain data, changed."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, dict):
        return {k: changed(v, text) for k, v in value.items()}
    if isinstance(value, list):
        return [changed(v, text) for v in value]
    return value


def strings(session: Session) -> Iterator[str]:
    """What the session says and prints."""
    for message in session.messages:
        yield message.text
        for call in message.calls:
            yield call.command or ""
            yield call.output


def call_of(call: ToolCall, name: Text, text: Text) -> ToolCall:
    """A call renamed. What was typed keeps its numbers (how often, how large, how long to wait); what was printed does not."""
    edits = tuple(
        replace(e, path=name(e.path), old=None if e.old is None else name(e.old), new=None if e.new is None else name(e.new))
        for e in call.edits
    )
    return replace(
        call,
        input=changed(call.input, name),
        command=None if call.command is None else name(call.command),
        description=text(call.description),
        cwd=None if call.cwd is None else name(call.cwd),
        edits=edits,
        output=text(call.output),
    )


def session_of(session: Session, source: str, seed: int) -> tuple[Session, Text]:
    """The session under other names and numbers, and the function that does that to a text of it."""
    listed = LISTED["sources"].get(source)
    table = dict(listed) if listed is not None else dict(names.found(session))
    name = names.renamer(table, seed)
    time, count = FACTORS[(seed - 1) % len(FACTORS)]
    printed = [call.output for m in session.messages for call in m.calls]
    number = numbers.renumberer(strings(session), printed, time=time, count=count if source == "claims" else 1)

    def text(old: str) -> str:
        return name(number(old))

    messages: list[Message] = [
        replace(m, text=text(m.text), aside=text(m.aside), calls=tuple(call_of(c, name, text) for c in m.calls)) for m in session.messages
    ]
    renamed = replace(session, messages=tuple(messages), title=text(session.title), cwd=name(session.cwd) if session.cwd else None)
    return renamed, text


def case_of(case: dict[str, Any], seed: int) -> dict[str, Any]:
    """A case of claim checking under other names and numbers. A number that was made to miss narrowly is made so again."""
    time, count = FACTORS[(seed - 1) % len(FACTORS)]
    claim, rule = case["claim"], LISTED["claims"].get(case["id"])
    if rule:
        claim = claim.replace(rule["said"], "\0")
        factors = ((time, count), *((k, k) for k in range(2, 12)))
        (time, count), missing = next((f, m) for f in factors if (m := _missing(rule, *f)))
    said = [case["claim"], case.get("user", ""), *(part for s in case["steps"] for part in (s["say"], s["out"]))]
    number = numbers.renumberer(said, [s["out"] for s in case["steps"]], time=time, count=count, round_too=True)
    name = names.renamer(LISTED["sources"]["claims"], seed)
    steps = [
        s | {"say": name(number(s.get("say", ""))), "cmd": name(s["cmd"]), "out": _later(name(number(s["out"])), time)}
        for s in case["steps"]
    ]
    claim = name(number(claim))
    if rule:
        claim = claim.replace("\0", missing)
    return case | {"user": name(number(case.get("user", "Please look into it."))), "steps": steps, "claim": claim}


def _missing(rule: dict[str, Any], time: int, count: int) -> str | None:
    """A number that its operands just do not give: beyond what rounding allows, within a whole unit of their last places; or, of a
    number of cases, a percentage that no whole part gives. None where these operands leave no such number."""
    decimals = len(rule["said"].partition(".")[2])
    step = Fraction(1, 10**decimals)
    half = step / 2
    if "impossible" in rule:
        cases, share = int(rule["impossible"]) * count, Fraction(rule["said"])
        while any(share - half <= Fraction(100 * k, cases) <= share + half for k in range(cases + 1)):
            share -= step
        return f"{float(share):.{decimals}f}" if share > 90 else None
    new, old = (Fraction(numbers.times(o, time)) for o in rule["operands"])
    place = Fraction(1, 10 ** len(rule["operands"][0].partition(".")[2]))

    def most(wide: Fraction) -> Fraction:
        return new - old + 2 * wide if rule["marginal"] == "delta" else 100 * ((new + wide) / (old - wide) - 1)

    least = most(place / 2) // step * step
    fits = [s for k in range(4) if most(place / 2) < (s := least + k * step) - half <= most(place)]
    return f"{float(fits[0]):.{decimals}f}" if fits else None


def _later(text: str, factor: int) -> str:
    """Clock times of a log moved apart: the first of a text stays, the others lie `factor` times as long after it."""
    first: list[int] = []

    def put(match: re.Match[str]) -> str:
        at = int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3])
        first.append(at)
        at = first[0] + factor * (at - first[0])
        return f"T{at // 3600:02}:{at // 60 % 60:02}:{at % 60:02}"

    return re.sub(r"T(\d\d):(\d\d):(\d\d)(?=Z)", put, text)


@dataclass(frozen=True)
class Move:
    """Something that came out otherwise: the message, what it is about, before and after."""

    msg: int
    what: str
    before: str
    after: str
    precision: bool = False
    """Whether the width of intervals explains it: one side held, or could not tell, only because of rounding."""

    def __str__(self) -> str:
        return f"msg {self.msg}: {self.what}\n    before: {self.before}\n    after:  {self.after}"


def compare(old: View, new: View, text: Text) -> Iterator[Move]:
    """What moved: conclusions by their order within a message (quote, kind of claim, verdict), the other facts by what was found there."""
    for number in old.turns:
        ours, theirs = ([c for c in v.conclusions if c.msg == number] for v in (old, new))
        quotes = [text(c.quote) for c in ours]
        if quotes != [c.quote for c in theirs]:
            gone = [q for q in quotes if q not in {c.quote for c in theirs}]
            come = [c.quote for c in theirs if c.quote not in quotes]
            yield Move(number, "conclusions found", f"{len(ours)}: {gone}", f"{len(theirs)}: {come}")
        by_quote: dict[str, list[Any]] = {}
        for c in theirs:
            by_quote.setdefault(c.quote, []).append(c)
        for c, quote in zip(ours, quotes, strict=True):
            twin = by_quote.get(quote)
            if not twin:
                continue
            v, w = old.verdicts[c.id], new.verdicts[twin.pop(0).id]
            if (v.verdict, v.claim) != (w.verdict, w.claim):
                was, now = (f"{x.claim} {x.verdict} {x.derivation}" for x in (v, w))
                yield Move(number, f"{c.quote!r} -> {quote!r}", was, now, bool(ROUNDED & {*v.caveats, *w.caveats}))
        for kind, read in KINDS.items():
            was, now = ([read(f) for f in getattr(v, kind) if f.msg == number] for v in (old, new))
            if was != now:
                other = [(a, b) for a, b in zip_longest(was, now) if a != b]
                yield Move(number, kind, f"{len(was)}: {[a for a, _ in other]}", f"{len(now)}: {[b for _, b in other]}")


ROUNDED = {"rounding-only", "too-coarse", "truncated", "marginal"}
KINDS: dict[str, Callable[[Any], object]] = {
    "hypotheses": lambda h: (h.status, h.decided_at),
    "changes": lambda c: len(c.files),
    "verifications": lambda v: (v.topic, v.result),
    "measurements": lambda m: (m.unit, m.direction, m.n, bool(m.samples)),
    "reversions": lambda r: (r.of_msg, r.partial, r.verified),
    "findings": lambda f: f.issue,
}
