"""What the session's probes printed when they were last run again, if they ever were. It says how things are now, not how they were."""

from dataclasses import dataclass

from sessionlens.model.facts import Conclusion
from sessionlens.reports.lines import Line, Quote, Word, counted, listed, say
from sessionlens.reports.scope import Scope


@dataclass(frozen=True, slots=True)
class Row:
    """One probe as it came out: `likeness` how its output compares with the recorded one, `why` what hindered or moved."""

    id: str
    msg: int
    command: str
    likeness: str
    why: str


@dataclass(frozen=True, slots=True)
class Today:
    """`at` is when the probes were run (UTC); `lines` say what that means for the conclusions that rest on them. `sandbox` is the line
    that contained them."""

    at: str
    sandbox: str
    rows: tuple[Row, ...]
    lines: tuple[Line, ...]


def build(scope: Scope) -> Today | None:
    run = scope.whole.probe_run
    if run is None:
        return None
    seen = [r for r in run.results if scope.message in (None, r.probe.msg)]
    rows = tuple(
        Row(
            r.probe.id,
            r.probe.msg,
            scope.clip(r.probe.command, 110),
            r.likeness,
            scope.clip(r.reason or ", ".join(r.moved) or r.detail, 110),
        )
        for r in seen
    )
    known = {c.id: c for c in scope.view.conclusions}
    lines = [_line(scope, known[c.conclusion], c.standing) for c in run.confirmations if c.conclusion in known and c.standing == "differs"]
    words = [r.likeness for r in rows]
    head = listed(f"{words.count(w)} {w}" for w in dict.fromkeys(words))
    first = say(f"{counted(len(rows), 'probe')}: {head}.", cites=[r.msg for r in rows]) if rows else say("No probe of this part was run.")
    return Today(run.at, scope.clip(run.sandbox, 160), rows, (first, *lines))


def _line(scope: Scope, c: Conclusion, standing: str) -> Line:
    return say("Printed otherwise today: ", Quote(scope.clip(c.quote, 140)), " ", Word(standing), cites=(c.msg,))
