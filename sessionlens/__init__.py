"""sessionlens reads the transcript of an LLM agent's investigation as evidence.

The library's few public names are loaded when they are first used, so that `import sessionlens` costs nothing.
"""

__version__ = "0.1.0"
__all__ = ["Session", "View", "__version__", "investigate"]

TYPE_CHECKING = False  # for type checkers alone, who know the name: importing it from typing would triple the cost of --version
if TYPE_CHECKING:
    from sessionlens.graph.view import View
    from sessionlens.model.session import Session
    from sessionlens.pipeline import investigate

_HOMES = {
    "Session": "sessionlens.model.session",
    "View": "sessionlens.graph.view",
    "investigate": "sessionlens.pipeline",
}


def __getattr__(name: str) -> object:
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'sessionlens' has no attribute {name!r}")
