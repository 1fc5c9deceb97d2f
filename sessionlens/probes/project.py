"""The folder that a probe may look at, and the place at which it sees it.

The place is the recorded one where that is possible, so that commands and outputs that name absolute paths mean today what they meant
then. Both the folder and the place may come from the transcript, which is untrusted: a folder that would show more than a project is
refused.
"""

import os
import posixpath
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/proc", "/sys", "/dev", "/boot", "/run", "/var/run", "/snap")
_TOPS = frozenset(
    {"/", "/home", "/root", "/var", "/tmp", "/opt", "/srv", "/mnt", "/media", "/Users", "/private", "/private/tmp", "/var/tmp"}
)


@dataclass(frozen=True, slots=True)
class Project:
    """`real` is the folder on this machine, `seen` its path inside a sandbox, `recorded` the path that the session had for it."""

    real: Path
    seen: str
    recorded: str | None = None

    def host(self, path: str) -> Path | None:
        """The file of this machine that a path inside means, links followed; None for one outside the project, or kept from us.

        What is read of it ends up in the sandbox or in a report, so a link may not lead out.
        """
        inside = posixpath.normpath(path)
        if inside == self.seen:
            return self.real
        if not inside.startswith(self.seen + "/"):
            return None
        try:
            found = (self.real / inside[len(self.seen) + 1 :]).resolve()
            found.stat()
        except FileNotFoundError:
            pass
        except (OSError, RuntimeError, ValueError):
            return None
        return found if self.real in found.parents else None

    def inside(self, path: str) -> str:
        """The path inside that a path of this machine has, if it is the project's; another is given back as it is."""
        real = str(self.real)
        return self.seen + path[len(real) :] if path == real or path.startswith(real + "/") else path


class UnfitError(ValueError):
    """A folder that cannot be shown to a probe; the text says why, on one line."""


def project(folder: Path, recorded: str | None = None) -> Project:
    """The project in a folder, seen where the session saw it. Raises `UnfitError` for a folder that holds more than a project."""
    try:
        real = folder.resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise UnfitError(f"{folder} cannot be read: {error}") from error
    if not real.is_dir():
        raise UnfitError(f"{folder} is no folder")
    if too_wide(real):
        raise UnfitError(f"{real} holds more than a project; name the project's own folder")
    place = posixpath.normpath(recorded) if recorded and recorded.startswith("/") else str(real)
    return Project(real, place if _mountable(place) else str(real), recorded)


def too_wide(folder: Path) -> bool:
    """Whether a folder is the home folder or one above it, a top folder or one of the system's."""
    home = _home()
    text = str(folder)
    return text in _TOPS or home == folder or folder in home.parents or any(text == s or text.startswith(s + "/") for s in _SYSTEM)


def private(folder: Path) -> bool:
    """Whether a folder stands below a hidden folder of the home folder, where credentials are: no transcript may choose it."""
    home = _home()
    return home in folder.parents and folder.relative_to(home).parts[0].startswith(".")


def guess(recorded: str | None, named: Iterable[str], here: Path) -> Path | None:
    """The session's project on this machine, if nobody named it: the recorded folder where it exists and is harmless, else the current
    folder if it holds a file that the session edited or named."""
    if recorded and recorded.startswith("/"):
        folder = Path(os.path.realpath(recorded))
        if os.path.isdir(folder) and not too_wide(folder) and not private(folder):  # noqa: PTH112 - False for what cannot be asked
            return folder
    here = here.resolve()
    if too_wide(here) or private(here):
        return None
    for name in named:
        relative = posixpath.relpath(name, recorded) if recorded and name.startswith("/") else name
        if not relative.startswith(("..", "/")) and os.path.isfile(here / relative):  # noqa: PTH113 - False for what cannot be asked
            return here
    return None


def _home() -> Path:
    return Path(os.path.realpath(Path.home()))


def _mountable(place: str) -> bool:
    """Whether a mount can be made there without covering anything of the sandbox's own."""
    return place not in _TOPS and not any(place == s or place.startswith(s + "/") for s in _SYSTEM)
