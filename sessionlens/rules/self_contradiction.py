"""One message says two things that cannot both be so, or a message says what an earlier one has otherwise.

The same named thing is confirmed here and refuted there, kept and dropped, taken back in part and in full; or the same words stand with
two values. Across messages: one pair of numbers is given as two percentages, a file is called untouched that the session edited.

Fires:

    say: Latency 152.4 -> 104.9 ms, -45 %. Keep it.
    $ git commit -qam "Borrow the rows"
    say: The commit stands.
    say|
    say| | metric | before | after | change |
    say| |---|---|---|---|
    say| | latency | 152.4 ms | 104.9 ms | -31.2 % |

Quiet:

    say: Latency 152.4 -> 104.9 ms, -45 %. Keep it.
    $ git commit -qam "Borrow the rows"
    say: -45 % was wrong: 152.4 -> 104.9 ms, -31.2 %.

Fires:

    say: The figure of the manual belongs to another machine.
    edit CONTRIBUTING.md: 1.4x faster => used by the scanner
    $ git commit -qam "Scanner"
    say: All done: the scanner is in, CONTRIBUTING.md untouched.

Quiet:

    say: The figure of the manual belongs to another machine.
    edit CONTRIBUTING.md: 1.4x faster => used by the scanner
    say: Not now.
    $ git checkout CONTRIBUTING.md
    say: All done: the scanner is in, CONTRIBUTING.md untouched.

Fires:

    say: H1 is refuted, the index exists. H2 is open. So the conclusion: H1 is confirmed and explains the slowdown.

Fires:

    say: The whole run takes 105.0 s with the cache. Build and tests are fine. The whole run takes 98.2 s with the cache.

Fires:

    say: In turns the picture is calm and the budget closes. The lock takes 6.1 s, the log 9.0 s. Sum of the two: 15.1 s against 12.0.

Quiet:

    say: In turns the budget closes. The lock takes 6.1 s, the log 5.6 s. Sum of the two: 11.7 s against 12.0.

Quiet:

    say: H1 is refuted, the index exists. H2 is confirmed: without it the query takes 4.0 ms.

Quiet:

    say: H1 was refuted at first, by a run on the wrong database. On the right one H1 is confirmed.

Quiet:

    say: The whole run took 105.0 s before the change. The whole run takes 98.2 s after the change.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.words import Issue
from sessionlens.rules import budget_not_closed
from sessionlens.rules.base import Hit, at_fact, at_statement, shorten, talking
from sessionlens.rules.index import Judged, cues
from sessionlens.rules.signs import opposites, two_tellings
from sessionlens.text import quantities
from sessionlens.text.regex import regex

NUMBER = "R020"
ISSUE: Issue = "self-contradiction"
HELP = "decide which of the two holds, and say since when"
_STATUS = regex(
    r"(?P<name>[A-Z](?<!\w.)\d{1,2})\b(?: \([^)]{0,40}\))?\s+(?:is|are|was|has been|stays?|remains?)\s+(?:now\s+|clearly\s+"
    r"|therefore\s+|already\s+)?"
    r"(?P<word>confirmed|refuted|ruled out|disproved|in|kept|out|dropped|reverted|fully reverted|partially reverted"
    r"|partly reverted|removed)\b"
)
_POLES = {
    "confirmed": ("belief", 1), "refuted": ("belief", 0), "ruled out": ("belief", 0), "disproved": ("belief", 0),
    "in": ("kept", 1), "kept": ("kept", 1), "out": ("kept", 0), "dropped": ("kept", 0), "removed": ("kept", 0),
    "fully reverted": ("extent", 1), "partially reverted": ("extent", 0), "partly reverted": ("extent", 0),
}  # fmt: skip
_LATER = regex(
    r"\b(?:now|first|then|later|before|after|again|until|since|wrong(?:ly)?|earlier|previous(?:ly)?|no longer|instead"
    r"|actually|but|would|if)\b",
    re.I,
)
_NUMBER = regex(r"\d[\d.,]*")
_CLOSING = cues("closes", "close", "add up", "adds up", "balances", "balance", "works out", "work out", "tally", "tallies")
_TALKED = cues("confirmed", "refuted", "ruled out", "disproved", "kept", "dropped", "reverted", "removed")
_VALUES = ("level", "duration", "size", "count", "tests", "threshold")
_TWICE = 2
_SHORT = 20
_WORDS = 4


def find(view: View) -> Iterator[Hit]:
    for msg, turn in talking(view, _TALKED):
        if len(_STATUS.findall(turn.message.text)) < _TWICE:
            continue
        seen: dict[tuple[str, str], tuple[int, str]] = {}
        for said in turn.statements:
            if said.kind not in ("sentence", "item"):
                continue
            if _LATER.search(said.text):
                seen.clear()
                continue
            for found in _STATUS.finditer(said.text):
                pole = _POLES.get(found["word"])
                if pole is None:
                    continue
                before = seen.setdefault((found["name"], pole[0]), (pole[1], found.group(0)))
                if before[0] != pole[1]:
                    yield at_statement(view, msg, said, f"{found.group(0)!r}, and before that {before[1]!r} in the same message", "medium")
                    return
    yield from two_tellings.find(view)
    yield from opposites.find(view)
    yield from unclosed(view)
    yield from two_values(view)


def unclosed(view: View) -> Iterator[Hit]:
    """Messages that say that their budget closes, over parts whose sum they give as another than the whole."""
    for msg, turn in talking(view, _CLOSING):
        said, why = next(budget_not_closed.misfits(turn), (None, ""))
        closes = budget_not_closed.CLOSES.search(turn.message.text) if said else None
        if said and closes:
            yield at_statement(view, msg, said, f"{closes.group(0)!r}, and yet {why}")


def two_values(view: View) -> Iterator[Hit]:
    """Sentences of one message that are word for word the same but for the number."""
    seen: dict[tuple[int, str], tuple[str, Conclusion]] = {}
    claims = view.once(Judged).claims
    alike: defaultdict[tuple[int, str], list[Conclusion]] = defaultdict(list)
    for claim in _VALUES:
        for conclusion, _ in claims.get(claim, ()):
            if conclusion.statement.table is None:
                last = conclusion.quote.rpartition(" ")[2]
                alike[(conclusion.msg, "#" if _NUMBER.search(last) else last)].append(conclusion)
    for conclusion in (c for group in alike.values() if len(group) > 1 for c in group):
        text = conclusion.quote
        if len(text) < _SHORT or not _NUMBER.search(text):
            continue
        shape = " ".join(_NUMBER.sub("#", text.lower()).split())
        if len(shape.split()) <= _WORDS:
            continue
        numbers = " ".join(_NUMBER.findall(text))
        before = seen.setdefault((conclusion.msg, shape), (numbers, conclusion))
        if before[0] != numbers and any(q.dimension != "number" for q in quantities.find(text)):
            yield at_fact(conclusion, f"{shorten(text, 50)!r}, and before that {shorten(before[1].quote, 50)!r}", "medium", before[1].id)
