"""Commands of a session that can be run again, and what came of running them.

Slotted dataclasses of plain values, so that a run is written to the store and to JSON as it stands.
"""

from dataclasses import dataclass, field
from typing import Literal, get_args

Mode = Literal["read", "build"]
"""`read`: the project cannot be written to; `build`: writes go to a layer that is thrown away."""

ProbeKind = Literal["file", "hardware", "version", "vcs", "tests", "build", "lint", "benchmark", "environment", "run"]
"""What a probe looks at; it decides which fields of the fingerprint must be the same."""

Reason = Literal[
    "no-sandbox", "sandbox-setup", "refused-policy", "unparsable", "missing-tool", "missing-file", "needs-network",
    "needs-secret", "needs-device", "needs-state", "needs-build", "writes", "interactive", "sandbox-sensitive", "timeout",
    "output-cap", "mem-cap", "process-cap", "disk-cap",
]  # fmt: skip
"""Why a probe cannot be run, or gave nothing to compare."""

Likeness = Literal[
    "exact", "normalised-equal", "numeric-within-noise", "contains-evidence", "differs", "could-not-run", "not-comparable",
]  # fmt: skip
"""How today's output compares with the recorded one, the closest first."""

Standing = Literal["confirmed", "weaker", "differs", "unknown"]
"""A conclusion's evidence today: printed again; its words only are there; comparable and different; not to be told."""

REASONS: tuple[str, ...] = get_args(Reason)
LIKENESSES: tuple[str, ...] = get_args(Likeness)


@dataclass(frozen=True, slots=True)
class Rest:
    """A conclusion that rests on a probe, and the places [start, end) of the recorded output that it cites."""

    conclusion: str
    cited: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Probe:
    """A command of the session as it could be run again.

    `id` is `p` with the message and the place of the tool call in it (`p914.1`); a probe that the session did not run but should have
    (a negative control) ends in `n` and is `suggested`. `reason` is None where it can be run; `why` says it in a line. `sensitive` says
    that a sandbox shows something else than the session saw.
    """

    id: str
    msg: int
    part: int
    command: str
    kind: ProbeKind
    mode: Mode = "read"
    cwd: str | None = None
    exports: tuple[str, ...] = ()
    reason: Reason | None = None
    why: str = ""
    rests: tuple[Rest, ...] = ()
    tools: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    sensitive: bool = False
    suggested: bool = False

    @property
    def cited(self) -> tuple[tuple[int, int], ...]:
        """All places of the recorded output that any conclusion cites."""
        return tuple(sorted({span for rest in self.rests for span in rest.cited}))

    @property
    def conclusions(self) -> tuple[str, ...]:
        """The ids of the conclusions that rest on it."""
        return tuple(rest.conclusion for rest in self.rests)


@dataclass(frozen=True, slots=True)
class Field:
    """One line of a fingerprint: what was so then, and what is now; None is not known."""

    name: str
    then: str | None
    now: str | None

    @property
    def moved(self) -> bool:
        """Known on both sides, and not the same."""
        return self.then is not None and self.now is not None and self.then != self.now


@dataclass(frozen=True, slots=True)
class ForOne:
    """The rung for one conclusion, by the part of the output that it rests on and what it cites; `remark` is what that cannot show."""

    conclusion: str
    likeness: Likeness
    remark: str = ""


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """One probe, run or not.

    `likeness` is the rung of the ladder; `reason` goes with could-not-run, `moved` with not-comparable (the fields that moved).
    `masks` name what was not compared; `volatile` counts tokens that differed between two runs of today; `notes` are remarks on what
    the output can and cannot show. `output` is what it printed now, secrets taken out, shortened. `each` gives the rung for every
    conclusion by itself, where the outputs could be compared.
    """

    probe: Probe
    likeness: Likeness
    reason: Reason | None = None
    moved: tuple[str, ...] = ()
    detail: str = ""
    masks: tuple[str, ...] = ()
    volatile: int = 0
    notes: tuple[str, ...] = ()
    output: str = ""
    exit_code: int | None = None
    seconds: float = 0.0
    fingerprint: tuple[Field, ...] = ()
    each: tuple[ForOne, ...] = ()

    @property
    def outcome(self) -> str:
        """The rung with what goes with it: `could-not-run: no-sandbox`, `not-comparable: commit`."""
        why = self.reason or ", ".join(self.moved)
        return f"{self.likeness}: {why}" if why else self.likeness


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What the probes say today of one conclusion. It stands beside the verdict and never changes it."""

    conclusion: str
    standing: Standing
    why: str
    probes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProbeRun:
    """A session's probes, run at one time: `at` is UTC, `sandbox` the line that contained them, `machine` the fingerprint's common part."""

    session: str
    at: str
    sandbox: str
    machine: tuple[Field, ...] = ()
    results: tuple[ProbeResult, ...] = ()
    confirmations: tuple[Confirmation, ...] = field(default=())
