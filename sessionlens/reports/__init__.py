"""Reports: a view told to people. `render` writes one; `frames` prints diagnostics in a terminal."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sessionlens.reports.rendering import KINDS, TemplateFault, render
    from sessionlens.reports.slices import Unknown

__all__ = ["KINDS", "TemplateFault", "Unknown", "render"]

_HOMES = {"KINDS": "rendering", "render": "rendering", "TemplateFault": "rendering", "Unknown": "slices"}


def __getattr__(name: str) -> object:
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
