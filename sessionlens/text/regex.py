"""Regular expressions that are compiled when something is first matched with them.

The patterns of this package are two thousand, and compiling them takes longer than reading a session of a few megabytes; most sessions
meet a third of them. `re.compile` at the top of a module would have everybody wait for all.
"""

import re
from typing import cast

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split", "flags", "groups", "groupindex")
_made: "list[_Late]" = []


class _Compiled:
    """A compiled expression: its methods stand in the `__dict__`, where finding them costs no more than with `re.Pattern`."""


class _Late:
    """An expression that nothing has been matched with. `pattern` is its source, as `re.Pattern` has it."""

    def __init__(self, source: str, flags: int) -> None:
        self.pattern = source
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self._flags)
        self.__dict__.update((method, getattr(compiled, method)) for method in _METHODS)
        self.__class__ = _Compiled  # type: ignore[assignment]
        return self.__dict__[name]


def regex(source: str, flags: int = 0) -> re.Pattern[str]:
    r"""What `re.compile` gives, compiled at the first use of any of its methods; a mistake in `source` shows only then (a test compiles
    every expression of the package). It serves for its methods only: `re.search` and its like do not take it.

    >>> regex(r"(\d+) ms").search("took 12 ms")[1]
    '12'
    """
    late = _Late(source, flags)
    _made.append(late)
    return cast(re.Pattern[str], late)


def compile_all() -> None:
    """Compile every expression of the modules loaded so far: for who means to read many sessions, or to measure without this."""
    for late in _made:
        _ = late.search
