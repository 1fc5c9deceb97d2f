"""A number is given in a unit that it was not printed in: GB for GiB, KB for MB, ms for µs.

The same digits under two units of one dimension cannot both be right. Sizes that tools print in units of 1024 are a fifteenth off when
they are written as GB.

Fires:

    say: How much memory?
    $ ./bench
    > pinned: 125.07 GB
    say: The run pins 125.07 GiB.

Fires:

    say: How long does one lookup take?
    $ ./bench
    > lookup: 412.7 us
    say: One lookup takes 412.7 ms.

Quiet:

    say: How much memory?
    $ ./bench
    > pinned: 125.07 GB
    say: The run pins 125.07 GB, that is 116.5 GiB.

Quiet:

    say: How long does one lookup take?
    $ ./bench
    > lookup: 412.7 us/op
    > total: 412.7 ms
    say: One lookup takes 412.7 us, a thousand of them 412.7 ms.

What is worked out keeps the unit of what it is worked out from: a difference of bytes, a time for each of many.

Fires:

    say: Both archives.
    $ ./pack --grain fine; ./pack --grain coarse
    > archive: 299008 bytes
    > archive: 262144 bytes
    say: The coarse one is smaller, which is 36864 KB for each shelf.

Fires:

    say: Once more.
    $ ./tally names.csv
    > rows 120015 bad 15
    > mean: 157.9 ms
    say: Mean -127 ms = 1.06 ms per row.

Fires:

    say: Both sizes of the pool.
    $ for p in 64MB 256MB; do ./db --pool $p --load day; done
    > p95: 4.21 ms
    > p95: 3.81 ms
    $ ./db size
    > 61236224
    say: All tables are 61236224 bytes (61.2 MB), so a pool of 64 MB leaves 2.8 MB.

Quiet:

    say: The size of the archive.
    $ stat -c %s day.tar
    > 61236224
    say: It is 61236224 bytes (61.2 MB), 2.8 MB less than the 64 MB of yesterday.

Quiet:

    say: Once more.
    $ ./tally names.csv
    > rows 120015 bad 15
    > mean: 157.9 ms
    say: Mean -127 ms = 1.06 us per row.
"""

from collections.abc import Iterator

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion, Measurement
from sessionlens.model.words import Issue
from sessionlens.rules.base import Hit, at_fact
from sessionlens.rules.signs import derived_units, two_megabytes
from sessionlens.text import quantities
from sessionlens.text.regex import regex
from sessionlens.text.units import dimension, normal

NUMBER = "R019"
ISSUE: Issue = "unit-confusion"
HELP = "keep the unit that was printed, or convert the number with it"
_FRACTION = regex(r"\d\.\d+ ?[A-Za-zµμ]")
_DIGITS = regex(r"\d[\d.,]*")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZµμ/%"
_SIGNIFICANT = 3


def find(view: View) -> Iterator[Hit]:
    yield from derived_units.find(view)
    yield from two_megabytes.find(view)
    if not view.measurements:
        return
    doubtful: list[Conclusion] = []
    given = view.verdicts
    for conclusion in view.conclusions:
        verdict = given.get(conclusion.id)
        if verdict is not None and "unit slip" in verdict.derivation:
            yield at_fact(conclusion, f"a slip of the unit: {verdict.derivation}", "medium")
        elif "." in conclusion.quote and (verdict is None or verdict.verdict != "supported") and _FRACTION.search(conclusion.quote):
            doubtful.append(conclusion)
    tokens = {token for conclusion in doubtful for token in _DIGITS.findall(conclusion.quote) if telling(token.replace(",", ""))}
    printed: dict[str, list[Measurement]] = {}
    for one in view.measurements if tokens else ():
        number = one.raw.partition(" ")[0].rstrip(_LETTERS)
        if one.unit and number in tokens:
            printed.setdefault(number.replace(",", ""), []).append(one)
    for conclusion in doubtful:
        why = wrong_unit(conclusion, printed)
        if why:
            yield at_fact(conclusion, why, "medium")


def wrong_unit(conclusion: Conclusion, printed: dict[str, list[Measurement]]) -> str | None:
    """What a number of a statement was printed as, where its digits were only ever printed under another unit of the dimension."""
    if not any(token.replace(",", "").rstrip(".") in printed for token in _DIGITS.findall(conclusion.quote) if "." in token):
        return None
    for quantity in quantities.find(conclusion.quote):
        if quantity.dimension not in ("time", "size"):
            continue
        digits = _DIGITS.search(quantity.raw)
        token = digits.group(0).replace(",", "") if digits else ""
        if not telling(token):
            continue
        same = [m for m in printed.get(token, ()) if m.msg < conclusion.msg and dimension(m.unit) == quantity.dimension]
        unit = normal(quantity.unit)
        if same and all(normal(m.unit) != unit and not _alike(normal(m.unit), unit) for m in same):
            return f"{quantity.raw}: msg {same[-1].msg} printed {same[-1].raw} {same[-1].unit}"
    return None


def telling(token: str) -> bool:
    """Whether a number has so many digits that it is hardly another's by chance: 12.4 has, 0.05 and 2000 have not."""
    return "." in token and sum(map(str.isdigit, token.lstrip("0."))) >= _SIGNIFICANT


def _alike(one: str, other: str) -> bool:
    """Whether two units differ only in what they count per: ms and ms/op."""
    return one.partition("/")[0] == other.partition("/")[0]
