"""The file of corrections: JSON, one entry per correction, in the order in which they were made.

    {"schema": "sessionlens.amendments/1", "amendments": [
      {"session": "3f2a...", "do": "merge", "target": "h12.1", "value": "h4.1", "why": "the same idea"}]}

A person may also write it as TOML, with `[[amendments]]` tables of the same keys; it is then read and never written.
"""

import json
import tomllib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, cast, get_args

SCHEMA = "sessionlens.amendments/1"
Deed = Literal["merge", "rename", "alias", "baseline", "reject"]
DEEDS: tuple[str, ...] = get_args(Deed)


class AmendmentsError(ValueError):
    """The file cannot be used; the text says which and why, on one line."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """One correction. `target` is the id that it is about ("" for a baseline); `value` is what it is merged into, renamed to, also called,
    or the configuration that is the baseline ("" for a rejection); `why` is the person's reason."""

    session: str
    do: Deed
    target: str = ""
    value: str = ""
    why: str = ""


def beside(store: Path) -> Path:
    """Where the corrections of a store are kept: `store.db` has `store.amendments.json`."""
    return store.parent / f"{store.stem}.amendments.json"


def read(path: Path) -> tuple[Amendment, ...]:
    """The corrections in a file, none if there is no file. Raises `AmendmentsError`."""
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as error:
        raise AmendmentsError(f"cannot read {path}: {error}") from error
    entries = data.get("amendments") if isinstance(data, dict) else None
    if not isinstance(entries, list) or (path.suffix != ".toml" and data.get("schema") != SCHEMA):
        raise AmendmentsError(f"{path} holds no amendments of schema {SCHEMA}")
    return tuple(_amendment(e, path, n) for n, e in enumerate(entries, 1))


def _amendment(entry: Any, path: Path, number: int) -> Amendment:
    keys = ("session", "do", "target", "value", "why")
    if not isinstance(entry, dict) or not set(entry) <= set(keys) or not all(isinstance(v, str) for v in entry.values()):
        raise AmendmentsError(f"{path}: entry {number} has other keys than {', '.join(keys)}, or other values than text")
    if entry.get("do") not in DEEDS or not entry.get("session"):
        raise AmendmentsError(f"{path}: entry {number} needs a session, and a deed of {', '.join(DEEDS)}")
    return Amendment(entry["session"], cast(Deed, entry["do"]), entry.get("target", ""), entry.get("value", ""), entry.get("why", ""))


def write(path: Path, amendments: Iterable[Amendment]) -> None:
    """Write the file anew. Raises `AmendmentsError` if it cannot be written, or is TOML, which is a person's own."""
    if path.suffix == ".toml":
        raise AmendmentsError(f"{path} is read and never written; edit it, or give a .json file")
    text = json.dumps({"schema": SCHEMA, "amendments": [asdict(a) for a in amendments]}, indent=1, ensure_ascii=False) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise AmendmentsError(f"cannot write {path}: {error.strerror}") from error


def of_session(amendments: Iterable[Amendment], session: str) -> tuple[Amendment, ...]:
    """Those of one session."""
    return tuple(a for a in amendments if a.session == session)
