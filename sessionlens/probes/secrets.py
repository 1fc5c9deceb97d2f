"""What of a project a probe may not see: files that hold secrets by their names, and doors to the outside.

Names are masked, not contents: a secret in another file, or in the history of git, is readable inside, and can leave only through
the output, from which reports and the store take it out again. A socket, a pipe or a device in the project leads to a process of the
host even through a read-only mount, so these are covered too.
"""

import fnmatch
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from sessionlens.text.regex import regex

NAMES = (
    ".env", ".env.*", "*.env", ".envrc", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.asc.key", "id_rsa*",
    "id_dsa*", "id_ecdsa*", "id_ed25519*", ".npmrc", ".yarnrc.yml", ".pypirc", ".netrc", "_netrc", ".pgpass", ".my.cnf", ".htpasswd",
    ".dockercfg", ".docker", ".aws", ".ssh", ".gnupg", ".kube", ".azure", ".vault-token", ".git-credentials", ".terraformrc",
    "terraform.rc", "*.tfstate", "*.tfstate.*", "*.tfvars", "credentials", "credentials.*", "*credentials.json", "credentials.toml",
    "service-account*.json", "*service_account*.json", "client_secret*.json", "secrets", "secrets.*", "*.secrets", "secret.*",
    "kubeconfig", "kubeconfig.*", "auth.json", "gha-creds-*.json", "*.ovpn", "*.ppk", "wp-config.php", "master.key", ".secret",
    ".secrets", ".boto", ".s3cfg", ".htdigest",
)  # fmt: skip
_HARMLESS = regex(r"(example|sample|template|dist|schema)|\.(py|rs|go|ts|js|tsx|jsx|java|c|h|cc|cpp|rb|md|rst|pub|html|swift|kt|cs)$")
"""Names that look like secrets and are not: `.env.example`, `secrets.py`."""
_PATTERN = regex("|".join(f"(?:{fnmatch.translate(name)})" for name in NAMES))
_SKIPPED = frozenset({"node_modules", ".venv", "venv", "target", "__pycache__", ".tox", "dist-packages", "site-packages"})
"""Folders of other people's files, in which only what is no file at all is looked for."""
_ANYWHERE = (".env", ".npmrc", ".pypirc", ".netrc", "id_")
"""Beginnings of names that are masked even there; certificates of a library are none."""
MOST = 500
"""More masks than this and bwrap runs out of arguments; the project is refused instead."""


@dataclass(frozen=True, slots=True)
class Mask:
    """A path under the project, relative to it; `folder` is True where an empty folder has to cover it."""

    path: str
    folder: bool = False


def is_secret(name: str) -> bool:
    """Whether a file or folder of that name is kept from probes: `.env`, `id_rsa`, `prod.tfstate`, not `.env.example`."""
    return _PATTERN.match(name) is not None and _HARMLESS.search(name) is None


def masks(project: Path) -> tuple[Mask, ...]:
    """Every path of the project that must be covered, sorted.

    A link is skipped: its target is either outside, where nothing is mounted, or is a path of the project itself. Other names of a
    secret's contents (hard links) are found by their inode.
    """
    found: list[Mask] = []
    inodes: set[tuple[int, int]] = set()
    linked: list[tuple[tuple[int, int], str]] = []
    waiting = [("", False)]
    while waiting:
        folder, foreign = waiting.pop()
        try:
            entries = list(os.scandir(project / folder))
        except OSError:
            continue
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if entry.is_symlink():
                continue
            if entry.is_dir(follow_symlinks=False):
                if is_secret(entry.name) and not foreign:
                    found.append(Mask(path, True))
                    inodes |= _inside(project / path)
                else:
                    waiting.append((path, foreign or entry.name in _SKIPPED))
                continue
            secret = is_secret(entry.name) and (not foreign or entry.name.startswith(_ANYWHERE))
            if not entry.is_file(follow_symlinks=False):
                found.append(Mask(path))
            elif secret or entry.stat(follow_symlinks=False).st_nlink > 1:
                facts = entry.stat(follow_symlinks=False)
                if secret:
                    found.append(Mask(path))
                    inodes.add((facts.st_dev, facts.st_ino))
                if facts.st_nlink > 1:
                    linked.append(((facts.st_dev, facts.st_ino), path))
    known = {m.path for m in found}
    found += [Mask(path) for inode, path in linked if inode in inodes and path not in known]
    return tuple(sorted(found, key=lambda m: m.path))


def _inside(folder: Path) -> set[tuple[int, int]]:
    """The inodes of a masked folder's files, which may have names elsewhere too."""
    found = set()
    for base, _, names in os.walk(folder):
        for name in names:
            try:
                facts = os.lstat(os.path.join(base, name))  # noqa: PTH118 - a walk of a large tree
            except OSError:
                continue
            if stat.S_ISREG(facts.st_mode):
                found.add((facts.st_dev, facts.st_ino))
    return found
