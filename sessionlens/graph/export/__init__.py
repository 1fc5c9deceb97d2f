"""A view in other people's formats: one file each, with `render(view) -> str`. `findings` is the JSON contract as plain data."""

from importlib import import_module
from pkgutil import iter_modules

from sessionlens.graph.export.json import findings, listed
from sessionlens.graph.view import View

__all__ = ["FORMATS", "findings", "listed", "render"]

FORMATS: tuple[str, ...] = tuple(sorted(m.name for m in iter_modules(__path__) if not m.name.startswith("_") and m.name != "schema"))


def render(view: View, format: str) -> str:
    """The view as text in one of `FORMATS`; ValueError for any other word."""
    if format not in FORMATS:
        raise ValueError(f"no such format: {format}; there are {', '.join(FORMATS)}")
    text: str = import_module(f"{__name__}.{format}").render(view)
    return text
