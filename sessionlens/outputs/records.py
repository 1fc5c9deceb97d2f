"""Lines that list values one after the other: `keys 180039, 88 B/key, table 17.1 MiB, probes 2.39 avg 326 max`.

Every part between the commas must be a value with its name, and one of them must have a unit of measure; then all of them are values,
those without a unit too. What the line is about says the line before it (`variant lean, 1000 rounds`) or the loop's round that printed it.
"""

from typing import NamedTuple

from sessionlens.outputs.configs import join
from sessionlens.outputs.labels import QUANTITY, per
from sessionlens.outputs.page import NUMBER, Page
from sessionlens.outputs.rows import PARAMETERS
from sessionlens.text import loops, units
from sessionlens.text.regex import regex

NAME = "fields"
LITERALS = (", ",)
TOOLS: frozenset[str] = frozenset()

_UNIT = r"(?:ns|us|µs|ms|s|B|kB|KB|MB|GB|KiB|MiB|GiB|%|x|Hz|MHz|GHz|[KMG]?B/s|[a-zA-Z]+/s)"
_NAMED = regex(rf"(?P<name>[A-Za-z][\w./-]*(?: [A-Za-z][\w./-]*){{0,3}})[ :=]+(?P<num>{NUMBER})(?: ?(?P<unit>{_UNIT}))?$")
_BEFORE = regex(rf"(?P<num>{NUMBER}) (?P<name>[A-Za-z%][\w%-]*(?:/[A-Za-z]+)?(?: [a-z][\w-]*){{0,2}})$")
_SEVERAL = regex(
    rf"(?P<name>[A-Za-z][\w./-]*(?: [a-z][\w./-]*){{0,2}}) (?P<all>{NUMBER}(?: ?{_UNIT})? (?:avg|mean|median|min|max|total|p\d\d)"
    rf"(?:[ ,/]+{NUMBER}(?: ?{_UNIT})? (?:avg|mean|median|min|max|total|p\d\d))*)$"
)
_STAT = regex(rf"(?P<num>{NUMBER})(?: ?(?P<unit>{_UNIT}))? (?P<stat>[a-z]\w*)")
_ABOUT = regex(
    r"\s*(?:config|configuration|variant|impl|implementation|mode|build|branch|case|scenario|backend|engine|kernel|method|strategy)[ :=]+"
    r"(?P<name>[A-Za-z][\w./+@-]*)(?:,|$)"
)
_NUMBERS = regex(r"(?<![\w.])\d[\d,]*(?![\w.])")
_STATISTIC = regex(r"avg|mean|median|min|max|best|worst|p\d\d")
_LABEL = regex(r"[A-Za-z][\w./+-]*")
_STATUS = frozenset(["exit", "code", "status"])
_LONG = 160
_LEAST = 3


class _Value(NamedTuple):
    metric: str
    raw: str
    unit: str
    start: int


def parse(page: Page) -> None:
    if not page.programs:
        return
    found = [(at, *read) for at, line in page.having(", ") if at not in page.claimed and (read := _values(line))[1]]
    if not found:
        return
    told = _told(page, len(found))
    above = dict(zip(page.starts[1:], page.lines, strict=False))
    said = frozenset(_NUMBERS.findall(page.call.command or ""))
    for (at, label, values), words in zip(found, told, strict=True):
        top, before = above.get(at, (0, ""))
        about = _ABOUT.match(before)
        if about is not None:
            page.claim(top)
        parameters = [v for v in values if v.metric in PARAMETERS or (not v.unit and len(v.raw) > 1 and v.raw in said)]
        given = " ".join(f"{v.metric}={v.raw}" for v in parameters if " " not in v.metric and v.metric not in _STATUS)
        config = join(label or words or (about["name"] if about is not None else page.heading(at)), given)
        labels = (*words.split(), about["name"]) if about is not None else tuple(words.split())
        for v in values:
            if v not in parameters:
                metric, unit = per(v.metric, v.unit)
                page.reading(metric, v.raw, unit, at + v.start, config=config, labels=labels, exact=not v.unit and v.raw.isdigit())


def _told(page: Page, blocks: int) -> list[str]:
    """What the command says of each line: the words of the program of its round; where those are the same in each, the round's own."""
    told = page.each(list(page.programs), blocks)
    rounds = loops.rounds(page.call.command or "")
    if len(rounds) > 1 and len(set(told)) == 1 and blocks % len(rounds) == 0:
        return [" ".join(given.values()) for given in rounds for _ in range(blocks // len(rounds))]
    return told


def _values(line: str) -> tuple[str, list[_Value]]:
    """A line's label (`lean: ...`) and values; none where one of its parts is something else. A statistic without a name is of what the
    first is of: `parse min 5 ms, median 7 ms`."""
    if len(line) > _LONG or line.count(", ") < _LEAST - 1:
        return "", []
    label, colon, rest = line.partition(": ")
    if not colon or not _LABEL.fullmatch(label) or not rest[:1].isalpha():
        label, rest = "", line
    out: list[_Value] = []
    at = len(line) - len(rest)
    for part in rest.split(", "):
        text = part.strip()
        start = at + part.find(text)
        at += len(part) + 2
        read = _part(text, start)
        if not read:
            return "", []
        out += read
    measured = sum(1 for v in out if v.unit and units.known(v.unit))
    if not measured or len({v.metric for v in out}) < len(out):
        return "", []
    of, _, stat = out[0].metric.rpartition(" ")
    if of and _STATISTIC.fullmatch(stat):
        out = [v._replace(metric=f"{of} {v.metric}") if _STATISTIC.fullmatch(v.metric) else v for v in out]
    return label, out


def _part(text: str, start: int) -> list[_Value]:
    several = _SEVERAL.match(text)
    if several is not None:
        first = start + several.start("all")
        return [
            _Value(f"{several['name']} {m['stat']}", m["num"], m["unit"] or "", first + m.start("num"))
            for m in _STAT.finditer(several["all"])
        ]
    named = _NAMED.match(text)
    if named is not None:
        return [_Value(named["name"], named["num"], named["unit"] or "", start + named.start("num"))]
    before = _BEFORE.match(text)
    if before is None:
        return []
    name = before["name"]
    unit, _, noun = name.partition(" ")
    if units.known(unit) or ("/" in unit and units.known(unit.partition("/")[0])):
        return [_Value(noun or QUANTITY.get(units.dimension(unit), name) if "/" not in unit else name, before["num"], unit, start)]
    return [_Value(name, before["num"], "", start)]
