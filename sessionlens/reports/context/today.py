"""What the session's probes printed when they were last run again, if they ever were. It says how things are now, not how they were."""

from sessionlens.model.facts import Conclusion
from sessionlens.model.frozen import Record
from sessionlens.reports.lines import Line, Quote, Word, counted, listed, say
from sessionlens.reports.scope import Scope

FIELDS_AT_MOST = 60


class Row(Record):
    """One probe as it came out: `likeness` how its output compares with the recorded one, `why` what hindered or moved."""

    id: str
    msg: int
    command: str
    likeness: str
    why: str


class Known(Record):
    """One line of the fingerprint. `of` names the probe, or is empty for what all share; `then` is what the transcript shows, `now` what
    was found; either is empty where it is not known."""

    of: str
    name: str
    then: str
    now: str


class Today(Record):
    """`at` is when the probes were run (UTC); `lines` say what that means for the conclusions that rest on them. `sandbox` is the line
    that contained them. `fingerprint` is the machine, the programs, the commit, the files and the build, then and now."""

    at: str
    sandbox: str
    rows: tuple[Row, ...]
    lines: tuple[Line, ...]
    fingerprint: tuple[Known, ...]


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
    return Today(run.at, scope.clip(run.sandbox, 160), rows, (first, *lines), _fingerprint(scope))


def _fingerprint(scope: Scope) -> tuple[Known, ...]:
    """The machine's lines, then each line of a probe that has not been told of an earlier one in the same words."""
    from sessionlens.probes import reproduce

    told: dict[tuple[str, str, str], str] = {
        (f.name, scope.clip(f.then or "", 80), scope.clip(f.now or "", 80)): "" for f in reproduce.machine(scope.whole)
    }
    for (msg, _), again in sorted(reproduce.again(scope.whole).items()):
        if scope.message in (None, msg):
            for f in again.fields:
                told.setdefault((f.name, scope.clip(f.then or "", 80), scope.clip(f.now or "", 80)), again.probe)
    return tuple(Known(of, *words) for words, of in list(told.items())[:FIELDS_AT_MOST])


def _line(scope: Scope, c: Conclusion, standing: str) -> Line:
    return say("Printed otherwise today: ", Quote(scope.clip(c.quote, 140)), " ", Word(standing), cites=(c.msg,))
