"""Memory that the kernel counts in units of 1024 bytes, given in megabytes: "peak RSS 2.4 MB" after "Maximum resident set size: 2496".

Such kilobytes (getrusage(2), proc(5)) divided by 1024 are called MB by most who write them, and divided by 1000 by the others; either is
read as it was meant.
"""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.evidence.index import Evidence
from sessionlens.checks.values.intervals import claimed
from sessionlens.model.quantity import Quantity

_STEPS = {"MB": 2, "GB": 3}
_IEC = {"MB": "MiB", "GB": "GiB"}
"""What `du -h` and `ls -h` print as "M" and "G", which most who copy it write as MB and GB."""
_KIBI = Decimal("1.024")
_RESIDENT = frozenset(("rss", "resident", "memory", "maxrss", "hwm", "vmrss", "vmhwm", "peak"))


def places(claim: Claim, quantity: Quantity, evidence: Evidence) -> Iterator[tuple[Quantity, int, int]]:
    """The claimed size as it was meant, with each series and batch of memory in such units that may be it."""
    steps = _STEPS.get(quantity.unit)
    if steps is None or claim.references:
        return
    for unit, power in (("KiB", steps), ("kB", steps - 1)):
        meant = replace(quantity, si=quantity.si * _KIBI**power)
        want = claimed(meant)
        for i, j in evidence.near(("size",), float(want.lo), float(want.hi), claim.msg):
            series = evidence.series[i]
            if not series.measures.isdisjoint(_RESIDENT) and series.batches[j].facts[0].unit.lower() == unit.lower():
                yield meant, i, j
    meant = replace(quantity, si=quantity.si * _KIBI**steps)
    want = claimed(meant)
    for i, j in evidence.near(("size",), float(want.lo), float(want.hi), claim.msg):
        fact = evidence.series[i].batches[j].facts[0]
        if fact.unit == _IEC[quantity.unit] and fact.parser == "sizes":
            yield meant, i, j


def copied(quantity: Quantity, printed: str) -> bool:
    """Whether a size was copied with its digits, and only "MiB" written as "MB", as most do.

    >>> from sessionlens.text.quantities import find
    >>> copied(find("9120 MB")[0], "9120 MiB"), copied(find("9120 MB")[0], "9.12 GiB")
    (True, False)
    """
    number, _, unit = printed.partition(" ")
    return unit == _IEC.get(quantity.unit) and quantity.raw.partition(quantity.unit)[0].strip().replace(",", "") == number.replace(",", "")
