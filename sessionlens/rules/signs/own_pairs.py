"""What a sentence makes of the numbers that it gives itself. A part of the rule `wrong_arithmetic`.

"8100 → 19600 rows/s, 1.4 times faster", "118 against 94 ms, 20.3 % slower", "52 of 978, 8.3 %": the pair and what is made of it stand
beside each other, so nothing has to be bound. Every honest reading is tried: of either side, more or less, a share, a speed for a time.
Where one gives the number within what was rounded, nothing is said; so too where words between them may speak of something else.
"""

import re
from collections.abc import Iterator
from itertools import combinations

from sessionlens.graph.view import View
from sessionlens.model.trace import Statement, Turn
from sessionlens.rules.base import Hit, at_statement, holds
from sessionlens.rules.index import Speech
from sessionlens.text.regex import regex

_N = r"(?<![\w.,/#-])[~≈]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_U = r"(?:\s?[a-zA-Zµμ]{1,5}(?:/[a-z]{1,8})?\b)?"
_PLACE = r"(?: \([^()\d%]{1,40}\)| (?:in|for|with|on|by|at) (?:the |a |one |two )?[a-z][\w-]{1,16}(?: [a-z][\w-]{1,16})?)?"
_PAIR = regex(
    rf"(?P<a>{_N})(?P<u>{_U}){_PLACE},?"
    r"\s?(?P<join>->|→|=>|to|instead of|against|vs\.?|versus|compared (?:to|with)|rather than|down from|up from|of)\s"
    rf"(?:the |its |only |all |about )?(?P<b>{_N})(?P<v>{_U})(?!\.?\d|,\d)"
)
_HEDGE = r"about|around|roughly|nearly|almost|some|over|more than|at least|well over|close to|just under|under|~|≈"
_NEXT = r"(?:That['’]s|That is|This is|Which is|So that['’]s|So that is)\b"
_MADE = regex(
    rf"(?P<gap>(?:[^\d.;:!?|)]|\.(?=\d| {_NEXT})){{0,56}}?)(?P<sign>[-+−]?)(?P<near>(?:{_HEDGE})\s?)?"
    r"(?P<n>\d+(?:\.\d+)?)\s?(?:(?P<pc>%)|x(?!\w)|×|-?fold\b|times\b)(?P<after>[^.;:,()\d]{0,30})"
)
_FACTOR = regex(rf"(?P<gap>[^\d.;:!?|)]{{0,40}}?)\b(?:factor|ratio) of (?P<near>(?:{_HEDGE})\s?)?(?P<n>\d+(?:\.\d+)?)(?!\.?\d|\s?%)")
_AHEAD = regex(
    rf"(?<![\d.])(?P<sign>[-+−]?)(?P<near>(?:{_HEDGE})\s)?(?P<n>\d+(?:\.\d+)?)\s?(?:(?P<pc>%)|x(?!\w)|×|times\b)(?P<gap>[^.;:()\d]{{0,30}})\($"
)
"""What is made of a pair that follows it in brackets: "3.4 % (184.2 to 190.5 s)"."""
_AFTER_COMMA = regex(
    r",\s*(?:so|that|which|or|i\.e|is|was|it|this|the|a|an|an? factor|factor|only|still|just|even|about|now|in|by|ratio|of|and|['’]s"
    r"|increase|decrease|drop|change|gain|difference|speed-?up|reduction|down|up|less|more|hence|thus|therefore|makes?|means?|saving|[-,(]|\s"
    rf"|{_HEDGE})*[(\s]*$",
    re.I,
)
_MADE_OF = regex(
    r"\s*(?:$|[^\w\s]|(?:less|lower|smaller|shorter|fewer|faster|slower|quicker|cheaper|more|longer|larger|higher|bigger|better|worse|of|for"
    r"|in|than|as|on|at|and|but|with|from|by|down|up|above|below|over|under|per|to|after|since|now|here|again|while|so|the|off|gone|left"
    r"|increase|decrease|gain|loss|drop|change|reduction|growth|saving|improvement|speed-?up|overhead|regression|because|which|that)\b)",
    re.I,
)
_LESS = regex(
    r"\b(?:less|lower|smaller|shorter|fewer|sav(?:es|ed|ing)|reduc\w+|down|drop\w*|fell|falls?|cuts?|los[te]s?|below|shr[aiu]nk\w*)\b", re.I
)
_MORE = regex(
    r"\b(?:more|slower|longer|larger|higher|bigger|up|rose|rises|grew|grows|above|extra|growth|add(?:s|ed)|increas\w*|costs)\b", re.I
)
_STOP = regex(
    r"\b(?:while|whereas|but|although|though|p\d\d|percentile|points?|pp|confidence|noise|limit|target|budget|threshold|goal|if|would|should"
    r"|could|might|may|expect\w*|predict\w*|hop\w*|not)\b",
    re.I,
)
_VARIES = regex(
    r"\b(?:var(?:y|ies|ied)|scatters?|spreads?|differs?|swings?|ranges?)\b[^.;\d]{0,24}?"
    r"(?P<n>\d+(?:\.\d+)?)(?:\s?x(?!\w)|\s?×|-?\s?fold\b| times\b)"
)
_RANGES = regex(
    rf"(?P<a>{_N}) ?(?:to|-|–) ?(?P<b>\d[\d,.]*\d){_U}[^.;\d]{{0,24}}, (?P<c>{_N}) ?(?:to|-|–) ?(?P<d>\d[\d,.]*\d){_U}[^.;\d]{{0,24}}, "
    r"at least (?P<n>\d+(?:\.\d+)?)(?:x(?!\w)| times\b)"
)
_SAVED = regex(
    r"(?P<d>\d+(?:\.\d+)?) (?P<u>ms|s|[µμun]s|[KMG]i?B|kB|bytes)\b(?: of [A-Za-z]+| less| more)?,? \(?(?:that is |that['’]s |i\.e\. )?"
    r"[-+−]?(?P<n>\d+(?:\.\d+)?) ?%"
)
_MAKES = ("%", "times", "fold", "factor", "x", "×")
_X = regex(r"\d ?[x×](?!\w)")
_CELL = regex(r"^\W{0,3}(\d[\d,]*(?:\.\d+)?)(?:\s?[a-zA-Zµμ/]{1,6})?\W{0,3}$")


def find(view: View) -> Iterator[Hit]:
    for msg, turn in view.once(Speech).turns:
        text = turn.message.text
        if not holds(text, _MAKES[:4]) and not _X.search(text):
            continue
        before: Statement | None = None
        for said in turn.statements:
            if said.table is not None or said.kind not in ("sentence", "item"):
                continue
            whole = text[said.start : said.end + 90] if text.startswith(" That", said.end) else said.text
            why = first(turn, said, whole, before) if holds(whole, _MAKES) else None
            before = said
            if why:
                yield at_statement(view, msg, said, why, "high")


def first(turn: Turn, said: Statement, whole: str, before: Statement | None) -> str | None:
    """The first thing that a sentence makes of numbers and that does not follow from them."""
    return ranges(said.text) or next(misfits(whole), None) or varied(before, said.text) or saved(turn, said)


def value(text: str) -> tuple[float, float]:
    """A number as it stands, and half of its last place."""
    digits = text.lstrip("~≈").replace(",", "").rstrip(".")
    return float(digits), 0.5 * 10.0 ** -len(digits.partition(".")[2])


def quotient(a: str, b: str) -> tuple[float, float]:
    """The least and the largest that the larger of two numbers divided by the smaller can be, by what was rounded away."""
    (x, dx), (y, dy) = sorted((value(a), value(b)), reverse=True)
    if y <= 0:
        return 0.0, 0.0
    dx, dy = min(dx, 0.005 * x), min(dy, 0.005 * y)  # a bare whole number is mostly a count
    return (x - dx) / (y + dy), (x + dx) / (y - dy)


def room(stated: str, near: bool) -> float:
    """How far from a stated number another may be that rounds to it."""
    number, half = value(stated)
    return max(half, 0.1 * number) if near else half


def misfits(text: str) -> Iterator[str]:
    """Why what a text makes of its own pairs does not follow from them."""
    ranged = False
    for pair in _PAIR.finditer(text):
        made = _MADE.match(text, pair.end())
        why = misfit(pair, made["gap"], made["after"], made) if made is not None and (made["pc"] or not ranged) else None
        if made is None and pair["join"] != "of" and (factor := _FACTOR.match(text, pair.end())) is not None:
            why = misfit(pair, factor["gap"], "", factor)
        elif made is None and text[pair.start() - 1 : pair.start()] == "(" and text[pair.end() : pair.end() + 1] == ")":
            ahead = _AHEAD.search(text, max(0, pair.start() - 60), pair.start())
            why = misfit(pair, ahead["gap"], "", ahead) if ahead is not None else None
        ranged = pair["join"] == "to"  # after one range, another: what follows is made of the two
        if why:
            yield why


def misfit(pair: re.Match[str], gap: str, after: str, made: re.Match[str]) -> str | None:
    """Why what stands beside a pair is none of the things that can be made of it, or None."""
    given = made.groupdict()
    share, percent = pair["join"] == "of", bool(given.get("pc"))
    comma = gap.rfind(",")
    if pair["u"].strip() and pair["v"].strip() and pair["u"].strip() != pair["v"].strip():
        return None
    if _STOP.search(gap) or _STOP.search(after) or not _MADE_OF.match(after) or (comma >= 0 and not _AFTER_COMMA.search(gap, comma)):
        return None
    low, high = quotient(pair["a"], pair["b"])
    if not low or high <= 1:
        return None
    stated, half = value(made["n"])[0], room(made["n"], bool(made["near"]))
    if not percent:
        if share or high < 1.1:
            return None
        fits = [(low, high)]
    elif share:
        if value(pair["a"])[0] > value(pair["b"])[0]:
            return None
        fits = [(100 / high, 100 / low), (100 - 100 / low, 100 - 100 / high)]
    else:
        words, sign = f"{gap} {after}", (given.get("sign") or "").replace("−", "-")
        less, more = (100 - 100 / low, 100 - 100 / high), (100 * low - 100, 100 * high - 100)
        shares = [(100 / high, 100 / low), (100 * low, 100 * high)]
        downward = sign == "-" or (not sign and _LESS.search(words) and not _MORE.search(words))
        upward = sign == "+" or (not sign and _MORE.search(words) and not _LESS.search(words))
        fits = [less] if downward else [more, shares[1]] if upward else [less, more, *shares]
    if any(least - half - 1e-9 <= stated <= most + half + 1e-9 for least, most in fits):
        return None
    right = (fits[0][0] + fits[0][1]) / 2
    return f"{pair['a']} and {pair['b']} give {right:.3g}{' %' if percent else ' times'}, not {made['n']}"


def varied(before: Statement | None, text: str) -> str | None:
    """Why "it varies 1.8-fold" does not follow from the one range of the sentence before it, or of its own."""
    said = _VARIES.search(text)
    if said is None:
        return None
    pairs = [p for p in _PAIR.finditer(f"{before.text if before is not None else ''} {text[: said.start()]}") if p["join"] == "to"]
    if len(pairs) != 1:
        return None
    low, high = quotient(pairs[0]["a"], pairs[0]["b"])
    half = room(said["n"], False)
    if not low or low - half <= value(said["n"])[0] <= high + half:
        return None
    return f"{pairs[0]['a']} to {pairs[0]['b']} is a factor of {low:.3g}, not {said['n']}"


def ranges(text: str) -> str | None:
    """Why "at least 14 times" does not follow from the two ranges before it: their nearest ends are less far apart."""
    found = _RANGES.search(text) if "at least" in text else None
    if found is None:
        return None
    a, b, c, d = (value(found[n])[0] for n in "abcd")
    least = max(min(a, b) / max(c, d), min(c, d) / max(a, b)) if min(a, b, c, d) > 0 else 0.0
    stated = value(found["n"])[0]
    if least <= 1 or least >= stated - room(found["n"], False):
        return None
    return f"the nearest ends of the two ranges are a factor of {least:.3g} apart, not at least {found['n']}"


def saved(turn: Turn, said: Statement) -> str | None:
    """Why "170 ms less, 24.9 %" does not follow from the one pair of the message's own table that is 170 ms apart."""
    found = _SAVED.search(said.text) if "%" in said.text else None
    if found is None:
        return None
    (apart, half), stated = value(found["d"]), value(found["n"])[0]
    pairs: set[tuple[float, float]] = set()
    for table in {s.table.start: s.table for s in turn.statements if s.table is not None and s.start < said.start}.values():
        columns = [[row[at] for row in table.rows if len(row) > at] for at in range(1, len(table.header))]
        for cells in (*columns, *(row[1:] for row in table.rows)):
            numbers = sorted(float(m[1].replace(",", "")) for cell in cells if (m := _CELL.match(cell)))
            pairs |= {(a, b) for a, b in combinations(numbers, 2) if apart > 0 and abs(b - a - apart) <= half + 1e-9}
    if len(pairs) != 1:
        return None
    small, large = pairs.pop()
    of_large, of_small = 100 * apart / large, 100 * apart / small if small else 0.0
    words = said.text[max(0, found.start() - 60) : found.end() + 30]
    fits = [of_large] if _LESS.search(words) and not _MORE.search(words) else [of_large, of_small]
    near = room(found["n"], False) + 100 * half / large
    if any(abs(fit - stated) <= near for fit in fits):
        return None
    return f"{found['d']} {found['u']} is {fits[0]:.1f} % of the table's {large:g}, not {found['n']} %"
