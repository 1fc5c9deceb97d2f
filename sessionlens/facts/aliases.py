"""What a belief or a change is called: its label, its identifiers, and the words that it is about."""

import re

from sessionlens.model.trace import Trace
from sessionlens.prose.lexicon import listed
from sessionlens.text.units import known

IDENTIFIER = re.compile(
    r"`([^`\n]{2,60})`|\b([A-Z]{1,4}\d{1,2}[a-z]?|[A-Z]\w*[a-z]\w*[A-Z]\w*|[a-z]+(?:_[a-z0-9]+)+|[a-z]+[A-Z]\w+|"
    r"[A-Z]{2,}-\d+|[A-Z]{2,}(?![\w'’]|-\d))(?!\w)"
)
DEFINED = re.compile(
    r"(?:^|[,:;]\s+|\*\*)(?P<phrase>[^,:;()*\n]{3,50}?)\s+\((?P<label>[A-Z]{1,2}\d{1,2})\)|"
    r"(?P<other>[A-Z]{1,2}\d{1,2})\s+\((?P<what>[^()\n]{3,50})\)"
)
ITEM = re.compile(r"[*_`]*(?P<label>[A-Z]{1,2}\d{1,2})(?:[*_`]*\s*[:.—–-]+\s*[*_]*|[*_`]+)\s*(?P<phrase>.+)", re.S)
LABEL = re.compile(r"[A-Z]{1,2}\d{1,2}")
LETTERS = re.compile(r"[^\W\d_]")
WORD = re.compile(r"[^\W\d_]{3,}|\d[\d.]*")
SUFFIX = re.compile(r"(?<=\w{4})(?:ings?|ed|es|s|ions?|ures?|ers?|ly|al)$")
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
        "out over under per via yes fact thing",
    )
)


def content(text: str) -> frozenset[str]:
    """The content words of a text, cut to stems, so that "corrupting" meets "corruption".

    >>> sorted(content("The index is corrupted by the hook"))
    ['corrupt', 'hook', 'index']
    """
    return frozenset(map(_stem, WORD.findall(text.lower()))) - NOTHING


class _Stems(dict[str, str]):
    """Stems by word, remembered while there is room; a word without content has the stem ""."""

    def __missing__(self, word: str) -> str:
        stem = "" if word in STOP else SUFFIX.sub("", word)[:7]
        if len(self) < 20_000:
            self[word] = stem
        return stem


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
    return text not in COMMON and not known(text) and LETTERS.search(text) is not None and (text[0].isalpha() or text[0] in "_.$/~@<")


ASIDE = re.compile(r"\s+\((?![A-Z]{1,2}\d)[^()]*\)")
DOUBT = re.compile(
    r",?\s*\b(?:(?:most\s+)?likely|probably|presumably|i\s+(?:think|guess|suppose|suspect|bet)|almost\s+certainly|"
    r"(?:might|may|could)\s+(?:also\s+|well\s+)?(?:be\b(?P<be>)|(?P<verb>contribute|explain|cause|come|make|trigger|affect|slow|hurt|help|matter|"
    r"dominate|hide|add|account)\b)|should\s+have|perhaps)\b,?",
    re.I,
)
BULLET = re.compile(r"\s*\n\s*(?:[-*+•]|\d+[.)])\s+")
FRAME = re.compile(
    r"^(?:the\s+fact\s+that|the\s+(?:real\s+)?question\s+is\s+(?:why|whether|if|how)|it(?:['’]s|\s+is)\s+possible\s+that)\s+", re.I
)
ASKS = re.compile(r"^(?:do|does|did)\s+(?=(?:we|i|you|they|it|the|this|these|other|all)\b)|^(?:could|can)\s+it\s+be\s+that\s+", re.I)
TAIL = re.compile(r",?\s+(?:when|if)\s+(?:you|we|i)\s+(?:look|compare|think|consider|check|see)\b.*$", re.I | re.S)
EXCLUDES = re.compile(r"\b(?:it|this|that)\s+rules\s+out\s+(?P<what>[^,;—–]{2,60}?)\s+as\s+(?P<role>the\s+\w+|a\s+\w+)", re.I)
POINTS = re.compile(r"\s*[—–:,]\s*(?:this|that|it|these|which)(?:['’]s|\s+(?:is|was|are|were))\s+", re.I)
STEP = re.compile(r"(?:now\s+)?(?:let\s+me|i['’]ll)\s+(?:\w+\s+){1,2}?(?=the|whether|if|our|my|`)", re.I)


def plain(quote: str) -> str:
    """A belief in one flat line: no emphasis, asides or words of doubt, a pointer back replaced by "is".

    >>> plain("Now let me check the retry loop — this is likely the culprit")
    'the retry loop is the culprit'
    """
    text = ASIDE.sub("", STEP.sub("", FRAME.sub("", BULLET.sub("; ", quote.replace("**", ""))))).replace(":;", ":")
    if text.rstrip().endswith("?"):
        text = TAIL.sub("", ASKS.sub("", text)).rstrip("? ")
    text = EXCLUDES.sub(r"\g<what> is not \g<role>", DOUBT.sub(_stated, text))
    return " ".join(POINTS.sub(" is ", text).split())


def _stated(m: re.Match[str]) -> str:
    """A word of possibility as one of fact: "might be" is "is", "may explain" is "explains"; other doubt is left out."""
    if m["be"] is not None:
        return " is"
    return f" {m['verb']}s" if m["verb"] else ""


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
