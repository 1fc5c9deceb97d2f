"""What a belief or a change is called: its label, its identifiers, and the words that it is about."""

import re
from functools import lru_cache

from sessionlens.facts.borrowed import LABEL
from sessionlens.model.trace import Trace
from sessionlens.prose.lexicon import listed
from sessionlens.text.regex import regex
from sessionlens.text.units import known

IDENTIFIER = regex(
    r"`([^`\n]{2,60})`|\b([A-Z]{1,4}\d{1,2}[a-z]?|[A-Z]\w*[a-z]\w*[A-Z]\w*|[a-z]+(?:_[a-z0-9]+)+|[a-z]+[A-Z]\w+|"
    r"[A-Z]{2,}-\d+|[A-Z]{2,}(?![\w'’]|-\d))(?!\w)"
)
DEFINED = regex(
    r"(?:^|[,:;]\s+|\*\*)(?P<phrase>[^,:;()*\n]{3,50}?)\s+\((?P<label>[A-Z]{1,2}\d{1,2})\)|"
    r"(?P<other>[A-Z]{1,2}\d{1,2})\s+\((?P<what>[^()\n]{3,50})\)"
)
ITEM = regex(r"[*_`]*(?P<label>[A-Z]{1,2}\d{1,2})(?:[*_`]*\s*[:.—–-]+\s*[*_]*|[*_`]+)\s*(?P<phrase>.+)", re.S)
PLACE = regex(r"[\w./\\@-]+\.\w+:\d[\d:,/-]*")
"""A line of a file, which names nothing."""
NUMBERED = regex(
    r"(?:hypothesis|theory|suspect|suspicion|cause|reason|explanation|possibility|idea|candidate|proposal|experiment|attempt|guess|hunch)\s+(?:#?\d+|[A-Z]\d?)|"
    r"(?:[\w'’-]+\s+){1,2}(?:hypothesis|theory|idea|suspicion|hunch)",
    re.I,
)
"""What a belief without a short label goes by: "hypothesis 2", "the lease theory"."""
LETTERS = regex(r"[^\W\d_]")
WORD = regex(r"[^\W\d_]{2,}|\d[\d.]*")
PLAIN = regex(r"[a-z]{2,}|[0-9][0-9.]*")
"""The same words where a text in lower case is all ASCII: found in half the time."""
ENDING = regex(r"(?<=\w{3})(?:ing|ed|ion|(?<=l)ure|er|ment|ly|al)+$")
ENDINGS = ("ing", "ed", "ion", "ure", "er", "ment", "ly", "al")
COMMON = frozenset(
    listed(
        "GPU CPU API APIS SQL JSON YAML CSV XML HTML HTTP HTTPS URL URLS URI RAM SSD HDD NVME OS IO TCP UDP IP DNS SSH TLS SSL",
        "CLI GUI UI UX TRUE FALSE NULL NONE ONLY NEVER BEFORE AFTER",
        "PR PRS CI CD DB ID IDS UUID PDF ASCII UTF NUL EOF EOL TODO FIXME NOTE WARNING ERROR OK NOT AND OR ALL NO YES NEW OLD ONE TWO MAIN",
        "HEAD README LICENSE MIT GNU AWS GCP VM VMS ISA ABI SDK IDE RSS CUDA FLOPS IPC LLC TLB MSVC GCC LLVM AVX SSE ARM RISC USB PCI ETA",
        "SELECT FROM WHERE INSERT UPDATE DELETE COUNT SUM MIN MAX AVG MD SHA GET POST PUT PATCH",
    )
)
"""Acronyms and shouted words that name nothing of a session's own."""
STOP = frozenset(
    listed(
        "the and that this with for from are was were has have had not but its it's which when what where there",
        "here then than into they them their our your you may might could would should can will does did been being",
        "also just only very much more most some any all each other same still about because since while like",
        "likely probably suspect think guess one two way get got make makes made let use used uses now how why who",
        "out over under per via yes fact thing really everything anything something",
        "is it in on of to by at as an be do go he if me my no or so up us we ve ll re am vs ok eg ie",
    )
)


@lru_cache(maxsize=4096)
def content(text: str) -> frozenset[str]:
    """The content words of a text, cut to stems, so that "corrupting" meets "corruption".

    >>> sorted(content("The index is corrupted by the hook"))
    ['corrupt', 'hook', 'index']
    """
    low = text.lower()
    return frozenset(map(_stem, (PLAIN if low.isascii() else WORD).findall(low))) - NOTHING


class _Stems(dict[str, str]):
    """Stems by word, remembered while there is room; a word without content has the stem ""."""

    def __missing__(self, word: str) -> str:
        stem = "" if word in STOP else _stem_of(word)
        if len(self) < 20_000:
            self[word] = stem
        return stem


def _stem_of(word: str) -> str:
    """A word without its endings, so that "triggering", "triggers" and "triggered" are one: at most seven letters.

    >>> {_stem_of(w) for w in ("cache", "caches", "cached", "caching")}
    {'cach'}
    """
    base = word[:-1] if word[-1] == "s" and word[-2] not in "sui" else word
    if base.endswith(ENDINGS):
        base = ENDING.sub("", base)
    if len(base) > 3 and (base[-1] == "e" or (base[-1] == base[-2] and base[-1] in "bdfgmnprt")):
        base = base[:-1]
    return base[:7]


STEMS = _Stems()
NOTHING = frozenset({""})
_stem = STEMS.__getitem__


def names(text: str, label: str = "") -> tuple[str, ...]:
    """The names in a text: its label first, then code spans and identifiers, each once, at most eight."""
    found = [label] if label else []
    for m in IDENTIFIER.finditer(text):
        name = (m[1] or m[2]).strip()
        if name not in found and is_name(name):
            found.append(name)
    return tuple(found[:8])


def is_name(text: str) -> bool:
    """Whether a text can be what something is called: no unit, number, percentage or common acronym.

    >>> [t for t in ("GiB", "-57.7 %", "GPU", "K2", "RowPool") if is_name(t)]
    ['K2', 'RowPool']
    """
    return (
        text not in COMMON
        and not PLACE.fullmatch(text)
        and not known(text)
        and LETTERS.search(text) is not None
        and (text[0].isalpha() or text[0] in "_.$/~@<")
    )


class Meanings:
    """What the session's labels stand for; gathered when the first label is asked for, because most sessions have none."""

    __slots__ = ("_known", "_trace")

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._known: dict[str, str] | None = None

    def of(self, name: str) -> str:
        """What a label stands for, "" where it is none or nobody says."""
        if not LABEL.fullmatch(name):
            return ""
        if self._known is None:
            self._known = labels(self._trace)
        return self._known.get(name, "")


def labels(trace: Trace) -> dict[str, str]:
    """What the session's labels stand for, by label: "inline cache (P1)", "- O4: reserve up front", "H2 (the retry loop)".
    The shortest meaning counts: it is the one that is used as a name."""
    out: dict[str, str] = {}

    def define(label: str, phrase: str) -> None:
        phrase = short(phrase).rpartition(" the ")[2]
        if len(phrase) > 2 and is_name(phrase) and label not in phrase and len(phrase) < len(out.get(label, phrase + " ")):
            out[label] = phrase

    for turn in trace.turns:
        if not turn.message.text or not LABEL.search(turn.message.text):
            continue
        for s in turn.statements:
            if not LABEL.search(s.text):
                continue
            item = ITEM.match(s.text) if s.kind in ("item", "heading") else None
            if item:
                define(item["label"], item["phrase"])
            for m in DEFINED.finditer(s.text):
                define(m["label"] or m["other"], m["phrase"] or m["what"])
    return out


def short(phrase: str) -> str:
    """A phrase up to its first clause end, one line, without emphasis marks."""
    return " ".join(re.split(r"[,;:(]|\s[—–-]\s", phrase.replace("**", ""), maxsplit=1)[0].split())[:60]
