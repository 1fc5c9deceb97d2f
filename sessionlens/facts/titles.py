"""What changes go by and how they are told: their labels, and the agent's words on them."""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from sessionlens.facts.aliases import content
from sessionlens.model.session import FileEdit, Message
from sessionlens.model.trace import Run, Trace
from sessionlens.text.regex import regex

if TYPE_CHECKING:
    from sessionlens.facts.effects import Effect

ALIAS = regex(r"(?<![\w/.-])(?:[A-Z]{1,3}\d{1,3}[a-z]?|[A-Z]-\d{1,3})\b")
_NAMED = regex(r"\bthe ((?:[\w`'-]+ ){0,2}[\w`'-]+) (?:change|patch|fix|edit|optimi[sz]ation|tweak|hack|flag)\b", re.I)
_SENTENCE = regex(r"(.+?)(?:[.:;!?](?:\s|$)|\n|$)")
_LIMIT = 110
_CACHE = regex(r"L[1-4][di]?")
"""Levels of a cache, which look like labels of changes where nobody said that they are."""
_ASIDE = regex(r"\b(?:is|are|was|were|been|now|with|without|against|than|like|since|on top of)\b[^.:;]{0,40}$")
"""What stands before a label that is only spoken of: "48 s with K1 in", "slower than K2"."""
_UNDONE = regex(
    r"\b(?:is|are|was|were|been|now|fully|wholly) (?:(?:now|fully|wholly|partially|partly) )*"
    r"(?:reverted|undone|removed|taken back|refuted|confirmed|disproved|wrong)\b"
)
"""What says of a label what became of it, and nothing of the work at hand."""
_LABEL = r"([A-Z]{1,3}\d{1,3}[a-z]?|[A-Z]-\d{1,3})"
_AT_HAND = regex(
    rf"(?m)(?:^|[.;!?]\s+)[-*+\s]*{_LABEL}[*_]*\s*(?:[:=—–]|\(|(?:(?:is|comes|goes) )?(?:now|next|first|then|up)\b)"
    r"|\b(?i:now|next|then|first|try|trying|fix(?:es|ing)? (?:for|of)|on to|start(?:ing)? with|implement(?:s|ing)?|apply(?:ing)?)[,:]? "
    rf"(?:the )?[*_]*{_LABEL}\b"
)
"""A label that is at work on: "K2 now", "next K2", "the fix for K2", "K2: a ring"."""
_SENTENCES = regex(r"(?<=[.!?])\s+|\n+")
_STANDS_FOR = regex(r"[*_]*\s*(?:[:=–—-]|\()")
_PARAGRAPHS = regex(r"\n[ \t]*\n")
_ITEM = regex(r"\s*(?:[-*+|]|\d+[.)])\s")
_FORESEEN = regex(r"\b(?:(?:un)?expect\w*|predict\w*|prediction|I suspect|should|would|hope)\b", re.I)
"""What says of a change what will come of it, and not what it is."""
_OF_TESTS = regex(r"(?:and |then |now )?(?:a|the|its?|one|another) tests?\b", re.I)
_CLAUSES = regex(r"[;:]\s+|\s+[–—-]\s+")
_JOINTS = regex(r"_|(?<=[a-z])(?=[A-Z])")
_COMMAND = 60
_NEAR, _SENTENCES_NEAR, _TELLING, _FULL = 600, 4, 4, 6
"""Characters of a message and of an edit, and sentences, that are looked at; words from which on a sentence tells something by itself, and
from which on the last one is taken as it stands."""
_VAGUE = regex(
    r"(?:(?:a|actual|big(?:ger)?|broken|correct|first|following|good|last|little|minimal|naive|newe?r?|next|obvious|old(?:er)?|one|one-line|"
    r"only|other|previous|proper|quick|real|right|same|second|simple|simplest|single|small(?:est)?|whole|wrong) ?)+",
    re.I,
)
"""Words that say of a change only which or what it is like: "the proper fix" is no name."""


def names_in(said: str, run: Run) -> tuple[str, ...]:
    """What a change goes by in the agent's words (of a wordless message, in the last of the message before): short labels ("O2", "B-1")
    and "the cache change". Those of the sentence that leads to the call come before those of its paragraph, and these before all
    others, the last of which stand nearest: "H1: the lock. H2: the queue. H2 first" is H2's. What is only
    spoken of ("K2 is reverted", "48 s with K1 in") gives none."""
    text = f"{said}\n{run.call.description}"
    found: list[str] = []
    if ALIAS.search(text):
        near = led(said)
        listed = _ITEM.match(near.rpartition("\n")[2])
        told = (_labels(part) for part in (run.call.description, near if listed else _SENTENCES.split(near)[-1], near))
        found = next(filter(None, told), []) or _at_hand(said)
    if "the " in text:
        named = [m[1].strip("`' ") for m in _NAMED.finditer(text)]
        found += [name for name in named if not _VAGUE.fullmatch(name)]
    return tuple(dict.fromkeys(found))


def _at_hand(said: str) -> list[str]:
    """The labels of a message whose last paragraph has none: the only one, or those that are at work on, the last first."""
    found = list(dict.fromkeys(_labels(said)[::-1]))
    if len(found) > 1:
        worked = {label for m in _AT_HAND.finditer(said) for label in m.groups()}
        return [label for label in found if label in worked]
    return found


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
        for m in ALIAS.finditer(sentence):
            if not _ASIDE.search(sentence, 0, m.start()):
                found.append(m[0])
    return found


def title(message: Message, run: Run, effect: "Effect", files: tuple[str, ...], names: tuple[str, ...], edits: tuple[FileEdit, ...]) -> str:
    """One line for a reader: the files, or the command that changed something else, and the agent's words on it."""
    done = "" if files else _done(run, effect)
    lead = _introduced(message, run, names) or _telling(message, run, files, edits) or lead_of(message, run)
    what = ", ".join(files[:3]) + (f" and {len(files) - 3} more" if len(files) > 3 else "") or done
    said = f"{what}: {lead}" if what and lead else what or lead or effect.how
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


def _done(run: Run, effect: "Effect") -> str:
    """The command of a change that is of no file: "git push origin main"; of a tool that keeps records its name."""
    if effect.action < 0 or (run.call.description and run.call.command is not None):
        return effect.how if effect.kind == "record" and effect.action < 0 else ""
    told = " ".join(run.actions[effect.action].command.argv).replace(": ", " ")
    return told if len(told) <= _COMMAND else told[: _COMMAND - 1].rstrip() + "…"


def _telling(message: Message, run: Run, files: tuple[str, ...], edits: tuple[FileEdit, ...]) -> str:
    """The sentence before a call that tells what is done: the last, but not what is expected of it, nor the test to come; if that is a
    scrap ("One constant."), the nearest that has a word of what the call brings or takes away, else the nearest that is none."""
    if run.call.description and run.call.command is not None:
        return ""
    said = [_deed(s.strip().lstrip("-*+ ").rstrip(".:")) for s in _SENTENCES.split(led(message.text)[-_NEAR:])[-_SENTENCES_NEAR:]]
    tests = any("test" in f for f in files)
    near = [s for s in reversed(said) if s and (tests or not _OF_TESTS.match(s))]
    if not near:
        return ""
    best = near[0]
    if len(best.split()) < _FULL or len(best) > _LIMIT:
        touched = _words(*files, *(t[:_NEAR] for e in edits for t in (e.old or "", e.new or "")))
    if len(best.split()) < _FULL:
        best = next((s for s in near if content(s) & touched), "")
        best = best or next((s for s in near if len(s.split()) >= _TELLING), "")
    best = best.replace("**", "") if best.count("**") % 2 else best
    if len(best) <= _LIMIT:
        return best
    clauses = [c for c in _CLAUSES.split(best) if len(c.split()) >= _TELLING]
    clause = max(clauses, key=lambda c: (len(content(c) & touched), -len(c)), default=best)
    return clause if len(clause) <= _LIMIT else clause[: _LIMIT - 1].rstrip() + "…"


def _deed(sentence: str) -> str:
    """A sentence without what it says to come of it: "Try a larger ring: predict half the misses"; "" where it says nothing else."""
    if _FORESEEN.search(sentence) is None:
        return sentence
    first = _CLAUSES.split(sentence)[0]
    return first if first != sentence and len(first.split()) > 1 and _FORESEEN.search(first) is None else ""


def _words(*texts: str) -> frozenset[str]:
    """The content words of code, its names taken apart."""
    return content(" ".join(_JOINTS.sub(" ", text) for text in texts)) | content(" ".join(texts))


def introduced(trace: Trace, label: str, place: int) -> bool:
    """Whether a label is one: somebody says what it stands for ("D1: a dictionary", "an arena (C2)"), or uses it before any tool prints
    it. What a tool prints is a word of the tool's, as the D1 of a cache's misses is."""
    said, used = _introduction(label), _word(label)
    first = None
    for at, turn in enumerate(trace.turns[: place + 1]):
        text = turn.message.text
        if label in text:
            if said.search(text):
                return True
            first = at if first is None else first
    until = place if first is None else first
    printed = any(label in r.call.output and used.search(r.call.output) for t in trace.turns[:until] for r in t.runs)
    return not printed and not _CACHE.fullmatch(label)


@lru_cache(maxsize=256)
def _introduction(label: str) -> re.Pattern[str]:
    named = re.escape(label)
    return re.compile(
        rf"(?m)(?:^|[.;:!?|,]\s)\s*(?:[-*+]\s+|\d+[.)]\s+|#+\s+)?[*_`(\[]*{named}[*_`)\]]*\s*(?:[:=–—]|-\s|\((?!\d))|\({named}\)"
        rf"|\b(?:suspect|option|idea|step|variant|change|try|trial|attempt|experiment|hypothesis|patch|plan) {named}\b"
    )


@lru_cache(maxsize=256)
def _word(label: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w/.]){re.escape(label)}(?![\w])")


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
