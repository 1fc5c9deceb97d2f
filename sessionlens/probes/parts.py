"""A call that asks several things with a line between them, part by part: `a; echo ---; b; echo ---; c`.

A conclusion mostly rests on one of the parts. That the processor in another part is a different one today says nothing about it.
"""

from dataclasses import dataclass

from sessionlens import commands
from sessionlens.probes.evidence import Spans
from sessionlens.text.regex import regex

_CODE = regex(r"`([^`\n]{2,120})`")


@dataclass(frozen=True, slots=True)
class Part:
    """A part's commands, what it printed then and prints now, and where the former begins in the whole output."""

    text: str
    old: str
    new: str
    start: int


def parts(command: str, old: str, new: str) -> tuple[Part, ...]:
    """The parts of a command and its outputs; one part for the whole where nothing separates them, or an output lacks a separator."""
    whole = (Part(command, old, new, 0),)
    marks = [
        a.command
        for a in commands.actions(command)
        if a.command.tool == "echo" and a.command.stages == 1 and not a.command.nesting and not a.command.redirects
    ]
    lines = [(m, " ".join(w for w in m.argv[1:] if w != "-e").strip()) for m in marks]
    lines = [(m, line) for m, line in lines if line and not any(c in line for c in "$`\\")]
    found: list[Part] = []
    at = then = now = 0
    for mark, line in lines:
        before, after = _line(old, line, then), _line(new, line, now)
        if before < 0 or after < 0:
            return whole
        found.append(Part(command[at : mark.start], old[then:before], new[now:after], then))
        at, then, now = mark.end, before + len(line) + 1, after + len(line) + 1
    found.append(Part(command[at:], old[then:], new[now:], then))
    return tuple(found) if lines else whole


def _line(text: str, line: str, start: int) -> int:
    """Where a whole line stands in a text from `start` on, -1 for nowhere."""
    at = text.find(line, start)
    while at >= 0:
        if (at == 0 or text[at - 1] == "\n") and text[at + len(line) : at + len(line) + 1] in ("", "\n"):
            return at
        at = text.find(line, at + 1)
    return -1


def part_of(found: tuple[Part, ...], cited: Spans, quote: str) -> tuple[Part, Spans]:
    """The part that a conclusion rests on, with its places in that part: where all that it cites stands, else whose command it quotes,
    else the whole put together again."""
    for part in found if cited else ():
        end = part.start + len(part.old)
        if all(part.start <= s and e <= end for s, e in cited):
            return part, tuple((s - part.start, e - part.start) for s, e in cited)
    quoted = [m[1] for m in _CODE.finditer(quote)]
    named = [p for p in found if any(q in p.text for q in quoted)]
    if len(named) == 1 and not cited:
        return named[0], ()
    if len(found) == 1:
        return found[0], cited
    return Part("\n".join(p.text for p in found), "\n".join(p.old for p in found), "\n".join(p.new for p in found), 0), ()
