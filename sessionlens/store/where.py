"""Where the store is: `SESSIONLENS_STORE`, else the user's data folder by the XDG base directory specification."""

import os
from pathlib import Path


def default_path() -> Path:
    """The store's file. On Windows and macOS, which have no XDG, the variables are simply not set and ~/.local/share is used."""
    given = os.environ.get("SESSIONLENS_STORE")
    if given:
        return Path(given).expanduser()
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "sessionlens" / "store.db"
