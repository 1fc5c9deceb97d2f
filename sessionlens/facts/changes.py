"""Changes: what a message edited anew, in files, repositories, databases or external records."""

from sessionlens.facts.aliases import content
from sessionlens.facts.borrowed import borrows
from sessionlens.facts.history import walk
from sessionlens.facts.ledger import Entry
from sessionlens.facts.paths import shown
from sessionlens.facts.titles import ALIAS, introduced, led, names_in, title
from sessionlens.model.facts import Change, Hypothesis
from sessionlens.model.session import FileEdit
from sessionlens.model.span import Span
from sessionlens.model.trace import Trace, Turn
from sessionlens.model.words import LETTER


def find(trace: Trace, hypotheses: tuple[Hypothesis, ...]) -> tuple[Change, ...]:
    """One change per message that edited something anew and successfully.

    No change: a failed or refused edit, a commit of edits that already count, a command that restores earlier text (a reversion),
    a copy made to work on, a `sed` that the output shows to have matched nothing.
    """
    places = {turn.message.number: i for i, turn in enumerate(trace.turns)}
    return tuple(_change(trace, places[entry.msg], entry, hypotheses) for entry in walk(trace, keep=True).entries)


def _change(trace: Trace, place: int, entry: Entry, hypotheses: tuple[Hypothesis, ...]) -> Change:
    turn = trace.turns[place]
    message = turn.message
    said = message.text
    if not said.strip() and place and trace.turns[place - 1].message.role == "assistant":
        said = led(trace.turns[place - 1].message.text)
    effect = entry.effects[0]
    run = next(r for r in turn.runs if r.part == effect.part)
    names = tuple(n for n in names_in(said, run) if not ALIAS.fullmatch(n) or introduced(trace, n, place))
    hypothesis = _hypothesis(names, said, f"{led(said)}\n{run.call.description}", entry, hypotheses)
    own = next((h.aliases for h in hypotheses if h.id == hypothesis), ())
    names = tuple(sorted(names, key=lambda name: name not in own))  # what it puts to work comes first
    files = tuple(dict.fromkeys(f for e in entry.effects for f in e.files))
    seen = tuple(shown(f, run.call.cwd or trace.session.cwd) for f in files)
    edits = _edits(entry, turn)
    return Change(
        id=f"{LETTER['change']}{message.number}.1",
        msg=message.number,
        text=title(message, run, effect, seen, names, edits),
        span=Span(source=trace.session.source, msg=message.number, part=run.part),
        files=seen,
        command=run.call.command,
        edits=edits,
        names=names,
        hypothesis=hypothesis,
        part=run.part,
        outside=all(e.kind == "record" or e.how == "git push" for e in entry.effects),
    )


def _edits(entry: Entry, turn: Turn) -> tuple[FileEdit, ...]:
    given = tuple(e for run in turn.runs for e in run.call.edits)
    if given:
        return given
    made = tuple(
        FileEdit(path, "add" if path in entry.made else "update", p.old, p.new) for path, pieces in entry.files.items() for p in pieces
    )
    whole = tuple(FileEdit(e.files[0], "add", None, e.words[0]) for e in entry.effects if e.kind == "create" and e.words)
    return made + whole


def _hypothesis(names: tuple[str, ...], said: str, near: str, entry: Entry, hypotheses: tuple[Hypothesis, ...]) -> str | None:
    """The hypothesis that the change puts to work, by a name both go by: a label, a word of the agent's, a file, or what the edit brings
    into the code that was not there before; the newest if there are several. A word counts where the message leads to the edit (`near`),
    elsewhere only if the edit is about it, too. The only belief that is stated where the message leads to the edit leads to it as well."""
    here = [h for h in hypotheses if h.msg == entry.msg and h.quote in near]
    alone = _nearest(here, entry)
    earlier = [h for h in reversed(hypotheses) if h.msg <= entry.msg and h.aliases]
    if not earlier:
        return alone
    labelled = [h for h in earlier if any(alias in names for alias in h.aliases)]
    if labelled:

        def rank(h: Hypothesis) -> tuple[bool, int, int]:
            first = min(names.index(a) for a in h.aliases if a in names)
            return borrows(h), sum(ALIAS.fullmatch(a) is not None for a in h.aliases), first

        return min(labelled, key=rank).id
    earlier = [h for h in earlier if not borrows(h)]
    prose, elsewhere = near.lower(), said.lower()
    files = "\n".join(entry.files)
    pieces = [p for found in entry.files.values() for p in found]
    told = [h for h in earlier if any(len(a) > 3 and (_names(a.lower(), prose) or _names(a, files)) for a in h.aliases)]
    if len(told) > 1:
        texts = "\n".join(f"{p.old}\n{p.new}" for p in pieces)
        touched = [h for h in told if any(len(a) > 3 and a.rstrip("()") in texts for a in h.aliases)]
        if touched:
            return touched[0].id
        told = [h for h in told if h.msg != entry.msg]
    if told:
        return told[0].id
    for hypothesis in earlier:
        for a in hypothesis.aliases:
            brought = any(_names(a, p.new) and (a not in p.old or _names(a.lower(), elsewhere)) for p in pieces)
            if len(a) > 3 and (brought or any(_names(a, p.old) and _names(a.lower(), elsewhere) for p in pieces)):
                return hypothesis.id
    return alone


def _nearest(stated: list[Hypothesis], entry: Entry) -> str | None:
    """Of the beliefs stated with an edit the only one, or the one that has most words of what the edit brings and takes away."""
    if len(stated) < 2:
        return stated[0].id if stated else None
    touched = content(" ".join(f"{p.old[:600]} {p.new[:600]}" for found in entry.files.values() for p in found).replace("_", " "))
    shared = sorted((len(content(h.quote) & touched), h.id) for h in stated)
    return shared[-1][1] if shared[-1][0] > shared[-2][0] else None


def _names(name: str, text: str) -> bool:
    """Whether a name stands in a text as a word of its own."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not (_wordy(text[at - 1 : at]) or _wordy(text[end : end + 1])):
            return True
        at = text.find(name, at + 1)
    return False


def _wordy(character: str) -> bool:
    return character.isalnum() or character == "_"
