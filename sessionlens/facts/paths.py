"""Paths of files as commands and tools name them, brought to one spelling."""

import posixpath
import re
from functools import lru_cache

from sessionlens.text.regex import regex

_LITTER = regex(r"(?:^|/)(?:tmp|temp|target|build|dist|out|node_modules|__pycache__|\.cache|coverage)(?:/|$)|\$TE?MP|\*", re.I)


@lru_cache(maxsize=4096)
def resolve(path: str, cwd: str | None, session: str | None) -> str:
    """A path as one spelling: slashes, and absolute where the folder is known."""
    path = path.replace("\\", "/")
    if path[:1] in "/~$" or path[1:3] == ":/":
        return posixpath.normpath(path)
    folder = cwd.replace("\\", "/") if cwd else ""
    if session and not (folder[:1] in ("/", "~", "$") or folder[1:3] == ":/"):
        folder = posixpath.join(session.replace("\\", "/"), folder)
    return posixpath.normpath(posixpath.join(folder, path)) if folder else posixpath.normpath(path)


def shown(path: str, cwd: str | None) -> str:
    """A path as a reader knows it: from the session's folder, where it is inside or close by."""
    root = (cwd or "").replace("\\", "/").rstrip("/")
    if not root or path[:1] != root[:1]:
        return path
    if path.startswith(root + "/"):
        return path[len(root) + 1 :]
    near = posixpath.relpath(path, root)
    return near if near.count("../") == 1 else path


def litter(path: str) -> bool:
    """Whether a path is one of a build's or of scratch space, whose removal changes nothing of the project."""
    return _LITTER.search(path) is not None
