"""A conclusion, parsed for checking: its words, numbers, labels, hedges and references."""

import re
from dataclasses import dataclass, field, replace

from sessionlens.checks.claims.words import COUNTS, QUANTILE, SPECIFIC_METRIC, content, letters, percentiles, stem, tokens, word_set
from sessionlens.model.facts import Conclusion
from sessionlens.model.quantity import Quantity
from sessionlens.model.quick import lazy
from sessionlens.text import quantities
from sessionlens.text.regex import regex

WORD = regex(r"[a-z][a-z'’]*[a-z]|[a-z]")
NEGATION = word_set(
    "no not never none nothing without cannot can't isn't aren't wasn't weren't don't doesn't didn't won't nobody neither nor"
)
REFERENCE = regex(r"\b(?:msg|message|step|run)s?\s*#?\s*(\d{1,6})\b", re.I)
CODE = regex(r"`([^`]+)`")
QUOTED = regex(r'"[^"]{2,200}"|“[^”]{2,200}”')
PERCENTILE = regex(r"^p(?:\d[05]|9\d)(?:\.\d+)?$")
DIGIT = regex(r"\d")
_STRONG = regex(r"(`[^`]*`)|__")
"""Emphasis, but not in code: a name may begin with it."""
LEADING = regex(r"(?:[\s>*_#•✅✓☑❌✗]+|-\s+)+")
_NOT_IT = regex(r"\b(?:instead of|rather than|in place of) (?:the |a |being |some )?(?:expected |predicted |hoped-for )?$")
MAGNITUDE = regex(r" ?([kMG])(?![\w/])")
_GROUPED = regex(
    r"(?<![\w.,:/=-])(?<!\d )[1-9]\d{0,2}(?: \d{3})+(?![\w.,:/=-]*\d)(?! \d)(?! (?:responses?|errors?|statuses|status|codes?|replies)\b)"
)
"""Digits in groups of three: "120 015 lines"; "3 404 responses" is three of a status."""
_NUMBERED = regex(r"0\d+")
"""A number that begins with a zero is the name of a file, a migration, an issue, and counts nothing."""
_POWER = {"k": 3, "M": 6, "G": 9}


@dataclass
class Claim:
    """One conclusion with what its wording gives a check.

    `text` is the quote without emphasis marks, `low` the same in lower case, `words` its words. For a table cell `row` and `column`
    are its labels and `heading` what stands above the table; `quantities` are those of the quote alone, in order.
    """

    conclusion: Conclusion
    text: str
    low: str
    words: frozenset[str]
    quantities: tuple[Quantity, ...]
    row: str = ""
    column: str = ""
    whole: str = ""
    aliases: frozenset[str] = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        self.msg = self.conclusion.msg
        self.numbered = DIGIT.search(self.text) is not None
        self.cell = self.conclusion.statement.kind == "cell" and self.conclusion.statement.table is not None

    @lazy
    def tokens(self) -> frozenset[str]:
        """Names in the quote, in a cell's labels, and the other names of the same things where the session gave them."""
        own = tokens(self.text)
        if self.cell:
            own |= tokens(self.row) | tokens(self.column)
        return own | self.aliases | self.percentiles | (_so_many(self.low) if self.quantities or "two" in self.low else frozenset())

    @lazy
    def percentiles(self) -> frozenset[str]:
        """The percentiles that it names, in whatever spelling ("the 99th percentile" is p99)."""
        text = f"{self.text} | {self.row} | {self.column}" if self.cell else self.text
        return percentiles(text) if DIGIT.search(text) else frozenset()

    @lazy
    def metrics(self) -> frozenset[str]:
        """The metrics that it names by a word of their own ("throughput", "p99")."""
        named = self.tokens & SPECIFIC_METRIC
        return (named - {"system"} if "system" in named and "system call" in self.low else named) | self.percentiles

    @lazy
    def around(self) -> frozenset[str]:
        """Names in the rest of the statement, the sentence before it, its heading and its lead: weaker than the quote's own."""
        s = self.conclusion.statement
        return content(s.text if s.kind != "cell" else "") | content(self.conclusion.before) | content(s.heading) | content(s.lead)

    @lazy
    def references(self) -> tuple[int, ...]:
        """Messages that the clause refers to by number."""
        return tuple(int(n) for n in REFERENCE.findall(self.text))

    @lazy
    def code(self) -> tuple[str, ...]:
        """What stands in backticks in the quote."""
        return tuple(CODE.findall(self.conclusion.quote))

    @lazy
    def negated(self) -> bool:
        return not NEGATION.isdisjoint(self.words)

    def has(self, *any_of: str) -> bool:
        """Whether one of these stands in the quote, as written in lower case."""
        low = self.low
        for word in any_of:  # noqa: SIM110 - a plain loop: it is asked of every claim
            if word in low:
                return True
        return False


_SO_MANY = regex(rf"(?<![\w.,=-])(?<!all )(?<!the )(?<!these )(\d{{1,5}}|{'|'.join(COUNTS)}) (?:[a-z]+[ -])?([a-z]{{3,}})\b")


def _so_many(low: str) -> frozenset[str]:
    """What a setting is called by its number: "8 threads" and "eight io threads" are `threads=8` in a command."""
    return frozenset([stem(noun) + str(COUNTS.get(n, n)) for n, noun in _SO_MANY.findall(low)])


def parse(conclusion: Conclusion, aliases: frozenset[str] = frozenset()) -> Claim:
    """Reads a conclusion. Numbers inside code, paths and hashes are left to `text.quantities`, which skips them."""
    text = bare(conclusion.quote)
    low = text.lower()
    statement = conclusion.statement
    row = column = ""
    if statement.kind == "cell" and statement.table is not None and statement.row_index is not None and statement.column is not None:
        table = statement.table
        cells = table.rows[statement.row_index] if statement.row_index < len(table.rows) else ()
        row = cells[0] if cells and statement.column > 0 else ""
        column = table.header[statement.column] if statement.column < len(table.header) else ""
    found = tuple(scaled(q, text) for q in quantities.find(_joined(text))) if DIGIT.search(text) else ()
    if found and "0" in text:
        found = tuple(q for q in found if q.unit or not _NUMBERED.fullmatch(q.raw))
    if found and statement.kind != "cell":
        found = tuple(q for q in found if not _set_off(q, text))
    if len(found) > 1 and ("instead of" in low or "rather than" in low or "in place of" in low):
        found = _meant(found, low)
    if found and (named := [m.span() for m in QUANTILE.finditer(text)]):
        found = tuple(q for q in found if not any(a <= q.start < b for a, b in named))
    return Claim(conclusion, text, low, frozenset(_words(low)), found, row, column, statement.text, aliases)


def _joined(text: str) -> str:
    """A text of the same length in which the groups of a number's digits are joined by commas."""
    return _GROUPED.sub(lambda m: m[0].replace(" ", ","), text) if " " in text else text


def _meant(found: tuple[Quantity, ...], low: str) -> tuple[Quantity, ...]:
    """Without the relations that are said not to hold: "instead of 20 % less it is 4 % more"."""
    kept = tuple(q for q in found if q.dimension not in ("percent", "ratio") or not _NOT_IT.search(low, max(0, q.start - 40), q.start))
    return kept if any(q.dimension in ("percent", "ratio") for q in kept) else found


def _words(low: str) -> list[str]:
    return letters(low) if low.isascii() and "'" not in low else WORD.findall(low)


def bare(quote: str) -> str:
    """A quote without emphasis, and without list marks, check marks and blanks around it."""
    text = quote.replace("**", "") if "**" in quote else quote
    if "__" in text:
        text = _STRONG.sub(lambda m: m[1] or "", text) if "`" in text else text.replace("__", "")
    if text and not text[0].isalnum() and (marks := LEADING.match(text)):
        text = text[marks.end() :]
    end = len(text)
    while end and (text[end - 1] in "*_" or text[end - 1].isspace()):
        end -= 1
    return text[:end]


def scaled(quantity: Quantity, text: str) -> Quantity:
    """A bare number with a magnitude behind a space ("41.7 M"), as tables have them."""
    if quantity.unit or (match := MAGNITUDE.match(text, quantity.end)) is None:
        return quantity
    power = _POWER[match[1]]
    value, ulp = quantity.value.scaleb(power), quantity.ulp.scaleb(power)
    return replace(quantity, raw=text[quantity.start : match.end()], value=value, ulp=ulp, end=match.end(), exact=False, dimension="number")


def _set_off(quantity: Quantity, text: str) -> bool:
    """A number inside quotation marks is another's, a bare one in code is a flag or an index."""
    return any(a < quantity.start < b for a, b in _spans(QUOTED, text)) or (
        not quantity.unit and any(a < quantity.start < b for a, b in _spans(CODE, text))
    )


def _spans(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    return [m.span() for m in pattern.finditer(text)] if '"' in text or "`" in text or "“" in text else []
