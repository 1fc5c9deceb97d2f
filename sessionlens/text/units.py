"""Unit names as tools and people write them, their one spelling here, their dimension and their factor to the base unit.

Base units: second, byte, per second, 1. SI and IEC sizes are kept apart (kB is 1000 B, KiB 1024 B; a bare `KB` is read as SI,
and where a tool means 1024 by it, as `du -h` does, that tool's parser says KiB). Both micro signs, U+00B5 and U+03BC, are `u`.
An unknown name is returned as it is, with dimension "number" and factor 1: it can be compared only with itself.
"""

from decimal import Decimal
from functools import lru_cache

from sessionlens.model.quantity import Dimension
from sessionlens.text.regex import regex

_TABLE: dict[str, tuple[Dimension, str, str]] = {
    "ps": ("time", "1e-12", "psec picoseconds"),
    "ns": ("time", "1e-9", "nsec nsecs nanosecond nanoseconds nanos"),
    "us": ("time", "1e-6", "µs usec usecs microsecond microseconds micros"),
    "ms": ("time", "1e-3", "msec msecs millisecond milliseconds millis"),
    "s": ("time", "1", "sec secs second seconds"),
    "min": ("time", "60", "mins minute minutes m"),
    "h": ("time", "3600", "hr hrs hour hours"),
    "d": ("time", "86400", "day days"),
    "week": ("time", "604800", "weeks"),
    "bit": ("size", "0.125", "bits"),
    "kbit": ("size", "125", "kbits Kbit Kbits"),
    "Mbit": ("size", "125000", "Mbits"),
    "Gbit": ("size", "125000000", "Gbits"),
    "B": ("size", "1", "byte bytes b"),
    "kB": ("size", "1e3", "KB kb kilobyte kilobytes"),
    "MB": ("size", "1e6", "mb megabyte megabytes"),
    "GB": ("size", "1e9", "gb gigabyte gigabytes"),
    "TB": ("size", "1e12", "tb terabyte terabytes"),
    "PB": ("size", "1e15", "petabyte petabytes"),
    "KiB": ("size", "1024", "kib kiB kibibyte kibibytes kbytes Kbytes"),
    "MiB": ("size", "1048576", "mib miB mebibyte mebibytes"),
    "GiB": ("size", "1073741824", "gib giB gibibyte gibibytes"),
    "TiB": ("size", "1099511627776", "tib tiB tebibyte tebibytes"),
    "bit/s": ("rate", "0.125", "bps"),
    "kbit/s": ("rate", "125", "kbps Kbps Kbit/s"),
    "Mbit/s": ("rate", "125000", "Mbps mbps"),
    "Gbit/s": ("rate", "125000000", "Gbps gbps"),
    "%": ("percent", "1", "percent pct ％"),
    "pp": ("points", "1", "ppt pps percentage-points"),
    "x": ("ratio", "1", "× X fold"),
    "/s": ("rate", "1", "Hz hz"),
    "kHz": ("rate", "1e3", "khz"),
    "MHz": ("rate", "1e6", "mhz"),
    "GHz": ("rate", "1e9", "ghz"),
    "FLOP/s": ("rate", "1", "FLOPS flops"),
    "kFLOP/s": ("rate", "1e3", "KFLOPS kflops"),
    "MFLOP/s": ("rate", "1e6", "MFLOPS mflops"),
    "GFLOP/s": ("rate", "1e9", "GFLOPS gflops"),
    "TFLOP/s": ("rate", "1e12", "TFLOPS tflops"),
    "req/s": ("rate", "1", "rps RPS reqs/s requests/s request/s"),
    "ops/s": ("rate", "1", "op/s operations/s operation/s IOPS iops"),
    "queries/s": ("rate", "1", "qps QPS query/s"),
    "tx/s": ("rate", "1", "tps TPS transactions/s transaction/s"),
    "fps": ("rate", "1", "FPS frames/s frame/s"),
    "tokens/s": ("rate", "1", "tok/s token/s"),
    "W": ("power", "1", "watt watts"),
    "mW": ("power", "1e-3", ""),
    "kW": ("power", "1e3", ""),
    "°C": ("temperature", "1", "℃"),
}
_PER_TIME = {
    "s": ("s", 1),
    "sec": ("s", 1),
    "second": ("s", 1),
    "seconds": ("s", 1),
    "min": ("min", 60),
    "minute": ("min", 60),
    "h": ("h", 3600),
    "hour": ("h", 3600),
}
_PER_THING = {
    "op": "op",
    "iter": "iter",
    "iteration": "iter",
    "loop": "loop",
    "call": "call",
    "element": "element",
    "elem": "element",
    "row": "row",
    "item": "item",
    "request": "request",
    "req": "request",
    "run": "run",
    "file": "file",
    "message": "message",
    "query": "query",
    "key": "key",
}
_SPELLING = {alias: name for name, (_, _, more) in _TABLE.items() for alias in (name, *more.split())}


@lru_cache(maxsize=4096)
def normal(unit: str) -> str:
    """The one spelling of a unit: `normal("µsec") == "us"`, `normal("MB per second") == "MB/s"`, `normal("ns/iter") == "ns/iter"`.

    Case is tried as written first, because `Mb` and `MB`, `m` and `M` differ.
    """
    unit = unit.strip().replace("μ", "u").replace("µ", "u")
    known = _SPELLING.get(unit)
    if known is not None:
        return known
    whole = unit.replace(" per ", "/")
    base, slash, per = whole.partition("/")
    if slash:
        base = base.strip()
        per = _PER_TIME[per][0] if per in _PER_TIME else _PER_THING.get(per, per)
        joined = f"{_SPELLING.get(base, base)}/{per}"
        return _SPELLING.get(joined, joined)
    return _SPELLING.get(unit.lower(), unit)


@lru_cache(maxsize=4096)
def dimension(unit: str) -> Dimension:
    """What a unit measures. A rate is anything per time; `ns/op` stays a time and `B/op` a size, because they compare as such."""
    name = normal(unit)
    if name in _TABLE:
        return _TABLE[name][0]
    base, slash, per = name.partition("/")
    if slash and per in ("s", "min", "h"):
        return "rate"
    if slash and per in _PER_THING:
        return _TABLE[base][0] if base in _TABLE else "count"
    return "number"


@lru_cache(maxsize=4096)
def factor(unit: str) -> Decimal:
    """The factor to the dimension's base unit: `factor("ms") == Decimal("0.001")`, `factor("MiB/s") == 1048576`, unknown: 1."""
    name = normal(unit)
    if name in _TABLE:
        return Decimal(_TABLE[name][1])
    base, slash, per = name.partition("/")
    scale = Decimal(_TABLE[base][1]) if slash and base in _TABLE else Decimal(1)
    return scale / _PER_TIME[per][1] if slash and per in ("min", "h") else scale


def known(unit: str) -> bool:
    """Whether the table or its rules for `per` know this unit, so that a word behind a number is a unit and not a noun."""
    name = normal(unit)
    return name in _TABLE or ("/" in name and name.rpartition("/")[2] in _PER_THING | {"s": "", "min": "", "h": ""})


_SUFFIX = regex(
    r"(?:(?<=[a-zA-Z0-9])[_.-](?P<snake>seconds?|secs?|s|milliseconds|millis|msecs?|ms|microseconds|micros|usecs?|us|nanoseconds|nanos|"
    r"ns|minutes|mins|hours|hrs?|bytes|kb|mb|gb|tb|kib|mib|gib|bits|pct|percent|hz|khz|mhz|ghz|rps|qps|tps|fps|iops)"
    r"|(?<=[a-z0-9])(?P<camel>Seconds|Secs?|Millis|Ms|Micros|Us|Nanos|Ns|Minutes|Bytes|Kb|Mb|Gb|KiB|MiB|GiB|KB|MB|GB|Percent|Pct))$",
)
_RATE = regex(r"(?:(?P<thing>[a-z]+)_)?per_(?P<per>sec|second|s|op|iter|call|row|item|request|min)$")
_CAMEL = {"Us": "us", "Ns": "ns", "Ms": "ms", "Kb": "KB", "Mb": "MB", "Gb": "GB"}


@lru_cache(maxsize=4096)
def suffix(name: str) -> tuple[str, str]:
    """The unit that the name of a field ends in, taken off: `suffix("total_seconds") == ("total", "s")`,
    `suffix("peakBytes") == ("peak", "B")`, `suffix("rows_per_sec") == ("rows_per_sec", "rows/s")`; no unit: the name and "".

    One-letter units other than `_s` are none: `plan_b` and `step_h` are names.
    """
    rate = _RATE.search(name)
    if rate is not None:
        return name, normal(f"{rate['thing'] or ''}/{rate['per']}")
    m = _SUFFIX.search(name)
    if m is None:
        return name, ""
    word = m["snake"] or m["camel"]
    return name[: m.start()], normal(_CAMEL.get(word, word if m["camel"] else word.lower()))
