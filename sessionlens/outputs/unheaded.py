"""Rows of a table without a head, as a project's own loop prints them: `cold 181 ms 8496 41`, `west  212 171 179 228`, or nothing but
the values of one thing, `80.2 80.3 82.1 83.0`.

What a column is nobody says, so a value's metric is what its unit measures, or else the number of its column. Where all columns of all rows
are of one size they are the runs of one thing. A single line may be anything; two of one shape, with a label each, are rows.
"""

from collections import defaultdict

from sessionlens.outputs.labels import QUANTITY
from sessionlens.outputs.page import Page
from sessionlens.outputs.rows import PARAMETERS
from sessionlens.text import units
from sessionlens.text.regex import regex

NAME = "unheaded"
LITERALS: tuple[str, ...] = ()
TOOLS: frozenset[str] = frozenset()

_ROW = regex(
    r"^\s*(?P<label>(?=\S*[A-Za-z]|\d{4}-\d\d-\d\d\b)[^\s=:|,;()\[\]{}\"'$<>*]+)"
    r"(?P<values>(?:[ \t]+\d[\d,]*(?:\.\d+)?(?: ?(?:ns|us|µs|ms|s|B|KB|MB|GB|KiB|MiB|GiB|%))?(?=[ \t]|$)){2,})\s*$"
)
_RUNS = regex(r"^\s*(?P<values>\d+\.\d+(?:[ \t]+\d+\.\d+){3,})\s*$")
_VALUE = regex(r"(\d[\d,]*(?:\.\d+)?)(?: ?([A-Za-zµ%]+))?(?=\s|$)")
_FEWEST, _RUN, _ALIKE = 2, 3, 5


def parse(page: Page) -> None:
    """Read the rows of one shape, and lines of nothing but decimals."""
    if not page.programs and not page.shows_results:
        return
    rows: dict[tuple[str, ...], list[tuple[int, str, list[tuple[int, str, str]]]]] = defaultdict(list)
    for at, line in page.free():
        row = _ROW.match(line)
        m = row or _RUNS.match(line)
        if m is None:
            continue
        values = [(at + v.start(1), v[1], v[2] or "") for v in _VALUE.finditer(line, m.start("values"))]
        label = row["label"] if row else ""
        rows["" if label else "-", *(unit for _, _, unit in values)].append((at, label, values))
    for shape, found in rows.items():
        alone = shape[0] == "-"
        if not alone and (len(found) < _FEWEST or _headed(found)):
            continue
        runs = alone or _of_one_thing(found)
        for at, label, values in found:
            about = label or page.heading(at)
            for column, (start, raw, unit) in enumerate(values, start=1):
                exact = not unit and "." not in raw
                page.reading(_metric(shape[1:], column, runs), raw, unit, start, config=about, exact=exact and not runs)


def _headed(rows: list[tuple[int, str, list[tuple[int, str, str]]]]) -> bool:
    """Whether the first row is the head of a table: steps of a parameter, `threads 1 2 4 8`."""
    (_, label, values), *rest = rows
    steps = [int(raw) for _, raw, unit in values if raw.isdigit() and not unit]
    rising = len(steps) == len(values) and steps == sorted(set(steps))
    return label in PARAMETERS or (rising and any("." in raw for _, raw, _ in rest[0][2]))


def _metric(shape: tuple[str, ...], column: int, runs: bool) -> str:
    unit = shape[column - 1]
    if runs or (unit and shape.count(unit) == 1):
        return QUANTITY.get(units.dimension(unit), "value")
    return f"column {column}"


def _of_one_thing(rows: list[tuple[int, str, list[tuple[int, str, str]]]]) -> bool:
    """Whether the values of each row are near each other, so that they are runs."""
    for _, _, values in rows:
        numbers = [float(raw.replace(",", "")) for _, raw, _ in values]
        if len(numbers) < _RUN or min(numbers) <= 0 or max(numbers) > _ALIKE * min(numbers) or len({unit for _, _, unit in values}) > 1:
            return False
    return True
