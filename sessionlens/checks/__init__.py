"""Every conclusion against what the tools had printed by then: bind, compute, judge, explain.

The names are loaded when first asked for: a report needs a word list of this package, and not the patterns of all kinds of claim.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sessionlens.checks.conclusions import CHECKS, check, recognised

__all__ = ["CHECKS", "check", "recognised"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from sessionlens.checks import conclusions

    return getattr(conclusions, name)
