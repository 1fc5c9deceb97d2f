"""Something is said to be missing because `head` or `tail` cut it off, which belongs to another command of the line.

In `a; b | grep x; c | head -30` only the output of `c` is cut. Where the text holds the cut responsible for what `b` was to print, the
reason must be another one.

Fires:

    It ran:

    ```bash
    cat /etc/disktab | grep "disk type"; iotool list --all 2>&1 | tail -20
    ```

    The output is cut by `tail -20`. The disk type is probably in the part that was cut off.

Quiet:

    It ran:

    ```bash
    cat /etc/disktab | grep "disk type"; iotool list --all 2>&1 | tail -20
    ```

    The output is cut by `tail -20`. The flags of the iotool are probably in the part that was cut off, the disk type is shown.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sessionlens.audit import code
from sessionlens.audit.base import Hit
from sessionlens.audit.document import Document, Sentence
from sessionlens.audit.library import Library
from sessionlens.model.words import Issue
from sessionlens.text.regex import regex

NUMBER = "D018"
ISSUE: Issue = "self-contradiction"
HELP = "say which command of the line was cut, and look at what the other one printed"
_CUT = regex(
    r"\b(?P<before>in|by|to|with|behind)\s+(?:the\s+)?(?:\w+\s+){0,2}?(?:truncat\w+|cut|clipped|missing|hidden)\b"
    r"|\b(?:is|are|was|were) (?:not (?:complete|whole)|incomplete|missing)\b"
    r"|\b(?:was|were|is|are|been|got)\s+(?:\w+\s+)?(?:truncated|cut (?:off|away|short)|clipped|hidden)\b",
    re.I,
)
_CUTTER = regex(r"\b(?P<tool>head|tail)\s+-(?:n\s?)?(?P<n>\d+)\b")
_SHOWN = regex(r"\b(?:visible|shown|printed|not cut|(?<!not )complete|in full)\b", re.I)
_CLAUSE = regex(r"[,;:]|\s[—–-]\s|\bbut\b|\band\b|\bwhile\b")


@dataclass(frozen=True, slots=True)
class Part:
    """A pipeline of a command: the phrases that only it has, how it is cut ("head -30", ""), its first command."""

    phrases: tuple[str, ...]
    cutter: str
    text: str


def find(library: Library) -> Iterator[Hit]:
    for document in library.documents:
        parts = [p for text in code.shown(document) if "head" in text or "tail" in text for p in _parts(text)]
        if not any(p.cutter for p in parts):
            continue
        for sentence in document.sentences:
            hit = _wrong(document, sentence, parts)
            if hit is not None:
                yield hit


def _parts(text: str) -> Iterator[Part]:
    for pipeline in code.pipelines(text):
        last = pipeline[-1].command
        cut = _CUTTER.search(" ".join(last.argv)) if last.stage and last.tool in ("head", "tail") else None
        words = [w for a in pipeline for w in a.command.argv[1:] if re.fullmatch(r"[\w .-]{5,40}|[a-z]{6,}", w.strip()) and w[:1] != "-"]
        yield Part(tuple(w.lower() for w in words), f"{cut['tool']} -{cut['n']}" if cut else "", pipeline[0].command.text)


def _wrong(document: Document, sentence: Sentence, parts: list[Part]) -> Hit | None:
    """A sentence by which one pipeline's phrase fell to the cutter of another that its paragraph names."""
    block = document.blocks[sentence.block].text
    named = {f"{m['tool']} -{m['n']}" for m in _CUTTER.finditer(block)}
    around = {
        f"{m['tool']} -{m['n']}" for b in document.blocks[max(0, sentence.block - 1) : sentence.block] for m in _CUTTER.finditer(b.text)
    }
    cutters = {p.cutter for p in parts if p.cutter} & (named or around)
    at = 0
    for clause in _CLAUSE.split(sentence.text):
        at = sentence.text.find(clause, at)
        if _CUT.search(clause) is None or _SHOWN.search(clause):
            continue
        for part in parts:
            phrase = next((p for p in part.phrases if p in clause.lower()), None)
            other = next((p for p in parts if p.cutter in cutters and p is not part and phrase not in p.phrases), None)
            if phrase is not None and other is not None and part.cutter not in cutters:
                start = sentence.place.start + at
                why = f"`{other.cutter}` cuts the output of `{other.text}` alone; {phrase!r} was looked for by another command of the line"
                return Hit(document.place(start, start + len(clause.rstrip())), why, "low")
    return None
