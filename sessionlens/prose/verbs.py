"""Where a sentence has finite verbs, and what else its words tell, without a tagger: a word list and position.

English marks the finite verb by what stands before it: "the tests pass" and "a pass over the tests" differ in "the tests" and "a".
A verb that is missing from the list costs one clause boundary, no more.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import NamedTuple

from sessionlens.prose.lexicon import ABSOLUTE, AUX, BASE, FINITE, IRREGULAR, JOINT, MAYBE, NUMBER, TABLE, THIRD, listed

VERB_AFTER_AND = re.compile(
    r"\s+(?:the|an?|no|nothing|all|only|it|its|them|this|that|in|to|at|by|from|with|up|down|almost|about|both|`|~|\d|[\w.]+\()", re.I
)
OBJECT = re.compile(r"\s+(?:the|an?|no|nothing|all|it|its|them|out|up|down|back|off|away|\d[\d.,]*|two|three|four|five)\s")
"""After these a word in -s that is not on the list is taken for a verb: "the pool hands out buffers"."""
PLURAL = frozenset({"i", "we", "you", "they", "both", "all", "who", "which"})
"""After these a bare form is finite ("both pass")."""
PRONOUN = frozenset(
    listed(
        "i we you they it he she that this which who both all none each nothing everything everybody nobody )",
    )
)
NAMED = frozenset(("new", "old"))
"""Adjectives that stand for a configuration at the beginning of a clause: "new halved the run time"."""
ADVERB = frozenset({"then", "also", "now", "so", "just", "only", "still", "even"})
DETERMINER = frozenset({"this", "that", "all", "both", "each"})
NOT_SUBJECT = frozenset(
    listed(
        "a an the my your our its their his her this that these those some any no every each all both of in on at",
        "for with without to from by as per into over under between and or than via vs not more other same new old",
        "first second last next several many few two three four five six seven eight nine ten",
    )
)
"""What stands before a noun or an infinitive: a word after one of these is no finite verb, unless it is an auxiliary."""
NOT_PAST = NOT_SUBJECT | frozenset(
    listed(
        "be been being is are was were has have had get gets got isn't aren't wasn't weren't just well newly when",
        "if once while as",
    )
)

TELLING = ~(FINITE | MAYBE)

Marks = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Look:
    """What one pass over a sentence's words finds: offsets of finite verbs, telling words with their flags (`lexicon`), and
    places where the sentence may be cut."""

    verbs: list[int]
    marks: Marks
    joints: list[int]


class Token(NamedTuple):
    """What a stretch between blanks tells: the `core` word without punctuation and its flags, where the core begins in it,
    what the next word sees before it (the core, or the punctuation after it), and where in it the sentence may be cut (-1: nowhere)."""

    flags: int
    core: str
    shift: int
    after: str
    joint: int
    opens: bool


class Tokens(dict[str, Token]):
    """Tokens by text, remembered while there is room: the same few thousand make up most of a transcript."""

    def __missing__(self, text: str) -> Token:
        token = self._plain(text) if text.isalnum() else self._marked(text)
        if len(self) < 20_000:
            self[text] = token
        return token

    def _plain(self, word: str) -> Token:
        """A word with nothing around it, as most are."""
        flags = TABLE[word]
        return Token(flags & ~JOINT, word, 0, word, 0, False) if flags & JOINT else Token(flags, word, 0, word, -1, False)

    def _marked(self, text: str) -> Token:
        """A word with punctuation, or punctuation alone."""
        inner = text.lstrip(LEFT)
        shift = len(text) - len(inner)
        core = inner.rstrip(RIGHT)
        tail = inner[len(core) :]
        flags = TABLE[core] if core else 0
        if not flags and core[:1] in SIGNS and core[1:2].isdigit():
            flags = NUMBER
        joint = -1
        if flags & JOINT:
            flags &= ~JOINT
            joint = shift
        elif "—" in text:
            joint = text.index("—")
        else:
            for mark in ";:,":
                at = text.rfind(mark, shift)
                if at >= shift + len(core):
                    joint = at
                    break
        after = core or text[-1:]
        if tail and tail != ".":
            after = next((c for c in ",;:—)%" if c in tail), after)
        return Token(flags, core, shift, after, joint, "(" in text[:shift])


LEFT = "*_(\"“'[`~<>"
RIGHT = "*_)\"”'].,;:!?…`>%"
SIGNS = "+-−~≈"
TOKENS = Tokens()


def look(low: str, start: int, end: int) -> Look:
    """Looks once at each word of low[start:end], a stretch of a message in lower case (`sentences.lowered`).

    >>> look("all 5 tests pass and it prints nothing", 0, 38).verbs
    [12, 24]
    """
    verbs: list[int] = []
    marks: Marks = []
    joints: list[int] = []
    before = earlier = ""
    verbal = absolute = is_verb = False
    tokens = TOKENS
    place = start
    for text in low[start:end].split(" "):
        if not text:
            place += 1
            continue
        flags, core, shift, after, joint, opens = tokens[text]
        is_verb = False
        if flags:
            if opens:
                before = "("
            if flags & AUX:
                is_verb = True
            elif before:
                if flags & THIRD:
                    is_verb = _after_subject(before, earlier) or (
                        before in ("and", "but") and _chained(low, verbs, place + shift + len(core))
                    )
                elif flags & IRREGULAR:
                    is_verb = not absolute and (
                        _after_past(before, verbal)
                        or (not earlier and before in NAMED and VERB_AFTER_AND.match(low, place + shift + len(core)) is not None)
                    )
                elif flags & BASE:
                    is_verb = _after_plural(before, earlier, verbal)
                elif flags & MAYBE:
                    is_verb = (
                        before[-1] != "s"
                        and not verbal
                        and _after_subject(before, earlier)
                        and len(text) == shift + len(core)
                        and OBJECT.match(low, place + len(text)) is not None
                    )
            if is_verb:
                verbs.append(place + shift)
                absolute = False
            if flags & TELLING:
                if flags & ABSOLUTE:
                    absolute = True
                marks.append((place + shift, flags))
        if joint >= 0:
            joints.append(place + joint)
            absolute = False
        place += len(text) + 1
        earlier, before, verbal = before, after, is_verb
    return Look(verbs, marks, joints)


def _after_past(before: str, verbal: bool) -> bool:
    return (before[0].isalpha() and before not in NOT_PAST and not verbal) or before in PRONOUN


def _after_plural(before: str, earlier: str, verbal: bool) -> bool:
    """Whether a bare form may be finite: after a plural, a percentage, two subjects joined by "and"."""
    if before in PLURAL or before == "%":
        return True
    if not before[0].isalpha() or before in NOT_SUBJECT:
        return False
    return (before[-1] == "s" and not verbal) or (earlier in ("and", "nor") and before not in ADVERB)


def _after_subject(before: str, earlier: str) -> bool:
    """Whether a third person singular may follow: after a noun, a name with its number ("step 2 adds"), a closed bracket."""
    if before[0].isdigit():
        return earlier[:1].isalpha() and earlier not in NOT_SUBJECT
    if not before[0].isalpha():
        return before == ")"
    return before not in NOT_SUBJECT or before in DETERMINER


def _chained(masked: str, found: list[int], after: int) -> bool:
    """Whether "and" joins a second verb with its own object: "costs 6 ms and removes nothing", but not "reads and writes"."""
    return bool(found) and VERB_AFTER_AND.match(masked, after) is not None and masked.count(" ", found[-1], after) > 2


def between(offsets: list[int], start: int, end: int) -> bool:
    """Whether one of the sorted offsets lies in [start, end)."""
    i = bisect_left(offsets, start)
    return i < len(offsets) and offsets[i] < end
