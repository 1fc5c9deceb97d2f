"""What a project sets once: `[tool.sessionlens]` of its pyproject.toml, and the findings that it knows already."""

from sessionlens.settings.known import read_known, write_known
from sessionlens.settings.project import Ignored, Settings, SettingsError, load

__all__ = ["Ignored", "Settings", "SettingsError", "load", "read_known", "write_known"]
