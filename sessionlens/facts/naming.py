"""What later messages call a belief by its label: "Suspect B", "suspect B's prediction", "B", "(b)", "#2" for the second of a list.

Each way is spelt as one short code, so that whoever reads a verdict on a label need know only codes.
"""

import re
from collections import defaultdict

from sessionlens.facts.keys import NAME, judged_by
from sessionlens.model.facts import Hypothesis
from sessionlens.model.trace import Trace
from sessionlens.text.regex import regex

CODE = regex(r"[A-Z]{1,3}\d{1,2}[a-z]?")
NOUN = (
    r"(?:hypothes[ie]s|theory|theories|suspects?|suspicions?|ideas?|guess(?:es)?|causes?|reasons?|explanations?|culprits?|candidates?|"
    r"propos(?:al|als)|experiments?|attempts?|hunch(?:es)?|possibility|number|no\.)"
)
KEY = regex(r"(?:[a-z]+\s+)?[#(]?(?P<key>\d{1,2}|[a-z]\d?)\)?", re.I)
"""A label of a noun and a letter or number: what comes last tells it from its neighbours."""
ORDINAL = regex(r"(?:^|\n)[ \t>]*[*_]{0,2}(\d{1,2})[.)][*_]{0,2}[ \t]+[*_`]*$")
"""What stands before a belief that is the item of a numbered list."""
BEFORE = (
    r"(?i:^|[.:;,!?(—–|]\s*|\b(?:so|not|and|or|nor|but|that|thus|then|off|out|against|for|about|on|with|both|neither|is|was|are|leaves|only|"
    r"confirms|refutes|proves|disproves|kills|sinks|drop|drops|dropping|scratch|forget|park|strike|now|next|try|trying|test|testing|"
    r"back\s+to)\s+|['’]s\s+)[*_`]*"
)
AFTER = (
    r"(?=[*_`]*(?:['’]s\b|(?:\s*(?:$|[.,;:!?)—–|]|->|→|=)|\s+(?:is|was|are|were|has|holds?|held|stands?|survive[sd]?|falls?|fell|fails?|failed|wins?|"
    r"won|loses|lost|does|did|doesn['’]t|didn['’]t|isn['’]t|wasn['’]t|cannot|can|can['’]t|out|in|it|too|as|turned|turns|proved|remains|stays|gets|"
    r"works|worked|and|or|nor|then|next|now|first|checks|bears|explains|confirmed|refuted|ruled|dead|dropped|alone|only)\b)))"
)
"""Where a lone letter is a label: what may stand before it and behind it."""
FORETOLD = r"(?:['’]s\s+(?:prediction|expectation|forecast|claim|case))?"
THEORY = r"(?:\s+(?:theory|hypothesis|idea|suspicion|explanation|guess|suspect|candidate))"
ITEM = regex(r"(?:^|\n)[ \t>]*(?:[-*+•]|\d{1,2}[.)])?[ \t]*(?:[*_`(]*[A-Z]\d?[).:,—– *_]+)?(?:\*\*|__)?$")
"""What stands before a belief that begins a line."""
HEADED = regex(
    r"(?:the\s+)?(?P<name>[A-Za-z][\w'’/.-]*(?:\s+[\w'’/.-]+){0,3}?)(?:\s+\([^()\n]{1,30}\))?(?:\*\*|__)?(?::|\s+[—–-]{1,2}|[—–])(?:\*\*|__)?\s",
    re.I,
)
"""A belief that begins with a name for it: "Lock contention: both jobs ..."."""
BOLD = regex(r"[*_`]+([A-Z]{1,3}\d{1,2}[a-z]?)[*_`]+")
MOST = 99


class Naming:
    """The codes of a session's beliefs, and texts with every name of a labelled belief spelt as its code."""

    def __init__(self, believed: tuple[Hypothesis, ...], trace: Trace) -> None:
        self.codes: list[tuple[str, ...]] = []
        known: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)  # by key: first message and code of each
        places, headed = _places(believed, trace)
        for i, h in enumerate(believed):
            codes = judged_by(h)
            label = codes[0] if len(codes) == 1 and not CODE.fullmatch(codes[0]) else places.get(i, "")
            m = KEY.fullmatch(label) if len(codes) < 2 and i < MOST else None
            key = m["key"].lower() if m else label if NAME.fullmatch(label) else ""
            name = headed.get(i, "") if key or not codes else ""
            if (key or name) and i < MOST:
                codes = (f"ZQ{i + 1}",)
                for each in filter(None, (key, name)):
                    known[each].append((h.msg, codes[0]))
            elif len(codes) == 1 and re.fullmatch(r"H\d{1,2}", codes[0]):
                known[codes[0][1:]].append((h.msg, codes[0]))
            self.codes.append(codes)
        self._all = frozenset(code for codes in self.codes for code in codes)
        self._known = known
        self._pattern = _pattern(known) if known else None
        self._low = tuple(code.lower() for code in self._all if not code.startswith("ZQ"))

    def spelt(self, text: str, number: int) -> str:
        """The text of a message, as it names the beliefs that were stated before."""
        if self._pattern is not None:
            text = self._pattern.sub(lambda m: self._code(m, number), text)
        return BOLD.sub(r"\1", text) if "**" in text or "`" in text else text

    def cell(self, text: str, number: int) -> str:
        """The text of a table's cell, which may be a label alone."""
        bare = text.strip(" *_`()#.")
        code = self._of(bare.lower(), number) if len(bare) < 3 and bare.lower() in self._known else ""
        return code or self.spelt(text, number)

    def named(self, text: str) -> frozenset[str]:
        """The codes in a text."""
        return self._all.intersection(CODE.findall(text)) if self._all else self._all

    def may_name(self, low: str) -> bool:
        """Whether a text in lower case may name a labelled belief."""
        return self._pattern is not None or any(map(low.__contains__, self._low))

    def _code(self, m: re.Match[str], number: int) -> str:
        key = next(k for k in m.groups() if k)
        code = self._of(key if m["word"] else " ".join(key.lower().split()), number)
        return m[0] if not code else m[0][: m.start("bare") - m.start()] + code if m["bare"] else code

    def _of(self, key: str, number: int) -> str:
        """The code of the last belief with a key that was stated before a message."""
        return next((code for at, code in reversed(self._known[key]) if at < number), "")


def _places(believed: tuple[Hypothesis, ...], trace: Trace) -> tuple[dict[int, str], dict[int, str]]:
    """The numbers of beliefs that are the items of a numbered list, and the names with which the items of a list begin, by their index:
    where a message has several."""
    texts = {turn.message.number: turn.message.text for turn in trace.turns}
    places: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    headed: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for i, h in enumerate(believed):
        before = texts.get(h.msg, "")[max(0, h.span.start - 40) : h.span.start] if h.by != "user" else ""
        m = ORDINAL.search(before) if not judged_by(h) else None
        if m is not None:
            places[h.msg].append((i, m[1]))
        m = HEADED.match(h.quote) if ITEM.search(before) else None
        if m is not None:
            headed[h.msg].append((i, " ".join(m["name"].lower().split())))
    return _several(places), _several(headed)


def _several(found: dict[int, list[tuple[int, str]]]) -> dict[int, str]:
    return {i: text for listed in found.values() if len(listed) > 1 for i, text in listed}


def _pattern(known: dict[str, list[tuple[int, str]]]) -> re.Pattern[str]:
    short = [k for k in known if k.isdigit() or (len(k) < 3 and k.islower())]
    keys = "|".join(sorted(short, key=len, reverse=True)) or "(?!)"
    names = sorted((re.escape(k).replace(r"\ ", r"\s+") for k in known if k not in short and k != k.upper()), key=len, reverse=True)
    brief = "|".join(k for k in names if r"\s+" not in k) or "(?!)"
    names_ = "|".join(k for k in names if r"\s+" in k) or "(?!)"
    words = "|".join(sorted(k for k in known if k not in short and k == k.upper())) or "(?!)"
    letters = "".join(sorted({k.upper() for k in short if len(k) == 1 and k.isalpha()} - {"I"}))
    ways = [
        rf"(?<![\w-])(?P<word>{words})(?![\w-])",
        rf"(?i:(?<![\w-])(?:the\s+)?(?P<called>{names_}){THEORY}?(?![\w-]))",
        rf"(?i:(?<![\w-])(?:the\s+)?(?P<brief>{brief})(?:{THEORY}|(?=\*\*)|(?=\s*(?::|—|–|->|→)))(?![\w-]))",
        rf"(?i:\b(?:the\s+)?{NOUN}\s+[#(]?(?P<named>{keys})\b\)?{FORETOLD})",
        rf"(?<!\w)\((?P<inside>{keys}|{keys.upper()})\)(?=\s|[.,:;]|$)",
        rf"(?<!\w)#(?P<number>{keys})\b(?!\w)",
        rf"\b[Hh](?P<code>{keys})\b(?!\w)",
    ]
    if letters:
        ways.append(rf"{BEFORE}(?P<bare>[{letters}{letters.lower().replace('a', '')}]){FORETOLD}{AFTER}")
    else:
        ways.append(r"(?P<bare>(?!))")
    return re.compile("|".join(ways))
