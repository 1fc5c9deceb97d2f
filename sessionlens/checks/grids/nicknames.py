"""Names that the agent's own tables give to what tools printed under other names: "no histogram" for the config `nohist`, "1.2" for `v12`.

A table whose row has several values, each printed for one and the same config and for no other, says what the row's label means. From there
on the label in the agent's words is read as that config, where its own words led nowhere. Two labels never mean one config in one table.

Example: after `nohist 44,455,050 77,321` was printed and the agent wrote "| no histogram | 44.5 M | 77,321 |", the statement "without the
counts, no histogram needs 2.3 % fewer calls than 1.3" speaks of `nohist`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from sessionlens.checks.binding.labels import comparable
from sessionlens.checks.claims.claim import Claim, parse
from sessionlens.checks.claims.words import BASE, NEW, STOP, UNITS, tokens
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.grids.tables import numbers
from sessionlens.checks.values.intervals import claimed
from sessionlens.model.quantity import Quantity
from sessionlens.model.quick import quick
from sessionlens.model.trace import Table
from sessionlens.text.regex import regex

_MARKS = "`*_ "
_LETTER = regex(r"[^\W\d_]")
_WORD = regex(r"[^\W\d_][\w.-]+")
_NUMBER = regex(r"\d[\d,]*")
_UNITS = r"(?!\s?(?:%|x\b|×|[kMG]?i?B\b|[mnµu]?s\b|min\b|h\b|/|[.,]?\d))"
_CALLED = (
    (frozenset(("new", "now", "current")), ("new tree", "new version", "new build", "new code", "new release")),
    (frozenset(("fix", "fixed", "patched")), ("the fix", "the patch", "the fixed version")),
)
"""Words of a label, and what a thing of such a label goes by."""
_LEAST = 3
"""Digits that a value needs to tell one config from another."""
_VERSUS = regex(r"\bvs\b|\bversus\b|\bagainst\b", re.I)
_LONG = 40


@quick
class Nickname:
    """A label of a table in message `msg`, in lower case, and the word of the config that it means."""

    msg: int
    label: str
    config: str


def learned(evidence: Evidence) -> list[Nickname]:
    """All that the session's tables give, the longest label first."""
    if "nicknames" not in evidence.looked:
        found = [n for msg, table in _tables(evidence) for n in _of_table(msg, table, evidence)]
        evidence.looked["nicknames"] = sorted(found, key=lambda n: (-len(n.label), n.msg))
    kept: list[Nickname] = evidence.looked["nicknames"]
    return kept


def renamed(claim: Claim, evidence: Evidence) -> Claim | None:
    """The claim with the configs' own words in place of the labels in it; None where it has none."""
    text, row, column = claim.text, claim.row, claim.column
    for nickname in learned(evidence):
        if nickname.msg > claim.msg:
            continue
        if claim.cell:
            row = nickname.config if _plain(row) == nickname.label else row
            column = nickname.config if _plain(column) == nickname.label else column
        elif nickname.label in claim.low:
            text = _pattern(nickname.label).sub(nickname.config, text)
    if (text, row, column) == (claim.text, claim.row, claim.column):
        return None
    again = parse(claim.conclusion.model_copy(update={"quote": text}), claim.aliases)
    again.row, again.column = row, column
    return again


def _pattern(label: str) -> re.Pattern[str]:
    tail = r"(?![\w-])" if _LETTER.search(label) else rf"(?![\w-]){_UNITS}"
    return re.compile(rf"(?<![\w.-]){re.escape(label)}{tail}", re.I)


def _plain(label: str) -> str:
    return label.strip(_MARKS).lower()


def _tables(evidence: Evidence) -> Iterator[tuple[int, Table]]:
    for msg, turn in evidence.view.turns.items():
        if turn.message.role == "assistant" and "|" in turn.message.text:
            for table in dict.fromkeys(s.table for s in turn.statements if s.table is not None):
                yield msg, table


def _of_table(msg: int, table: Table, evidence: Evidence) -> list[Nickname]:
    """What the labels of its rows mean, else those of its columns."""
    by_row = {row[0]: row[1:] for row in table.rows if row}
    found = _told(msg, by_row, evidence)
    if found:
        return found
    by_column = {head: tuple(r[c] for r in table.rows if c < len(r)) for c, head in enumerate(table.header) if c}
    return _told(msg, by_column, evidence)


def _told(msg: int, labelled: dict[str, tuple[str, ...]], evidence: Evidence) -> list[Nickname]:
    meant: dict[str, str] = {}
    metrics: frozenset[str] = frozenset().union(*(s.measures for s in evidence.series))
    for label, cells in labelled.items():
        words = tokens(label)
        if not _plain(label) or len(label) > _LONG or words <= STOP | metrics or _NUMBER.fullmatch(_plain(label)):
            continue
        config = _config(msg, cells, evidence)
        if config and config not in words:
            meant[_plain(label)] = config
    several = {c for c, n in Counter(meant.values()).items() if n > 1}
    meant = {label: config for label, config in meant.items() if config not in several}
    return [Nickname(msg, label, config) for label, config in (*meant.items(), *_short(meant, labelled), *_newer(meant))]


def _short(meant: dict[str, str], labels: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The words that one label alone has ("hash" of "hash back" beside "arena back"), which is what people call it."""
    having = Counter(w for label in labels if not _VERSUS.search(label) for w in set(_WORD.findall(_plain(label))))
    for label, config in meant.items():
        words = [w for w in _WORD.findall(label) if having[w] == 1 and w not in STOP | BASE | NEW | UNITS]
        if len(words) == 1 and words[0] not in meant:
            yield words[0], config


def _newer(meant: dict[str, str]) -> Iterator[tuple[str, str]]:
    """What people call the one label that says that it is the new one, or the fixed one."""
    for words, names in _CALLED:
        having = [config for label, config in meant.items() if words & tokens(label)]
        if len(having) == 1:
            yield from ((name, having[0]) for name in names if name not in meant)


def _config(msg: int, cells: tuple[str, ...], evidence: Evidence) -> str:
    """The word for the one config that has at least two of the cells' values, and more of them than any other config; else ""."""
    votes: Counter[str] = Counter()
    for cell in cells:
        found = numbers(cell)
        if found and sum(c.isdigit() for c in found[0].raw) >= _LEAST:
            votes.update(_having(msg, found[0], evidence))
    (best, most), *rest = [*votes.most_common(2), ("", 0)]
    return best if most > 1 and all(n < most for _, n in rest) else ""


def _having(msg: int, quantity: Quantity, evidence: Evidence) -> set[str]:
    """The telling words of the configs that a value was printed for, with its unit or without one."""
    want, si = claimed(quantity), float(quantity.si)
    places = evidence.near(comparable(quantity), float(want.lo), float(want.hi), msg)
    if quantity.unit:
        places += evidence.near(("number",), float(want.lo) / si, float(want.hi) / si, msg)
    out = set()
    for i, j in places:
        word = _telling(i, evidence.series[i].batches[j].msg, evidence)
        if word:
            out.add(word)
    return out


def _telling(place: int, msg: int, evidence: Evidence) -> str:
    """The one word of a config that no other config of the same call and metric has."""
    series = evidence.series[place]
    kin = [
        evidence.series[i]
        for i in evidence.together[msg, series.dimension]
        if i != place and evidence.series[i].measures == series.measures
    ]
    own = series.named.difference(*(s.named for s in kin)) if kin else frozenset()
    words = [w for w in own if w[0].isalpha()]
    return max(words, key=lambda w: (len(w), w)) if words else ""
