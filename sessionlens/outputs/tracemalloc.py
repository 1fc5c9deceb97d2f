"""Python's tracemalloc: what each line of source has allocated,
`/app/reader.py:31: size=4200 KiB (+310 KiB), count=61020 (+4100), average=70 B`.

Source: `Statistic.__str__` and `StatisticDiff.__str__` of CPython's `Lib/tracemalloc.py`. A place is given with its last folder, as a
reader names it; what stands in brackets is the difference from an earlier snapshot.
"""

from sessionlens.outputs.page import Page
from sessionlens.text.regex import regex

NAME = "tracemalloc"
LITERALS = (": size=",)
TOOLS: frozenset[str] = frozenset()

_SIZE = r"(-?\+?\d[\d.]*) (B|KiB|MiB|GiB|TiB)"
_LINE = regex(rf"^(?P<place>\S.*?:\d+): size={_SIZE}(?: \({_SIZE}\))?, count=(\d+)(?: \(([+-]\d+)\))?, average={_SIZE}\s*$")
_GROUPS = (("size", 2), ("size difference", 4), ("count", 6), ("count difference", 7), ("average", 8))


def parse(page: Page) -> None:
    """Read each line of a snapshot or of the difference of two."""
    for start, line in page.having(": size="):
        m = _LINE.match(line)
        if m is None:
            continue
        place = "/".join(m["place"].replace("\\", "/").split("/")[-2:])
        for metric, group in _GROUPS:
            if m[group]:
                counted = metric.startswith("count")
                page.reading(metric, m[group], "" if counted else m[group + 1], start + m.start(group), config=place, exact=counted)
