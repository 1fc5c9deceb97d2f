"""What a belief or a change is called: its label, its identifiers, and the words that it is about."""

import re

from sessionlens.model.trace import Trace

IDENTIFIER = re.compile(r"`([^`\n]{2,60})`|\b([A-Z]{1,4}\d{1,2}[a-z]?|[A-Z]\w*[a-z]\w*[A-Z]\w*|[a-z]+(?:_[a-z0-9]+)+|[a-z]+[A-Z]\w+|[A-Z]{2,}(?![\w'’]))(?!\w)")
DEFINED = re.compile(r"(?:^|[,:;]\s+|\*\*)(?P<phrase>[^,:;()*\n]{3,50}?)\s+\((?P<label>[A-Z]{1,2}\d{1,2})\)|(?P<other>[A-Z]{1,2}\d{1,2})\s+\((?P<what>[^()\n]{3,50})\)")
ITEM = re.compile(r"[*_`]*(?P<label>[A-Z]{1,2}\d{1,2})[*_`]*\s*[:.—–-]*\s*[*_]*\s*(?P<phrase>.+)", re.S)
LABEL = re.compile(r"[A-Z]{1,2}\d{1,2}")
WORD = re.compile(r"[^\W\d_]{3,}|\d[\d.]*")
STOP = frozenset(
    "the and that this with for from are was were has have had not but its it's which when what where there here then than into they them their our your you may might could "
    "would should can will does did been being also just only very much more most some any all each other same still about because since while like likely probably suspect "
    "think guess one two way get got make makes made let use used uses now how why who out over under per via yes fact thing".split()  # noqa: SIM905
)


def content(text: str) -> frozenset[str]:
    """The content words of a text, cut to stems of at most six letters, so that "corrupting" meets "corruption".

    >>> sorted(content("The index is corrupted by the hook"))
    ['corrup', 'hook', 'index']
    """
    return frozenset(w[:6] for w in WORD.findall(text.lower()) if w not in STOP)


def names(text: str, label: str = "") -> tuple[str, ...]:
    """The names in a text: its label first, then code spans and identifiers, each once, at most eight."""
    found = [label] if label else []
    for m in IDENTIFIER.finditer(text):
        name = (m[1] or m[2]).strip()
        if name not in found:
            found.append(name)
    return tuple(found[:8])


def labels(trace: Trace) -> dict[str, str]:
    """What the session's labels stand for, by label: "inline cache (P1)", "- O4: reserve up front", "H2 (the retry loop)".
    The first meaning counts."""
    out: dict[str, str] = {}
    for turn in trace.turns:
        for s in turn.statements:
            if not LABEL.search(s.text):
                continue
            item = ITEM.match(s.text) if s.kind in ("item", "heading") else None
            if item:
                out.setdefault(item["label"], short(item["phrase"]))
            for m in DEFINED.finditer(s.text):
                label, phrase = m["label"] or m["other"], m["phrase"] or m["what"]
                if not phrase[:1].isdigit() and label not in phrase:
                    out.setdefault(label, short(phrase))
    return out


def short(phrase: str) -> str:
    """A phrase up to its first clause end, one line, without emphasis marks."""
    return " ".join(re.split(r"[,;:(]|\s[—–-]\s", phrase.replace("**", ""), maxsplit=1)[0].split())[:60]
