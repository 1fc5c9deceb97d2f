"""What is told of taking back: that an edit does so, that git would not, that a message holds several changes at once."""

import re

from sessionlens.facts.effects import Effect
from sessionlens.facts.ledger import Entry
from sessionlens.model.trace import Run
from sessionlens.text.regex import regex

_COMPLAINT = regex(r"(?m)^(?:error|fatal): .*")
_LABEL = regex(r"\b[A-Z]{1,2}\d{1,2}\b")
_VERSUS = regex(r"\b([A-Z]{1,2}\d{1,2})\s+(?:vs\.?|versus|against)\s+([A-Z]{1,2}\d{1,2})\b")
_BACKING = ("back", "revert", "undo", "Revert", "Undo", "Back", " goes", " go again", " has to go", " must go", "out again")
_BACKED = regex(
    r"(?<!not )(?<!n't )(?<!n’t )(?<!without )(?<!instead of )(?<!before )"
    r"\b(?:back(?:ing|ed)?(?:[- ]| \w+ )out|roll(?:ing|ed)?[- ](?:\w+ )?back|revert(?:ing)?|undo(?:ing)?|tak(?:e|ing) (?:\w+ ){0,2}back)\b"
    r"|(?:^|[.!?:;]\s+|\b(?:and|but|so),? )(?:only |so )?(?:the|that|this|my|our) (?:[\w`'/.-]+ ){1,4}(?:goes|has to go|must go)"
    r"(?: again| out| away)?\s*(?:[.:;,!]|$)"
    r"|\b(?:goes|comes|is) out again\b",
    re.I,
)
"""How it is told that an edit takes something back."""
_ONELINE = regex(r"(?m)^[0-9a-f]{7,12} \S")
_SUBJECTS = frozenset(("-n", "--no-commit"))
_QUIET = frozenset(("inspect", "navigate", "other"))
_NEAR = 200
"""Characters at the end of a message in which that is told of the edit that follows."""
_LINE = 8
"""Characters from which on a line is taken for that of one place."""


def told(said: str) -> bool:
    """Whether a message tells of its edit that it takes something back: "Partial back-out of the refusal."."""
    return any(map(said.__contains__, _BACKING)) and _BACKED.search(said[-_NEAR:]) is not None


def several(said: str) -> bool:
    """Whether a message speaks of several labelled changes; "K1 vs K2" compares those that were made before.

    >>> several("K1 and K2 together."), several("K1 vs K2: a tie. A deeper queue.")
    (True, False)
    """
    labels = {*_LABEL.findall(said)}
    return len(labels) > 1 and len(labels - {label for m in _VERSUS.finditer(said) for label in m.groups()}) > 1


def backed(entries: list[Entry]) -> tuple[Entry, str, Effect] | None:
    """The earlier entry of which the last one removes lines to put others there than stood before it, with the file and the edit."""
    for effect in entries[-1].effects:
        for piece in effect.pieces:
            gone = _lines(piece.old) - _lines(piece.new) if not piece.pattern else frozenset()
            for entry in reversed(entries[:-1]) if gone else ():
                made = entry.files.get(piece.path, ()) if piece.path not in entry.done else ()
                if any(not p.pattern and gone & (_lines(p.new) - _lines(p.old)) for p in made):
                    return entry, piece.path, effect
    return None


def refused(effect: Effect, run: Run) -> bool:
    """Whether git complains that it could not take back what it was told to: `error: pathspec 'src/pool.c' did not match any file(s)`
    names one of the paths, and any other complaint is the command's own where the call runs nothing else that may complain so."""
    output = run.call.output
    if effect.how == "git revert" and effect.action >= 0 and _still(effect, run):
        return True
    if effect.action < 0 or ("error: " not in output and "fatal: " not in output) or run.actions[effect.action].command.tool != "git":
        return False
    said = [m[0] for m in _COMPLAINT.finditer(output)]
    if any(f"'{word}'" in line for line in said for word in effect.words[2:]) or any("not a git repository" in line for line in said):
        return True
    return bool(said) and all(i == effect.action or (a.intent in _QUIET and a.command.tool != "git") for i, a in enumerate(run.actions))


def _still(effect: Effect, run: Run) -> bool:
    """Whether the newest commit that a call lists after a `git revert` is none of its making; its own words may have been cut away."""
    later = run.actions[effect.action + 1 :]
    log = next((a for a in later if a.runner == "git log"), None)
    if log is None or "git revert" in [a.runner for a in later] or not _SUBJECTS.isdisjoint(effect.words):
        return False
    listed = _ONELINE.search(run.call.output)
    newest = not any(".." in w or w == "--all" or w == "--reverse" for w in log.command.argv)
    told = "Revert " in run.call.output or "Reapply " in run.call.output
    return newest and "--oneline" in log.command.argv and listed is not None and not told


def _lines(text: str) -> frozenset[str]:
    return frozenset(line for part in text.split("\n") if len(line := part.strip()) >= _LINE)
