"""The environment of a probe, made from nothing.

It is given to bwrap itself and not set by `--clearenv`: bwrap is process 1 of the sandbox, and `/proc/1/environ` shows what it had.
"""

from pathlib import Path

from sessionlens.probes.toolchains import Toolchains

_FIXED = {
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "TERM": "dumb",
    "NO_COLOR": "1",
    "COLUMNS": "80",
    "PAGER": "cat",
    "GIT_PAGER": "cat",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_COUNT": "1",
    "GIT_CONFIG_KEY_0": "safe.directory",
    "GIT_CONFIG_VALUE_0": "*",
    "CARGO_NET_OFFLINE": "true",
    "GOPROXY": "off",
    "PIP_NO_INDEX": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTEST_ADDOPTS": "-W ignore::pytest.PytestCacheWarning",
    "TMPDIR": "/tmp",
}
"""Fixed, so that two runs differ in nothing else; what would ask, page, colour, fetch or write is turned off. git may read a project
that belongs to another user, since nothing it could start there gets out."""


def environment(tools: Toolchains, home: Path) -> dict[str, str]:
    """All variables that a probe begins with."""
    return {"PATH": ":".join(tools.path), "HOME": str(home), "USER": "probe", "LOGNAME": "probe", **_FIXED, **tools.variables}
