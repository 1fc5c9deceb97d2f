"""A baseline: the fingerprints of what is known already, so that only new findings fail.

A JSON file, sorted, one fingerprint a line, fit to be kept in version control:

    {"schema": "sessionlens.baseline/1", "known": {"9f0c4a1b22d3e4f5": "percent contradicted: +7.0 %"}}
"""

import json
from collections.abc import Mapping
from pathlib import Path

from sessionlens.settings.project import SettingsError

SCHEMA = "sessionlens.baseline/1"


def read_known(path: Path) -> frozenset[str]:
    """The fingerprints in a baseline. Raises `SettingsError` if it is none."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise SettingsError(f"{path} is no baseline: {error}") from error
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or not isinstance(data.get("known"), dict):
        raise SettingsError(f"{path} is no baseline of schema {SCHEMA}")
    return frozenset(data["known"])


def write_known(path: Path, known: Mapping[str, str]) -> None:
    """Write a baseline: fingerprints with a line for a reader each. Raises `SettingsError` if it cannot be written."""
    text = json.dumps({"schema": SCHEMA, "known": dict(sorted(known.items()))}, indent=1, ensure_ascii=False) + "\n"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"cannot write {path}: {error.strerror}") from error
