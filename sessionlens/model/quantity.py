"""A number as printed: its token, its unit, and the precision that it shows."""

from decimal import Decimal
from typing import Literal

from sessionlens.model.quick import quick

Dimension = Literal["time", "size", "rate", "percent", "points", "ratio", "count", "number", "power", "temperature"]
Hedge = Literal["", "about", "below", "above", "up-to"]


@quick
class Quantity:
    """One quantity in a text.

    `raw` is the exact token with its unit, at [start, end) of the text it was found in. `value` is in `unit` as written;
    `ulp` is the place value of the last printed digit in the same unit (0.1 for "37.6", 1 for "106", 100 for "12.3k").
    `si` is the factor to the dimension's base unit (s, B, 1). `dimension` is "number" when no unit was written.
    `signed` is True if an explicit + or - was written. `exact` is True for counted things (whole numbers without a unit
    of measure, JSON floats of six significant digits or more). `hedge` is the hedge directly before it
    ("~" and about: "about"; almost, nearly: "below"; more than, over, at least: "above"; up to: "up-to").
    """

    raw: str
    value: Decimal
    unit: str
    dimension: Dimension
    ulp: Decimal
    start: int
    end: int
    si: Decimal = Decimal(1)
    signed: bool = False
    exact: bool = False
    hedge: Hedge = ""
    noun: str = ""
