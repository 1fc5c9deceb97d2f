"""From a comparison to a result: what a difference means, given how the run ended and what has moved since.

A difference speaks only if the environment does not explain it; where the environment may, the result says which field moved, or why
the sandbox could not show what the session saw.
"""

import re
from collections.abc import Sequence

from sessionlens.model.probe import Field, Likeness, Probe, ProbeResult, Reason
from sessionlens.model.session import ToolCall
from sessionlens.probes import fingerprint
from sessionlens.probes.compare import Comparison
from sessionlens.probes.execute import Execution
from sessionlens.text.regex import regex

_ENDS: dict[str, tuple[Reason, str]] = {
    "timeout": ("timeout", "it did not end in time (--timeout)"),
    "output-cap": ("output-cap", "it printed more than is kept"),
    "mem-cap": ("mem-cap", "it took more memory than it may"),
    "process-cap": ("process-cap", "it started more processes than it may"),
    "disk-cap": ("disk-cap", "it wrote more than it may"),
    "setup": ("sandbox-setup", "the sandbox could not be set up"),
}
_SIGNS: tuple[tuple[Reason, re.Pattern[str]], ...] = (
    (
        "needs-network",
        regex(
            r"(?i)network is unreachable|name resolution|could not resolve|getaddrinfo|connection refused|no route to host"
            r"|failed to (?:download|fetch)|offline mode|in offline|address family not supported"
        ),
    ),
    ("missing-tool", regex(r"(?i)command not found|: not found$|no module named|cannot find module", re.M)),
    ("needs-build", regex(r"(?i)read-only file system|EROFS")),
    (
        "needs-device",
        regex(
            r"(?i)perf_event_open|perf_event_paranoid|<not supported>|PTRACE|could not trace|no permission to enable|/dev/\w+: No such file"
        ),
    ),
    ("missing-file", regex(r"(?i)no such file or directory|cannot access|does not exist")),
    ("needs-secret", regex(r"(?i)permission denied")),
)
"""What a program says when the sandbox, and not its subject, is the reason."""
_WHY: dict[Reason, str] = {
    "needs-network": "it tried to reach the network",
    "missing-tool": "a program or module that it needs is not here",
    "needs-build": "it writes into the project (--mode build)",
    "needs-device": "it needs a device or counters that the sandbox closes",
    "missing-file": "a file that it needs is not here",
    "needs-secret": "it reads a file that is kept from probes",
}
_USAGE = regex(
    r"(?im)^\s*(?:usage|synopsis)\s*:|unknown (?:option|switch|argument|command)|unrecognized (?:option|argument)|invalid option"
    r"|try '.{1,60}--help'"
)
_OF_ERROR = regex(
    r"(?i)\b(?:error|invalid|not valid|unknown|unsupported|not supported|fail(?:s|ed)?|rejects?|no such|is there|installed|exists)\b"
)
"""What a statement says that an error or a usage text does bear out."""
_SEARCHES = frozenset({"grep", "egrep", "fgrep", "rg"})
_OF_MACHINE = frozenset({"hardware", "benchmark", "environment"})
"""Kinds that are about the machine: on another one a part of the old output is no half confirmation of the whole."""
ALIKE: frozenset[Likeness] = frozenset({"exact", "normalised-equal", "numeric-within-noise", "contains-evidence"})


def unrun(probe: Probe, reason: Reason, why: str) -> ProbeResult:
    """A probe that was not started."""
    return ProbeResult(probe, "could-not-run", reason, detail=why)


def stopped(probe: Probe, run: Execution, text: str) -> ProbeResult | None:
    """The result of a run that a limit or the sandbox itself ended; None for one that ended by itself."""
    found = _ENDS.get(run.end)
    if found is None:
        return None
    why = f"{found[1]}: {' '.join(text.split())[:200]}" if run.end == "setup" and text.strip() else found[1]
    return ProbeResult(probe, "could-not-run", found[0], detail=why, output=text, seconds=run.seconds)


def settle(
    probe: Probe, call: ToolCall, run: Execution, text: str, found: Comparison, fields: Sequence[Field], notes: Sequence[str]
) -> ProbeResult:  # fmt: skip
    """What a comparison comes to. `text` is today's output as the comparison saw it."""
    reason: Reason | None = None
    moved: tuple[str, ...] = ()
    likeness, detail = found.likeness, found.detail
    if likeness in ("exact", "normalised-equal") and not text.strip() and _failed_search(probe, run):
        likeness, reason, detail = "could-not-run", "missing-file", "nothing was found because nothing could be searched"
    elif likeness not in ("exact", "normalised-equal"):
        reason = _explained(call.output, text) if likeness == "differs" else None
        moved = fingerprint.moved(probe.kind, fields)
        if reason is not None:
            likeness, detail, moved = "could-not-run", f"{_WHY[reason]}; {found.detail}", ()
        elif likeness == "differs" and probe.sensitive:
            likeness, reason, detail = "could-not-run", "sandbox-sensitive", f"a sandbox shows its own machine and user; {found.detail}"
            moved = ()
        elif moved and (likeness == "differs" or (likeness == "contains-evidence" and probe.kind in _OF_MACHINE)):
            likeness, detail = "not-comparable", f"{_told(moved, fields)}; {found.detail}"
        else:
            moved = ()
    told = tuple(n for n in (*notes, remark(call.output)) if n)
    return ProbeResult(
        probe, likeness, reason, moved, detail, found.masks, found.volatile, told, text, run.exit_code, run.seconds, tuple(fields)
    )


def _failed_search(probe: Probe, run: Execution) -> bool:
    """A search that ended with 2 had an error; "found nothing" is 1."""
    return bool(_SEARCHES & set(probe.tools)) and run.exit_code is not None and run.exit_code >= 2


def _explained(old: str, new: str) -> Reason | None:
    """The reason that today's output gives for being different, if the recorded one does not give it as well."""
    for reason, sign in _SIGNS:
        if sign.search(new) and not sign.search(old):
            return reason
    return None


def _told(moved: Sequence[str], fields: Sequence[Field]) -> str:
    by_name = {f.name: f for f in fields}
    return "; ".join(f"{name}: then {by_name[name].then}, now {by_name[name].now}" for name in moved[:3])


def remark(old: str, said: str = "") -> str:
    """What an output cannot show, however exactly it is printed again, unless that is what is said of it; "" for nothing."""
    if _USAGE.search(old) and not _OF_ERROR.search(said):
        return "an error or usage text shows that the program is there, not that it works"
    return ""
