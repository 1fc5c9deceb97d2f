"""Where programs are: what of the user's own toolchains a sandbox must show, and nothing beside it.

/usr is mounted anyway. A toolchain in the home folder is mounted by the folder that it is known to live in; a folder that also holds
credentials (`~/.cargo`) only by its harmless parts.
"""

import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from sessionlens.probes.project import Project

SYSTEM = ("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin")
_HOMES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (".cargo", (".cargo/bin", ".cargo/registry", ".cargo/git")),
    (".rustup", (".rustup/toolchains", ".rustup/settings.toml")),
    (".pyenv", (".pyenv",)),
    (".rbenv", (".rbenv",)),
    (".nvm", (".nvm/versions",)),
    (".volta", (".volta/bin", ".volta/tools")),
    (".asdf", (".asdf/shims", ".asdf/installs", ".asdf/bin", ".asdf/lib")),
    (".sdkman", (".sdkman/candidates",)),
    (".bun", (".bun/bin",)),
    (".deno", (".deno/bin",)),
    (".local/share/uv", (".local/share/uv/python", ".local/share/uv/tools")),
    (".local/share/mise", (".local/share/mise/installs", ".local/share/mise/shims")),
    (".local", (".local/bin", ".local/lib")),
    ("go", ("go/bin", "go/pkg/mod")),
    ("miniconda3", ("miniconda3",)),
    ("anaconda3", ("anaconda3",)),
)
"""Folders of the home folder that a program may live in, the more particular first, and what is mounted of each."""
_PARTS = ("lib", "lib64", "libexec", "share", "include", "pyvenv.cfg")
"""What beside its `bin` a program needs of the folder that it is installed in."""
_FOLLOWED = {".cargo": (".rustup",), "go": ()}
_NEVER = frozenset({"/", "/etc", "/home", "/root", "/var", "/run", "/tmp", "/proc", "/sys", "/dev", "/boot", "/srv", "/mnt", "/media"})


@dataclass(frozen=True, slots=True)
class Toolchains:
    """`binds` are host folders to mount read-only at their own place; `path` is PATH inside; `variables` what the tools need to be told."""

    path: tuple[str, ...] = SYSTEM
    binds: tuple[str, ...] = ()
    variables: dict[str, str] = field(default_factory=dict)


def where(tool: str, path: str | None = None) -> str | None:
    """The program that a bare name means on this machine, None if there is none. A path is no name: it could point anywhere."""
    return None if "/" in tool else shutil.which(tool, path=path)


def toolchains(tools: Iterable[str], home: Path, project: Project, path: str | None = None) -> Toolchains:
    """What must be mounted so that these programs run as they do outside.

    Only folders of PATH in which one of them is found are taken; the order of PATH is kept, so that the same program is found inside.
    A program of the project itself is there with the project.
    """
    entries = [p for p in (path if path is not None else os.environ.get("PATH", "")).split(os.pathsep) if p.startswith("/")]
    binds: dict[str, None] = {}
    used: list[str] = []
    variables: dict[str, str] = {}
    for hit in {h for tool in tools if (h := where(tool, os.pathsep.join(entries)))}:
        if _within(hit, "/usr") or _system(hit):
            continue
        used.append(str(Path(hit).parent))
        for place in _chain(hit):
            if not _within(place, str(project.real)):
                binds |= dict.fromkeys(_roots(place, home))
            if _within(place, str(home / ".cargo")):
                variables |= {"RUSTUP_HOME": str(home / ".rustup")}
    ordered = [project.inside(p) for p in dict.fromkeys(entries) if p in used]
    return Toolchains((*ordered, *SYSTEM), tuple(sorted(binds)), variables)


def _chain(program: str) -> set[str]:
    """A program, what it is a link to, and the interpreter that its first line names, with theirs."""
    found: set[str] = set()
    waiting = [program]
    while waiting and len(found) < 12:
        place = waiting.pop()
        if place in found or _within(place, "/usr") or _system(place):
            continue
        found.add(place)
        try:
            waiting.append(os.path.join(os.path.dirname(place), os.readlink(place)))  # noqa: PTH115, PTH118, PTH120 - one step of a link
        except OSError:
            waiting += _interpreter(place)
        waiting.append(os.path.realpath(place))
    return {os.path.normpath(place) for place in found}


def _interpreter(program: str) -> list[str]:
    try:
        with open(program, "rb") as file:  # noqa: PTH123
            first = file.readline(300)
    except OSError:
        return []
    words = first[2:].decode(errors="replace").split() if first.startswith(b"#!") else []
    if words and os.path.basename(words[0]) == "env":  # noqa: PTH119
        words = [hit for w in words[1:] if w[:1] != "-" and (hit := where(w))][:1]
    return [w for w in words[:1] if w.startswith("/")]


def _roots(program: str, home: Path) -> list[str]:
    """The folders to mount for a program: those known for its place in the home folder, else what its `bin` stands in."""
    for top, parts in _HOMES:
        if _within(program, str(home / top)):
            shown = [*parts, *(p for other in _FOLLOWED.get(top, ()) for t, more in _HOMES if t == other for p in more)]
            return [str(home / p) for p in shown if (home / p).exists()]
    folder = Path(program).parent
    if not _narrow(folder, home):
        return []
    if folder.name not in ("bin", "sbin") or not _narrow(folder.parent, home):
        return [str(folder)]
    return [str(p) for p in (folder, *(folder.parent / part for part in _PARTS)) if p.exists()]


def _narrow(folder: Path, home: Path) -> bool:
    """Whether a folder may be mounted whole: neither the home folder nor one above it, nor one of the system's own."""
    return str(folder) not in _NEVER and not _within(str(home), str(folder)) and not _within(str(folder), "/usr")


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _system(path: str) -> bool:
    return any(_within(path, top) for top in ("/bin", "/sbin", "/lib", "/lib64"))
