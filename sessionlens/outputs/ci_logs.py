"""Logs of a CI service, whose lines begin with the job, the step and the time: what a tool printed there begins behind them.

GitHub: `test (ubuntu)\\tUnit tests\\t2026-03-01T12:00:02.1234567Z ok  \\tpkg\\t0.149s`; a log that was downloaded has the time only.
"""

from sessionlens.text.regex import regex

_PREFIX = regex(r"(?m)^(?:[^\t\n]*\t[^\t\n]*\t)?\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{5,}Z ")
_CLOCK = "Z "


def bare(output: str) -> str:
    """The output with each such beginning made a blank line of the same length, so that all places in it stay what they are."""
    if _CLOCK not in output[:400] or _PREFIX.match(output) is None:
        return output
    return _PREFIX.sub(lambda m: " " * (len(m[0]) - 1) + "\n", output)
