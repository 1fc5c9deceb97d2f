"""What a clause says, in the parts that are looked for on a line: its numbers, its words with others for the same, the names it has."""

import re
from decimal import Decimal
from typing import NamedTuple

from sessionlens.checks.claims.claim import CODE, NEGATION, Claim
from sessionlens.checks.claims.words import COUNTS, FASTER, LESS, MORE, SLOWER, STOP, word_set
from sessionlens.checks.evidence.postings import ROOTS, needle
from sessionlens.model.quantity import Quantity
from sessionlens.text.regex import regex

BEYOND = (
    FASTER
    | SLOWER
    | MORE
    | LESS
    | word_set(
        "than because since due caused cause causes why therefore hence every always all any never only both fastest slowest largest"
        " smallest highest lowest biggest best worst first last latest newest oldest latter former same identical unchanged still again"
        " before earlier previously yesterday would could should might may if unless likely probably average median mean total together sum"
        " instead twice half between percent each neither nor without works work fixed fixes solves correct right wrong"
        " confirmed refuted proves proven means matches match explains depends enough"
    )
)
"""Words of what one line does not show."""
_PALE = word_set(
    "is are was were there has have had takes took take needs need uses used use says said say shows showed show prints"
    " printed print reports reported report returns returned return gives give answers answered answer asks asked ask gets got"
    " get reads read gave reaches reached runs run sits stands counts lists contains holds keeps stays comes came currently"
    " now so and but here this that confirmed indeed really actually exactly simply clearly yes no not value values setting"
    " set number output log result line us we i it its second seconds minute minutes hour hours millisecond milliseconds byte"
    " bytes time hard coded default defaults based make makes made"
)
_WHOLE = word_set(
    "service unit server app application program script process query plan file build command code function method run job thing container"
    " machine box host system tool check binary executable test option flag setting config endpoint route url page host node"
)
"""What a call as a whole is of: a clause that says "the service" says no name."""
_NO_NAME = STOP | _PALE | NEGATION | _WHOLE | word_set("after before at per up out back around within without through between via of times")
_SAME_AS = (
    "off false disabled no none",
    "on true enabled yes",
    "database db",
    "limit max maximum most cap limited",
    "min minimum least",
    "timeout timed timeouts",
    "delete remove drop rm",
    "untracked ??",
    "modified m",
    "connection conn connect",
    "memory mem",
    "core nproc cpu processor",
    "directory dir folder",
    "configuration config",
    "message msg",
    "killed kill sigkill",
    "crash panic segfault crashed crashes panics",
    "fail failed failure failing",
    "pass passed ok",
    "fine ok healthy up",
    "attempt try retry tries attempts",
    "error err errors",
    "request req",
    "response resp",
    "buffer buf",
    "capacity cap",
    "health healthz healthcheck",
    "repository repo",
    "environment env",
    "temporary temp tmp",
    "column col",
    "statement stmt",
    "validation valid validate val",
    "allocation alloc",
    "authentication auth",
    "size length len",
    "accuracy acc",
    "average avg",
    "utilization utilisation util usage used",
    "temperature temp",
    "percentage percent pct",
    "address addr",
    "received rx",
    "transmitted sent tx",
    "language lang",
    "kernel release",
)


def _alike() -> dict[bytes, frozenset[bytes]]:
    out: dict[bytes, frozenset[bytes]] = {}
    for group in _SAME_AS:
        roots = frozenset(ROOTS[w] for w in group.split())
        for one in roots:
            out[one] = out.get(one, frozenset()) | roots
    return out


_ALIKE = _alike()
"""Words of the trade that stand for one another, by root."""
_DENYING = frozenset(ROOTS[w] for w in ("false", "fail", "disabled", "refused", "denied", "missing", "absent"))
_HUMP = regex(r"[A-Z](?:(?<=[a-z0-9][A-Z])|(?<=[A-Z][A-Z])(?=[a-z]))")
_SPELLED = {**COUNTS, "eleven": 11, "twelve": 12}
_WORD_NUMBER = regex(rf"\b(?:{'|'.join(_SPELLED)})\b")
_FILE = regex(r"(?<![\w/`.])[\w./-]*\w\.(?!\d)[A-Za-z]{1,5}(?![\w/(.])(?=\W|$)|(?<![\w/`.])(?:[\w.-]+/)+[\w.-]+")
"""A file's name or path without backticks."""
_TOKEN = regex(
    r"(?<![\w`./:-])(?=[\w.:+-]*[A-Za-z])(?=[\w.:+-]*\d)\w[\w.:+-]{6,}\w(?![\w/(])|(?<![\w`./:-])\d+\.\d+\.\d[\w.+-]*\w(?![\w/(])"
)
"""What is the same by no chance: `6.8.0-31-generic`, `node:20-alpine`, an address."""
_SHORT = regex(r"(?<![\w`./:-])(?:[A-Za-z]{1,6}[-_]?\d{1,4}|[A-Za-z]+[-_]\d{1,4})(?![\w`/(%-]|\.\w)")
"""What one of several things is called: `w-2`, `node3`."""
_MOST = regex(r"\b(?:at most|up to|no more than|limited to|capped at)(?= )")
_LEAST = regex(r"\bat least(?= )")
_NO_SUCH = regex(r"(?:there (?:is|are|was|were) )?no (?:[a-z-]+ )?[a-z]+s?[ .!]*$")
BARE = regex(r"(?<![\w.,:-])\d+(?:\.\d+)?(?![\w.,:-]*\w)")
"""A number by itself."""
_AT_LINE = regex(r"\blines? (\d+)\b")
WORD = regex(r"[a-z][a-z'’]*[a-z]|[a-z]")
Span = tuple[int, int]


class Value(NamedTuple):
    """A number of a clause: `q` as it was written in digits, its value in base units, what it is of ("line": a line's number)."""

    q: Quantity | None
    value: Decimal
    dimension: str


class Said(NamedTuple):
    """A clause in parts. `words` has, for each word in its order, how it and others for the same look in a folded text, `roots` in any
    text; `wholes` those for the whole of a call ("the server"), which need not stand there; `exists` is "there is"; `denying`: a word of
    it denies by itself; `tags`: which of several things ("w-2") it is of."""

    values: list[Value]
    words: list[tuple[bytes, ...]]
    roots: list[tuple[str, ...]]
    names: list[str]
    wholes: list[bytes]
    negated: bool
    exists: bool
    denying: bool
    tags: list[str]

    @property
    def many(self) -> int:
        return len(self.words) + len(self.names)


def parts(claim: Claim) -> Said:
    """Takes a clause apart; each stretch of it is one number, name or word."""
    names = [n.rstrip("()").lower() for n in claim.code if n.strip()]
    pathy = "/" in claim.text or "." in claim.text[:-1]
    names += [m[0].rstrip(".").lower() for m in _FILE.finditer(CODE.sub(" ", claim.text))] if pathy else []
    tags: list[str] = []
    if claim.numbered:
        bare = CODE.sub(lambda m: " " * len(m[0]), claim.text)
        names += [m[0].lower() for m in _TOKEN.finditer(bare)]
        taken = [(q.start, q.end) for q in claim.quantities]
        tags = [m[0].lower() for m in _SHORT.finditer(bare) if not any(a < m.end() and m.start() < b for a, b in taken)]
    code = [m.span() for m in CODE.finditer(claim.text)] if "`" in claim.text else []
    values = [Value(q, q.value * q.si, q.dimension) for q in claim.quantities if not _within(q.start, code)]
    spans = [*code, *((q.start, q.end) for q in claim.quantities)]
    text = _blanked(claim.text, spans)
    if pathy:
        text = _FILE.sub(_blank, text)
    if claim.numbered:
        text = _TOKEN.sub(_blank, text)
    if "line" in text:
        values += [Value(None, Decimal(m[1]), "line") for m in _AT_LINE.finditer(text)]
        text = _AT_LINE.sub(_blank, text)
    if claim.numbered:
        values += [Value(None, Decimal(m[0]), "number") for m in BARE.finditer(text)]
    low = _LEAST.sub("minimum", _MOST.sub("maximum", parted(text).lower()))
    if any(map(low.__contains__, _SPELLED)):
        values += [Value(None, Decimal(_SPELLED[m[0]]), "count") for m in _WORD_NUMBER.finditer(low)]
    every = [w.removesuffix("'s").removesuffix("’s") for w in dict.fromkeys(WORD.findall(low))]
    negated = claim.negated
    if negated and not values and _NO_SUCH.match(claim.low):
        values, negated = [Value(None, Decimal(0), "count")], False
    groups = [_ALIKE.get(ROOTS[w], frozenset()) | {ROOTS[w]} for w in every if w not in _NO_NAME and w not in _SPELLED and w[1:]]
    return Said(
        values,
        [tuple([needle(r) for r in group]) for group in groups],
        [tuple([r.decode() for r in group]) for group in groups],
        names,
        [needle(ROOTS[w]) for w in every if w in _WHOLE],
        negated,
        claim.low.startswith("there "),
        any(not _DENYING.isdisjoint(group) for group in groups),
        tags,
    )


def parted(text: str) -> str:
    """A text with the names in camel case in parts: `maxRetryCount` as "max Retry Count"."""
    return _HUMP.sub(r" \g<0>", text)


def _within(at: int, spans: list[Span]) -> bool:
    return any(a <= at < b for a, b in spans)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _blanked(text: str, spans: list[Span]) -> str:
    for start, end in spans:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text
