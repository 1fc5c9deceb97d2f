"""From a view to plain data, one file per section. A section is a module here with `build(scope)`; it gives a frozen dataclass, or
None where the session has nothing for it. Templates find it under the module's name: `s.claims`, `s.reversions`.
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from sessionlens.reports.scope import Scope

SECTIONS: tuple[str, ...] = tuple(m.name for m in iter_modules(__path__) if m.name != "common")


class Sections:
    """The sections of one report, each built when a template first asks for it."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._built: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in SECTIONS:
            raise KeyError(name)
        if name not in self._built:
            try:
                self._built[name] = import_module(f"{__name__}.{name}").build(self._scope)
            except AttributeError as fault:  # Jinja takes an AttributeError for a missing name, and would blame the template
                raise RuntimeError(f"section {name!r}: {fault}") from fault
        return self._built[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no section {name!r}; there are {', '.join(SECTIONS)}") from None

    def built(self) -> dict[str, Any]:
        """The sections that were asked for, by name, in alphabetical order."""
        return dict(sorted(self._built.items()))
