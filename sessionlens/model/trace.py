"""What a message did, read closely: parsed commands, what the tools printed, statements. The middle between a transcript and facts."""

from bisect import bisect_left
from dataclasses import field
from typing import Literal

from sessionlens.model.quick import quick
from sessionlens.model.session import Message, Session, ToolCall

Intent = Literal[
    "build", "test", "lint", "benchmark", "profile", "probe", "edit", "revert", "commit", "publish", "install", "run",
    "inspect", "copy", "navigate", "other",
]  # fmt: skip


@quick
class Redirect:
    """One redirection: `op` as written (">", ">>", "<", "2>", "&>", "2>&1"), `target` the file or descriptor."""

    op: str
    target: str


@quick
class SimpleCommand:
    """One simple command of a shell text, wrappers peeled.

    `argv` are its words, quotes removed where the word is static (a word with an expansion keeps its source text);
    `tool` is the base name of argv[0]; `wrappers` are what was peeled ("sudo", "time", "timeout", "perf stat", "bash -c").
    `op` joins it to what stands before it ("", "&&", "||", ";", "|", "&"); `group` numbers the pipeline, `stage` its place in it
    (from 0) out of `stages`. `exit_visible`: the call's exit status is this command's own. `conditional`: it ran only if what
    stood before it succeeded (or failed). `nesting` names enclosing constructs ("for", "subshell", "substitution", "function").
    `on_zero` and `on_failure`: what is known of it if the call ended with status zero, or with another ("ok", "failed", "not-run",
    "unknown"). `status_printed`: the text prints its exit status itself (`a; echo $?`, `a && echo yes`).
    """

    argv: tuple[str, ...]
    tool: str
    text: str
    start: int = 0
    end: int = 0
    wrappers: tuple[str, ...] = ()
    env: tuple[tuple[str, str], ...] = ()
    op: str = ""
    group: int = 0
    stage: int = 0
    stages: int = 1
    exit_visible: bool = False
    conditional: bool = False
    nesting: tuple[str, ...] = ()
    redirects: tuple[Redirect, ...] = ()
    heredoc: str | None = None
    cwd: str | None = None
    comment: str = ""
    on_zero: Literal["ok", "failed", "not-run", "unknown"] = "unknown"
    on_failure: Literal["ok", "failed", "not-run", "unknown"] = "unknown"
    status_printed: bool = False


@quick
class Action:
    """A simple command with what it is for. `runner` is the resolved program ("cargo test", "make bench", "pytest");
    `targets` are files or names it acts on; `filtered` is True when only a part of a suite or a benchmark was asked for."""

    command: SimpleCommand
    intent: Intent
    runner: str
    targets: tuple[str, ...] = ()
    filtered: bool = False


@quick
class Reading:
    """One value that a tool printed. `value` is a float in `unit`, `raw` the token as printed, [start, end) its place in the
    call's output. `labels` are the words that name what was measured (row label, command arguments, loop variables), from
    which `config` is made. `spread` is in `unit` except for spread_kind "rsd" (a percentage). `samples` are indices, in the
    same call's list of readings, of the values that this one aggregates."""

    metric: str
    config: str
    value: float
    unit: str
    raw: str
    parser: str
    start: int = 0
    end: int = 0
    direction: Literal["lower", "higher", "unknown"] = "unknown"
    n: int | None = None
    spread: float | None = None
    spread_kind: Literal["sd", "sem", "rsd", "ci95", "ci99.9", "half-range", "unknown"] | None = None
    labels: tuple[str, ...] = ()
    samples: tuple[int, ...] = ()
    exact: bool = False


@quick
class Outcome:
    """What a tool said of success: test summaries, compiler results, git's replies, presence, error lines.

    `kind` is "tests", "build", "lint", "git", "presence", "error", "diff", "equal" ...; `subject` what it is about (a test's or binary's
    name, a commit hash, a file); `counts` are printed counts ({"passed": 5, "failed": 0, "skipped": 1})."""

    kind: str
    result: Literal["pass", "fail", "inconclusive"]
    parser: str
    subject: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    start: int = 0
    end: int = 0
    cached: bool = False


@quick
class Run:
    """A tool call with its commands, readings and outcomes. `part` is its place in the message (from 1)."""

    call: ToolCall
    part: int
    actions: tuple[Action, ...] = ()
    readings: tuple[Reading, ...] = ()
    outcomes: tuple[Outcome, ...] = ()


StatementKind = Literal["sentence", "item", "cell", "heading", "quote", "code"]


@quick
class Table:
    """A table of the prose: `header` cells, `rows` of cells, and where each row's line stands in the message."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[str, ...]
    start: int
    end: int


@quick
class Statement:
    """One sentence, list item, heading or table cell of a message, at [start, end) of its text (text == message[start:end]).

    `heading` is the nearest heading above; `lead` the sentence or line that introduces the list or table ("Best of 15 rounds:").
    For a cell: `table`, `row_index` (from 0) and `column`. `checked` is the check box's state (True, False) or None.
    """

    kind: StatementKind
    text: str
    start: int
    end: int
    heading: str = ""
    lead: str = ""
    depth: int = 0
    table: Table | None = None
    row_index: int | None = None
    column: int | None = None
    checked: bool | None = None


@quick
class Turn:
    """A message with its runs and its statements."""

    message: Message
    runs: tuple[Run, ...] = ()
    statements: tuple[Statement, ...] = ()


@quick
class Trace:
    """A whole session, read closely; what `facts/` works from."""

    session: Session
    turns: tuple[Turn, ...]

    def between(self, first: int, until: int | None = None) -> tuple[Turn, ...]:
        """The messages from number `first` on, up to and without `until`: what a fact looks through takes no longer in a longer session."""
        at = bisect_left(self.turns, first, key=_number)
        return self.turns[at:] if until is None else self.turns[at : bisect_left(self.turns, until, lo=at, key=_number)]

    def turn(self, number: int) -> Turn | None:
        """The message of a number."""
        found = self.between(number, number + 1)
        return found[0] if found else None


def _number(turn: Turn) -> int:
    return turn.message.number
