"""`[tool.sessionlens]` of the nearest pyproject.toml above the working folder.

    [tool.sessionlens]
    store = ".sessionlens/store.db"      # relative to the file
    session = "3f2a"
    fail-on = ["contradicted", "high"]   # or "contradicted,high"
    min-confidence = "medium"

    [[tool.sessionlens.ignore]]
    fingerprint = "9f0c4a1b22d3e4f5"
    reason = "the run was repeated by hand"

What the command line or the environment says comes first. A fault in the table is an error and not passed over: a list of ignored
findings that is not read would hide nothing and look as if it did.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = "pyproject.toml"
CONFIDENCE = ("high", "medium", "low")
_KEYS = frozenset(("store", "session", "fail-on", "min-confidence", "ignore"))


class SettingsError(ValueError):
    """The table cannot be used; the text says which file and why, on one line."""


@dataclass(frozen=True, slots=True)
class Ignored:
    """A finding or verdict that a person has looked at and accepts, with the reason."""

    fingerprint: str
    reason: str


@dataclass(frozen=True, slots=True)
class Settings:
    """The table's values; None where it does not say."""

    store: Path | None = None
    session: str | None = None
    fail_on: str | None = None
    min_confidence: str | None = None
    ignore: tuple[Ignored, ...] = ()
    source: Path | None = None


def load(folder: Path | None = None) -> Settings:
    """The settings that hold in a folder (default: the working one); empty where no pyproject.toml has the table.

    Raises `SettingsError` for an unknown key, a wrong type, or an ignored finding without a reason.
    """
    here = (folder or Path.cwd()).resolve()
    for parent in (here, *here.parents):
        path = parent / FILE
        if path.is_file():
            table = _table(path)
            if table is not None:
                return _settings(table, path)
    return Settings()


def _table(path: Path) -> dict[str, Any] | None:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: {error}") from error
    if "tool.sessionlens" not in text:
        return None
    import tomllib  # its patterns take longer than all else here, and few projects have the table

    try:
        table = tomllib.loads(text).get("tool", {}).get("sessionlens")
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path}: {error}") from error
    if table is not None and not isinstance(table, dict):
        raise SettingsError(f"{path}: tool.sessionlens is no table")
    return table


def _settings(table: dict[str, Any], path: Path) -> Settings:
    strange = sorted(set(table) - _KEYS)
    if strange:
        raise SettingsError(f"{path}: no such setting: {', '.join(strange)}; there are {', '.join(sorted(_KEYS))}")
    store = _text(table, "store", path)
    confidence = _text(table, "min-confidence", path)
    if confidence is not None and confidence not in CONFIDENCE:
        raise SettingsError(f"{path}: min-confidence is one of {', '.join(CONFIDENCE)}")
    return Settings(
        store=path.parent / Path(store).expanduser() if store else None,
        session=_text(table, "session", path),
        fail_on=_text(table, "fail-on", path),
        min_confidence=confidence,
        ignore=tuple(_ignored(entry, path) for entry in _list(table, path)),
        source=path,
    )


def _text(table: dict[str, Any], key: str, path: Path) -> str | None:
    value = table.get(key)
    if isinstance(value, list) and key == "fail-on" and all(isinstance(v, str) for v in value):
        return ",".join(value)
    if value is not None and not isinstance(value, str):
        raise SettingsError(f"{path}: {key} is no text")
    return value


def _list(table: dict[str, Any], path: Path) -> list[Any]:
    entries = table.get("ignore", [])
    if not isinstance(entries, list):
        raise SettingsError(f"{path}: ignore is no list of tables")
    return entries


def _ignored(entry: Any, path: Path) -> Ignored:
    if (
        not isinstance(entry, dict)
        or set(entry) != {"fingerprint", "reason"}
        or not all(isinstance(v, str) and v.strip() for v in entry.values())
    ):
        raise SettingsError(f"{path}: what is ignored needs a fingerprint and a reason, and nothing else")
    return Ignored(entry["fingerprint"].strip(), entry["reason"].strip())
