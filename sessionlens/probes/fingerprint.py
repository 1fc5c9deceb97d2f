"""What was so when the session ran a probe, and what is now: machine, tools, commit, files, build.

Then is what the transcript shows, so most of it is often not known; a field that is not known on either side never counts as moved.
Which fields matter depends on what the probe looks at (pyperf refuses to compare runs whose metadata differ; asv keys results by
machine; ReproZip keeps argv, environment, distribution, kernel, files).
"""

import hashlib
import os
import platform
import posixpath
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path

from sessionlens.graph.view import View
from sessionlens.model.probe import Field, Probe, ProbeKind
from sessionlens.model.trace import Action
from sessionlens.probes.project import Project
from sessionlens.probes.rewind import Past, Step
from sessionlens.probes.toolchains import where
from sessionlens.text.regex import regex

_MODEL = regex(r"(?m)^\s*model name\s*:\s*(\S.*?)\s*$|^\s*Model name:\s*(\S.*?)\s*$")
_UNAME = regex(r"(?m)^Linux (\S+) (\d+\.\S+) ")
_DISTRO = regex(r'(?m)^PRETTY_NAME="([^"\n]+)"')
_VERSION = regex(r"\d+\.\d+[\w.+-]*")
_COMMIT = regex(r"(?m)^(?:commit )?([0-9a-f]{40})\b")
_HASH = regex(r"(?m)^([0-9a-f]{64})\s+\*?(\S.*)$")
_BIGGEST = 256 << 20
"""Bytes of a file that is still hashed."""

DEPENDS: dict[ProbeKind, frozenset[str]] = {
    "hardware": frozenset({"cpu", "cores", "host"}),
    "version": frozenset({"tool"}),
    "vcs": frozenset({"commit", "file", "edits"}),
    "file": frozenset({"file", "edits", "commit", "build"}),
    "run": frozenset({"file", "edits", "commit", "build", "tool"}),
    "lint": frozenset({"file", "edits", "commit", "tool"}),
    "tests": frozenset({"file", "edits", "commit", "build", "tool"}),
    "build": frozenset({"file", "edits", "commit", "tool"}),
    "benchmark": frozenset({"file", "edits", "commit", "build", "tool", "cpu", "cores", "host", "kernel"}),
    "environment": frozenset({"cpu", "cores", "host", "kernel", "os"}),
}
"""The fields, by the word before their colon, that must not have moved for a difference to say something."""


@dataclass(slots=True)
class Then:
    """What a transcript shows of its machine and project, as of a message. `hashes` are those of files it printed; `edited` and `built`
    the last messages that did so."""

    cpu: str | None = None
    cores: str | None = None
    host: str | None = None
    kernel: str | None = None
    os: str | None = None
    commit: str | None = None
    time: str | None = None
    versions: dict[str, str] = field(default_factory=dict)
    hashes: dict[str, str] = field(default_factory=dict)
    edited: int | None = None
    built: int | None = None


def then(view: View, steps: Sequence[Step]) -> dict[tuple[int, int], Then]:
    """What the session had shown by each of its commands (message, place in it); of the machine, what it shows anywhere, because that
    does not change. (0, 0) stands for the session before its first command."""
    known = Then()
    found = {(0, 0): known}
    edits = sorted((s.msg, s.part) for s in steps)
    written: dict[tuple[int, int], list[str]] = {}
    for step in steps:
        written.setdefault((step.msg, step.part), []).append(step.path)
    for msg, run in view.runs():
        known = replace(known, versions=dict(known.versions), hashes=dict(known.hashes))
        call, words = run.call, {a.command.tool for a in run.actions}
        _machine(found[0, 0], call.output, words)
        known.time = call.started or view.message(msg).time or known.time
        _shown(known, call.output, words, run.actions)
        at = bisect_left(edits, (msg, run.part))
        known.edited = edits[at - 1][0] if at else None
        if call.command is not None:
            found[msg, run.part] = known
        for path in written.get((msg, run.part), ()):
            known = replace(known, hashes={n: h for n, h in known.hashes.items() if posixpath.basename(n) != posixpath.basename(path)})
        if any(a.intent == "build" for a in run.actions):
            known = replace(known, built=msg)
    machine = {name: getattr(found[0, 0], name) for name in ("cpu", "cores", "host", "kernel", "os")}
    return {place: replace(t, **machine) for place, t in found.items()}


def _shown(known: Then, output: str, words: set[str], actions: Sequence[Action]) -> None:
    if "git" in words and (commit := _COMMIT.search(output)):
        known.commit = commit[1]
    for m in _HASH.finditer(output) if "sha256sum" in words else ():
        known.hashes[m[2].strip()] = m[1]
    for action in actions:
        argv = action.command.argv
        if len(argv) == 2 and argv[1] in ("--version", "-V", "version", "-v") and (version := _VERSION.search(output)):
            known.versions[action.command.tool] = version[0]


def _machine(found: Then, output: str, tools: set[str]) -> None:
    if "odel name" in output and (model := _MODEL.search(output)):
        found.cpu = found.cpu or model[1] or model[2]
    if "Linux " in output and (uname := _UNAME.search(output)):
        found.host, found.kernel = found.host or uname[1], found.kernel or uname[2]
    if "PRETTY_NAME" in output and (distro := _DISTRO.search(output)):
        found.os = found.os or distro[1]
    if tools == {"nproc"} and output.strip().isdigit():
        found.cores = found.cores or output.strip()
    if tools == {"hostname"} and output.strip() and "\n" not in output.strip():
        found.host = found.host or output.strip()


@cache
def machine() -> Mapping[str, str]:
    """This machine: processor, cores that may be used, name, kernel, system."""
    model = ""
    try:
        found = _MODEL.search(Path("/proc/cpuinfo").read_text())
        model = (found[1] or found[2]) if found else ""
    except OSError:
        model = platform.processor()
    try:
        system = _DISTRO.search(Path("/etc/os-release").read_text())
    except OSError:
        system = None
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {
        "cpu": model or platform.machine(),
        "cores": str(cores),
        "host": platform.node(),
        "kernel": platform.release(),
        "os": system[1] if system else platform.system(),
    }


def common(known: Then | None) -> tuple[Field, ...]:
    """The lines that all probes of a run share: the machine then and now, and how busy it is."""
    now = machine()
    fields = [Field(name, getattr(known, name) if known else None, now[name]) for name in ("cpu", "cores", "host", "kernel", "os")]
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else None
    return (*fields, Field("load", None, load))


def same_machine(known: Then) -> bool:
    """Whether the session ran here, as far as it shows: a name or a processor that is told and is the same, and none that is not."""
    now = machine()
    told = [(getattr(known, name), now[name]) for name in ("cpu", "host", "cores") if getattr(known, name) is not None]
    return any(name == now["host"] for name, _ in told) and all(a == b for a, b in told)


def fields(probe: Probe, known: Then, project: Project, before: Past, head: str | None, versions: Mapping[str, str]) -> tuple[Field, ...]:
    """The fingerprint of one probe beside the machine's: programs by path, version and hash, the commit, the files, the build."""
    found: list[Field] = []
    for tool in probe.tools:
        path = where(tool)
        if path is None:
            continue
        digest = _hash(Path(os.path.realpath(path)))
        found.append(Field(f"program: {tool}", None, f"{path} {digest[:12]}" if digest else path))
        if tool in known.versions or tool in versions:
            found.append(Field(f"tool: {tool}", known.versions.get(tool), versions.get(tool)))
    if head or known.commit:
        found.append(Field("commit", known.commit, head))
    covered = dict(before.files)
    for name in probe.paths:
        place = _place(name, probe, project)
        if place is None or not place.is_file():
            continue
        inside = project.inside(str(place))
        digest = hashlib.sha256(covered[inside]).hexdigest() if inside in covered else _hash(place)
        found.append(Field(f"file: {name}", known.hashes.get(name), digest or None))
    if before.lost:
        names = ", ".join(f"{path.rsplit('/', 1)[-1]} (message {msg})" for path, msg in before.lost[:4])
        found.append(Field("edits", "none yet of these", f"edited later and not to be undone: {names}"))
    elif before.undone:
        found.append(Field("edits", f"as of message {probe.msg}", f"as of message {probe.msg}"))
    found += _build(probe, known, project)
    return tuple(found)


def _build(probe: Probe, known: Then, project: Project) -> list[Field]:
    """Whether what was probed had been built after the last edit, and whether today's file is older than its sources."""
    binaries = [p for name in probe.paths if (p := _place(name, probe, project)) is not None and _is_binary(p)]
    if not binaries:
        return []
    stale_then = (
        None if known.edited is None else "older than the last edit" if (known.built or 0) < known.edited else "newer than the last edit"
    )
    newest = _newest(project.real)
    stale_now = "older than a source" if min(map(_time, binaries)) < newest else "newer than every source"
    return [Field("built", stale_then, stale_now)]


@lru_cache(maxsize=4)
def _newest(top: Path) -> float:
    """When the last of a project's source files was written."""
    return max(map(_time, _sources(top)), default=0.0)


def _sources(top: Path) -> Iterable[Path]:
    """Source files of a project, up to some thousand."""
    seen = 0
    for base, folders, names in os.walk(top):
        folders[:] = [f for f in folders if not f.startswith(".") and f not in ("target", "node_modules", "build", "dist", "__pycache__")]
        for name in names:
            if name.endswith(_SOURCE):
                yield Path(base, name)
                seen += 1
        if seen > 5000:
            return


_SOURCE = (".rs", ".c", ".h", ".cc", ".cpp", ".hpp", ".go", ".java", ".kt", ".swift", ".zig", ".cu", ".cs", ".hs", ".ml", ".scala")


def _time(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _is_binary(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(4) in (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"!<ar", b"\xca\xfe\xba\xbe")
    except OSError:
        return False


def _place(name: str, probe: Probe, project: Project) -> Path | None:
    inside = name if name.startswith("/") else f"{probe.cwd or project.seen}/{name}"
    return project.host(inside)


@cache
def _digest(path: str, size: int, changed: int) -> str:
    with open(path, "rb") as file:  # noqa: PTH123
        return hashlib.file_digest(file, "sha256").hexdigest()


def _hash(path: Path) -> str | None:
    try:
        facts = path.stat()
        return _digest(str(path), facts.st_size, facts.st_mtime_ns) if facts.st_size <= _BIGGEST else None
    except OSError:
        return None


def moved(kind: ProbeKind, found: Iterable[Field]) -> tuple[str, ...]:
    """The fields that this kind of probe depends on and that are known to have moved."""
    return tuple(f.name for f in found if f.moved and f.name.partition(":")[0] in DEPENDS[kind])


def settled(probe: Probe, found: Sequence[Field], known: Then, project: Project, before: Past) -> bool:
    """Whether it is positively known that today's files are those of then: by their hashes, by edits undone, or by their age."""
    if probe.kind in ("hardware", "environment"):
        return same_machine(known)
    if probe.kind == "version":
        return any(f.then is not None and f.then == f.now for f in found if f.name.startswith("tool:"))
    if any(f.then is not None and f.then == f.now for f in found if f.name.startswith("file:")):
        return True
    if before.lost:
        return False
    if before.undone:
        return True
    places = [p for name in probe.paths if (p := _place(name, probe, project)) is not None and p.exists()]
    at = _epoch(known.time)
    return bool(places) and at is not None and all(_time(p) <= at for p in places)


def _epoch(time: str | None) -> float | None:
    from datetime import datetime

    try:
        return datetime.fromisoformat(time).timestamp() if time else None
    except ValueError:
        return None
