"""Changes: what a message edited anew, in files, repositories, databases or external records."""

import re

from sessionlens.facts.borrowed import borrows
from sessionlens.facts.history import walk
from sessionlens.facts.ledger import Entry
from sessionlens.facts.paths import shown
from sessionlens.model.facts import Change, Hypothesis
from sessionlens.model.session import FileEdit, Message
from sessionlens.model.span import Span
from sessionlens.model.trace import Run, Trace, Turn
from sessionlens.model.words import LETTER
from sessionlens.text.regex import regex

_ALIAS = regex(r"(?<![\w/.-])(?:[A-Z]{1,3}\d{1,3}[a-z]?|[A-Z]-\d{1,3})\b")
_NAMED = regex(r"\bthe ((?:[\w`'-]+ ){0,2}[\w`'-]+) (?:change|patch|fix|edit|optimi[sz]ation|tweak|hack|flag)\b", re.I)
_SENTENCE = regex(r"(.+?)(?:[.:;!?](?:\s|$)|\n|$)")
_LIMIT = 110
_CACHE = regex(r"L[1-4][di]?")
"""Levels of a cache, which look like labels of changes."""
_ASIDE = regex(r"\b(?:is|are|was|were|been|now|with|without|against|than|like|since|on top of)\b[^.:;]{0,40}$")
"""What stands before a label that is only spoken of: "48 s with K1 in", "slower than K2"."""
_UNDONE = regex(
    r"\b(?:is|are|was|were|been|now|fully|wholly) (?:(?:now|fully|wholly|partially|partly) )*"
    r"(?:reverted|undone|removed|taken back|refuted|confirmed|disproved|wrong)\b"
)
"""What says of a label what became of it, and nothing of the work at hand."""
_SENTENCES = regex(r"(?<=[.!?])\s+|\n+")
_STANDS_FOR = regex(r"[*_]*\s*(?:[:=–—-]|\()")
_PARAGRAPHS = regex(r"\n[ \t]*\n")
_ITEM = regex(r"\s*(?:[-*+|]|\d+[.)])\s")
_VAGUE = regex(
    r"(?:(?:a|actual|big(?:ger)?|broken|correct|first|following|good|last|little|minimal|naive|newe?r?|next|obvious|old(?:er)?|one|one-line|"
    r"only|other|previous|proper|quick|real|right|same|second|simple|simplest|single|small(?:est)?|whole|wrong) ?)+",
    re.I,
)
"""Words that say of a change only which or what it is like: "the proper fix" is no name."""


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
    names = names_in(said, run)
    hypothesis = _hypothesis(names, f"{said}\n{run.call.description}", entry, hypotheses)
    own = next((h.aliases for h in hypotheses if h.id == hypothesis), ())
    names = tuple(sorted(names, key=lambda name: name not in own))  # what it puts to work comes first
    files = tuple(dict.fromkeys(f for e in entry.effects for f in e.files))
    seen = tuple(shown(f, run.call.cwd or trace.session.cwd) for f in files)
    return Change(
        id=f"{LETTER['change']}{message.number}.1",
        msg=message.number,
        text=_text(message, run, effect.how, seen, names),
        span=Span(source=trace.session.source, msg=message.number, part=run.part),
        files=seen,
        command=run.call.command,
        edits=_edits(entry, turn),
        names=names,
        hypothesis=hypothesis,
        part=run.part,
        outside=all(e.kind == "record" or e.how == "git push" for e in entry.effects),
    )


def names_in(said: str, run: Run) -> tuple[str, ...]:
    """What a change goes by in the agent's words (of a wordless message, in the last of the message before): short labels ("O2", "B-1")
    and "the cache change". Those of the sentence that leads to the call come before those of its paragraph, and these before all
    others, the last of which stand nearest: "H1: the lock. H2: the queue. H2 first" is H2's. What is only
    spoken of ("K2 is reverted", "48 s with K1 in") gives none."""
    text = f"{said}\n{run.call.description}"
    found: list[str] = []
    if _ALIAS.search(text):
        near = led(said)
        listed = _ITEM.match(near.rpartition("\n")[2])
        told = (_labels(part) for part in (run.call.description, near if listed else _SENTENCES.split(near)[-1], near))
        found = next(filter(None, told), []) or _labels(said)[::-1]
    if "the " in text:
        named = [m[1].strip("`' ") for m in _NAMED.finditer(text)]
        found += [name for name in named if not _VAGUE.fullmatch(name)]
    return tuple(dict.fromkeys(found))


def led(said: str) -> str:
    """The paragraph of a message that leads to its calls: the last, or the list that ends it with the line above that list.

    >>> led("It is the lock.\\n\\nK2 now: a queue.")
    'K2 now: a queue.'
    """
    parts = _PARAGRAPHS.split(said.strip())
    first = len(parts) - 1
    while first and _ITEM.match(parts[first]):
        first -= 1
    return "\n".join(parts[first:])


def _labels(said: str) -> list[str]:
    found = []
    for sentence in _SENTENCES.split(said):
        if _UNDONE.search(sentence):
            continue
        for m in _ALIAS.finditer(sentence):
            if not _CACHE.fullmatch(m[0]) and not _ASIDE.search(sentence, 0, m.start()):
                found.append(m[0])
    return found


def _text(message: Message, run: Run, how: str, files: tuple[str, ...], names: tuple[str, ...]) -> str:
    lead = _introduced(message, run, names) or lead_of(message, run)
    what = ", ".join(files[:3]) + (f" and {len(files) - 3} more" if len(files) > 3 else "")
    said = f"{what}: {lead}" if what and lead else what or lead or how
    return said if len(said) <= _LIMIT + 40 else said[: _LIMIT + 39] + "…"


def _introduced(message: Message, run: Run, names: tuple[str, ...]) -> str:
    """The sentence that says what a label stands for ("K3: one queue per worker"), in the paragraph that leads to the call."""
    if not names or (run.call.description and run.call.command is not None):
        return ""
    for sentence in _SENTENCES.split(led(message.text)):
        said = sentence.strip().lstrip("-*+ ")
        if said.startswith(names[0]) and _STANDS_FOR.match(said, len(names[0])):
            return said.rstrip(".") if len(said) <= _LIMIT else said[: _LIMIT - 1].rstrip() + "…"
    return ""


def lead_of(message: Message, run: Run) -> str:
    """The sentence that leads to a call: the call's own description, or the last sentence of the message before it."""
    if run.call.description and run.call.command is not None:
        return run.call.description
    text = message.text.strip()
    if not text:
        return ""
    last = text.rsplit("\n", 1)[-1].strip()
    sentences = [m[1].strip() for m in _SENTENCE.finditer(last) if m[1].strip()]
    lead = sentences[-1] if sentences else last
    return lead if len(lead) <= _LIMIT else lead[: _LIMIT - 1].rstrip() + "…"


def _edits(entry: Entry, turn: Turn) -> tuple[FileEdit, ...]:
    given = tuple(e for run in turn.runs for e in run.call.edits)
    if given:
        return given
    made = tuple(
        FileEdit(path, "add" if path in entry.made else "update", p.old, p.new) for path, pieces in entry.files.items() for p in pieces
    )
    whole = tuple(FileEdit(e.files[0], "add", None, e.words[0]) for e in entry.effects if e.kind == "create" and e.words)
    return made + whole


def _hypothesis(names: tuple[str, ...], said: str, entry: Entry, hypotheses: tuple[Hypothesis, ...]) -> str | None:
    """The hypothesis that the change puts to work, by a name both go by: a label, a word of the agent's, a file, or what the edit brings
    into the code that was not there before; the newest if there are several."""
    earlier = [h for h in reversed(hypotheses) if h.msg <= entry.msg and h.aliases]
    if not earlier:
        return None
    labelled = [h for h in earlier if any(alias in names for alias in h.aliases)]
    if labelled:

        def rank(h: Hypothesis) -> tuple[bool, int, int]:
            first = min(names.index(a) for a in h.aliases if a in names)
            return borrows(h), sum(_ALIAS.fullmatch(a) is not None for a in h.aliases), first

        return min(labelled, key=rank).id
    earlier = [h for h in earlier if not borrows(h)]
    prose = said.lower()
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
        if any(len(a) > 3 and a not in p.old and _names(a, p.new) for a in hypothesis.aliases for p in pieces):
            return hypothesis.id
    return None


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
