"""What an output says thing by thing: each line, or each stretch under a heading, with what it is of and whether it is well or ill.

`== 10.0.0.3` above ";; connection timed out" is one thing, and ill; so is "db   Exited (1)". A line without a sign of either says nothing,
except in a loop's output of which other parts are ill.

Example: "gateway-55c8   1/1  Running" is of `gateway-55c8` and well; "0 errors" says nothing ill.
"""

from typing import NamedTuple

from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.evidence.postings import ROOTS, holds, needle
from sessionlens.model.trace import Run
from sessionlens.text.fold import folded
from sessionlens.text.regex import regex

_ILL = regex(
    r"\b(?:error|errors|err|fatal|fail|failed|fails|failure|failures|failing|refused|refusing|rejected|denied|declined|timed out|timeout"
    r"|crash(?:ed|es|ing)?|crashloopbackoff|oomkilled|abort(?:ed|s)?|panic(?:ked)?|segmentation fault|core dumped|killed|invalid"
    r"|unhealthy|unreachable|cannot|could not|can't|couldn't|unable|no such file|not found|undefined reference|overflowed"
    r"|will not fit|bad gateway|exited \([1-9]\d*\)|(?:exit|exited|exit code|exit status|status|rc|code)[ :=]+(?:with )?(?:code |status )?"
    r"[1-9]\d{0,2}|exited(?! (?:with )?(?:code |status )?0\b)|dead|down|stopped|inactive|offline|restarting"
    r"|traceback|exception|not ok|unresolved|incompatible)\b"
    r"|^\W*(?:✗|✘|✖|×|ko\b)|^\W*[45]\d\d\W*$|\bhttp/[\d.]+ [45]\d\d\b",
)
_WELL = regex(
    r"\b(?:ok|pass|passed|passes|success|successful|successfully|succeeded|done|finished|complete|completed|running|healthy|up|ready"
    r"|active|online|alive|started|listening|accepted|valid|built|installed|loaded|resolved"
    r"|(?:exit|exited|exit code|exit status|rc)[ :=]+(?:with )?(?:code |status )?0)\b|^\W*(?:✓|✔|√)|^\W*2\d\d\W*$|\bhttp/[\d.]+ 2\d\d\b",
)
_NAUGHT = regex(
    r"\b(?:0|no|zero|without) (?:\w+ )?(?:errors?|fail\w*|warnings?|problems?|issues?)\b|\b(?:errors?|fail\w*)[ :=]+0\b"
    r"|\bloaded: loaded\b|\b[\w-]*(?:error|fail|timeout|retry)[\w-]*(?=[.:(]|/)|\b(?:timeout|fail\w*)\w*[ =:]+\d+\w*\b"
)
"""Signs of ill that are none: counts of zero, names of files and settings."""
_HEADING = regex(r"^\s*(?:[=#*>-]{2,})\s*(?P<name>[^\s=#*>-].{0,60}?)\s*(?:[=#*>-]{2,})?\s*$")
_LABEL = regex(r"^\W{0,4}(?P<name>[\w@./\[\]-]+)")
_LONG, _WIDE, _MANY = 12_000, 400, 150


class Line(NamedTuple):
    """A line or a stretch: how it is named, its text in lower case, the same folded, and whether it is well (None: it does not say)."""

    label: str
    text: str
    bare: bytes
    well: bool | None


def lines(run: Run, evidence: Evidence) -> list[Line]:
    """Those of a call, made once; none of an output that is too long to be one answer."""
    key = ("plain lines", id(run))
    if key not in evidence.looked:
        evidence.looked[key] = _lines(run)
    kept: list[Line] = evidence.looked[key]
    return kept


def _lines(run: Run) -> list[Line]:
    output = run.call.output
    if not output or len(output) > _LONG:
        return []
    texts = [t for t in output.split("\n") if t.strip()][:_MANY]
    parts: list[tuple[str, str]] = []
    under = ""
    for text in texts:
        heading = _HEADING.match(text)
        if heading is not None:
            under = heading["name"].lower()
            parts.append((under, ""))
        elif under:
            parts[-1] = (under, f"{parts[-1][1]}\n{text.lower()}")
        else:
            label = _LABEL.match(text)
            parts.append((label["name"].lower().rstrip(":.") if label else "", text.lower()))
    found = [Line(name, text, b" " + folded(f"{name} {text}") + b" ", well(text)) for name, text in parts]
    if under and any(line.well is False for line in found):
        return [line._replace(well=True) if line.well is None and line.text.strip() else line for line in found]
    return found


def well(text: str) -> bool | None:
    """Whether a text in lower case says that something is well or ill; the ill decides."""
    if len(text) > _WIDE or '{"' in text:
        return None  # a record of several things
    bare = _NAUGHT.sub(" ", text)
    return False if _ILL.search(bare) else True if _WELL.search(bare) else None


def has(bare: bytes, word: str) -> bool:
    """Whether a folded text has a word of a clause, or what it is short for."""
    if "." in word or "_" in word or "-" in word or "/" in word:
        parts = folded(word).split()
        return all(holds(bare, needle(part)) for part in parts)
    return holds(bare, needle(ROOTS[word])) or (word in _SHORT and any(holds(bare, b" " + s + b" ") for s in _SHORT[word]))


_SHORT = {
    "database": (b"db",),
    "configuration": (b"config", b"conf", b"cfg"),
    "config": (b"configuration", b"conf", b"cfg"),
    "repository": (b"repo",),
    "directory": (b"dir",),
    "application": (b"app",),
    "message": (b"msg",),
    "environment": (b"env",),
    "kubernetes": (b"k8s",),
    "benchmark": (b"bench",),
    "library": (b"lib",),
    "package": (b"pkg",),
    "image": (b"img",),
}
"""What engineers' tools write for a word."""
