"""Reversions: what a message took back of earlier work, whole or in part, and whether it was looked at afterwards."""

from sessionlens.facts.history import walk
from sessionlens.facts.ledger import History, Undo
from sessionlens.facts.paths import shown
from sessionlens.model.facts import Change, Reversion, Verification
from sessionlens.model.span import Span
from sessionlens.model.trace import Run, Trace, Turn
from sessionlens.model.words import LETTER

_AFTER = 1
"""Messages after the reversion's own in which a look at its result still belongs to it; a comparison with what was there before does one
message longer."""


def find(trace: Trace, changes: tuple[Change, ...], verifications: tuple[Verification, ...]) -> tuple[Reversion, ...]:
    """The undoing of changes, one per message and change undone: through git, by deleting what was made, by an edit that restores
    earlier text (contents are compared, not words).

    `of` is None where what was undone is not in the session. Undoing one of two call sites is partial; so is undoing the second.
    """
    history = walk(trace)
    known = {change.msg: change for change in changes}
    turns = {turn.message.number: i for i, turn in enumerate(trace.turns)}
    found: list[Reversion] = []
    for undo in history.undos:
        ordinal = sum(r.msg == undo.msg for r in found) + 1
        found.append(_reversion(trace, history, undo, ordinal, known, turns[undo.msg], verifications))
    return tuple(found)


def _reversion(
    trace: Trace, history: History, undo: Undo, ordinal: int, known: dict[int, Change], at: int, verifications: tuple[Verification, ...]
) -> Reversion:
    change = known.get(undo.entry.msg) if undo.entry is not None else None
    files = ", ".join(f.rsplit("/", 1)[-1] for f in undo.files[:3])
    what = f"{undo.how}: {files}" if files else undo.how
    partial = undo.partial or (bool(undo.back) and undo.again is None)
    return Reversion(
        id=f"{LETTER['reversion']}{undo.msg}.{ordinal}",
        msg=undo.msg,
        text=what + (f" (of message {change.msg}{', in part' if partial else ''})" if change else ""),
        span=Span(source=trace.session.source, msg=undo.msg, part=undo.part),
        of=change.id if change else None,
        of_msg=change.msg if change else None,
        partial=partial,
        verified=_verified(trace, undo, at, verifications),
        also=tuple(known[e.msg].id for e in undo.also if e.msg in known),
        restored=undo.again == undo.msg,
        again=undo.again,
        files=tuple(shown(f, trace.session.cwd) for f in undo.files),
        part=undo.part,
    )


def _verified(trace: Trace, undo: Undo, at: int, verifications: tuple[Verification, ...]) -> bool:
    """Whether the same message or the next one of the agent looks at what is left: the tree's state, a difference, a test, the text."""
    turns: list[Turn] = [trace.turns[at]]
    later = [t for t in trace.turns[at + 1 : at + 3] if t.message.role == "assistant"]
    turns += later[:_AFTER]
    numbers, last = {t.message.number for t in turns}, {t.message.number for t in later[_AFTER:]}
    if any(v.result == "pass" and (v.msg in numbers or (v.msg in last and v.topic == "equal")) for v in verifications):
        return True
    for turn in turns:
        for run in turn.runs:
            after = run.part >= undo.part if turn is turns[0] else True
            if after and _looks(run, undo):
                return True
    return False


def _looks(run: Run, undo: Undo) -> bool:
    names = {f.rsplit("/", 1)[-1] for f in undo.files}
    return any(
        a.runner in ("git status", "git diff", "git show")
        or (a.intent in ("inspect", "probe") and names & {t.rsplit("/", 1)[-1] for t in a.targets})
        for a in run.actions
    )
