"""Where a sentence has finite verbs, and what else its words tell, without a tagger: a word list and position.

English marks the finite verb by what stands before it: "the tests pass" and "a pass over the tests" differ in "the tests" and "a".
A verb that is missing from the list costs one clause boundary, no more.
"""

import re
from bisect import bisect_left
from functools import reduce
from itertools import accumulate
from operator import or_
from typing import NamedTuple

from sessionlens.prose.lexicon import ABSOLUTE, AUX, BASE, FINITE, IRREGULAR, JOINT, MAYBE, NUMBER, TABLE, THIRD, formed, listed
from sessionlens.text.regex import regex

VERB_AFTER_AND = regex(
    r"\s+(?:the|an?|no|nothing|all|only|it|its|them|this|that|in|to|at|by|from|with|up|down|almost|about|both|`|~|\d|[\w.]+\()", re.I
)
OBJECT = regex(r"\s+(?:the|an?|no|nothing|all|it|its|them|out|up|down|back|off|away|\d[\d.,]*|two|three|four|five)\s")
"""After these a word in -s that is not on the list is taken for a verb: "the pool hands out buffers"."""
INTO = regex(r"\s+(?:to|into|onto|through|as|from|over)\b|\s+`")
"""After a name in code and one of these before its object, likewise: "`old/repo` redirects to `new/repo`"."""
LIMITING = frozenset({"only", "also", "never", "always", "actually", "currently"})
"""After these no noun stands."""
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
CHAIN = frozenset({"and", "but"})
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

SOME_VERB = THIRD | IRREGULAR | BASE | MAYBE
MARKED = 1 << 24
"""The flag of a token with punctuation; `SHAPES` tells which."""
MARKS = ~(JOINT | MARKED)
TELLING = MARKS & ~(FINITE | MAYBE)

Marks = list[tuple[int, int]]
Words = tuple[list[str], list[int]]


class Look(NamedTuple):
    """What one pass over a sentence's words finds: offsets of finite verbs, telling words with their flags (`lexicon`), and
    places where the sentence may be cut."""

    verbs: list[int]
    marks: Marks
    joints: list[int]


class Tokens(dict[str, int]):
    """Flags of a stretch between blanks by its text: `MARKED` if it has punctuation, `JOINT` if the sentence may be cut in it.
    Remembered while there is room: the same few thousand make up most of a transcript."""

    def __missing__(self, text: str) -> int:
        flags = formed(text) if text.isalnum() else self._marked(text)
        if len(self) < 20_000:
            self[text] = flags
        return flags

    def _marked(self, text: str) -> int:
        """A word with punctuation, or punctuation alone."""
        inner = text.lstrip(LEFT)
        core = inner.rstrip(RIGHT)
        shift = len(text) - len(inner)
        stop = shift + len(core)
        flags = TABLE.get(core) if core else 0
        if flags is None:
            flags = NUMBER if core[0] in SIGNS and core[1:2].isdigit() else formed(core)
        joint = -1
        if flags & JOINT:
            flags &= ~JOINT
            joint = shift
        elif "—" in text:
            joint = text.index("—")
        elif (tail := text[stop:]) not in ("", "."):
            mark = ";" if ";" in tail else ":" if ":" in tail else "," if "," in tail else ""
            joint = stop + tail.rfind(mark) if mark else -1
        if joint >= 0:
            flags |= JOINT
        if not flags:
            return 0
        SHAPES[text] = (shift, len(core), joint - shift, "(" in text[:shift])
        return flags | MARKED


class Seen(dict[str, str]):
    """What the word after a token sees before it: the token's core, or the punctuation after that."""

    def __missing__(self, text: str) -> str:
        inner = text.lstrip(LEFT)
        core = inner.rstrip(RIGHT)
        tail = inner[len(core) :]
        after = core or text[-1:]
        if tail and tail != ".":
            after = next((c for c in ",;:—)%" if c in tail), after)
        if len(self) < 20_000:
            self[text] = after
        return after


LEFT = "*_(\"“'[`~<>"
RIGHT = "*_)\"”'].,;:!?…`>%"
SIGNS = "+-−~≈"
TOKENS = Tokens(TABLE)
SHAPES: dict[str, tuple[int, int, int, bool]] = {}
"""For each marked token: where its core begins, how long that is, where from there the sentence may be cut, whether it opens a bracket."""
SEEN = Seen()
_flags_of = TOKENS.__getitem__


def words(low: str, start: int, end: int) -> Words:
    """What stands between the blanks of low[start:end], and the flags of each by its form."""
    texts = low[start:end].split(" ")
    return texts, list(map(_flags_of, texts))


def telling(heard: Words) -> int:
    """The flags of all words together, by their forms: where a verb stands is not asked."""
    return reduce(or_, heard[1], 0) & MARKS


def look(low: str, start: int, end: int, heard: Words | None = None) -> Look:
    """Looks once at each word of low[start:end], a stretch of a message in lower case (`sentences.lowered`); `heard` are its words.

    The words that tell something, about half, are found by one `map`; what stands before one is asked only where it could be a verb.

    >>> look("all 5 tests pass and it prints nothing", 0, 38).verbs
    [12, 24]
    """
    verbs: list[int] = []
    marks: Marks = []
    joints: list[int] = []
    texts, forms = heard or words(low, start, end)
    places = [*accumulate(map(len, texts), initial=start)]
    absolute = False
    verb = -1
    for i, flags in enumerate(forms):
        if not flags:
            continue
        at = places[i] + i
        text = texts[i]
        shape = SHAPES[text] if flags & MARKED else None
        if shape:
            at += shape[0]
        if flags & AUX:
            is_verb = True
        elif flags & SOME_VERB and i and not (shape and shape[3]):
            before = SEEN[texts[i - 1]]
            after = at + (shape[1] if shape else len(text))
            if flags & THIRD:
                is_verb = _after_subject(before, texts, i) or (before in CHAIN and _chained(low, verbs, after))
            elif flags & IRREGULAR:
                is_verb = not absolute and (
                    before in PRONOUN
                    or (
                        verb != i - 1
                        and before not in NOT_PAST
                        and (before[:1].isalpha() or (before[:1].isdigit() and _after_subject(before, texts, i)))
                    )
                    or (i == 1 and before in NAMED and VERB_AFTER_AND.match(low, after) is not None)
                )
            elif flags & BASE:
                is_verb = _after_plural(before, texts, i, verb == i - 1)
            else:
                is_verb = verb != i - 1 and (
                    (OBJECT.match(low, after) is not None and before[-1:] != "s" and _after_subject(before, texts, i))
                    or before in LIMITING
                    or before in ("it", "which")
                    or (before in ADVERB and i > 1 and SEEN[texts[i - 2]] in ("it", "which"))
                    or (before[-3:] == "xxx" and INTO.match(low, after) is not None and (i < 2 or SEEN[texts[i - 2]] not in NOT_SUBJECT))
                )
        else:
            is_verb = False
        if is_verb:
            verbs.append(at)
            absolute = False
            verb = i
        if flags & TELLING:
            if flags & ABSOLUTE:
                absolute = True
            marks.append((at, flags & MARKS))
        if flags & JOINT:
            joints.append(at + shape[2] if shape else at)
            absolute = False
    return Look(verbs, marks, joints)


def _after_plural(before: str, texts: list[str], i: int, verbal: bool) -> bool:
    """Whether a bare form may be finite: after a plural, a percentage, two subjects joined by "and"."""
    if before in PLURAL or before == "%":
        return True
    if not before[:1].isalpha() or before in NOT_SUBJECT:
        return False
    return (before[-1] == "s" and not verbal) or (i > 1 and before not in ADVERB and SEEN[texts[i - 2]] in ("and", "nor"))


def _after_subject(before: str, texts: list[str], i: int) -> bool:
    """Whether a third person singular may follow: after a noun, a name with its number ("step 2 adds"), a closed bracket."""
    first = before[:1]
    if first.isdigit():
        earlier = SEEN[texts[i - 2]] if i > 1 and not texts[i - 1].startswith("(") else ""
        return earlier[:1].isalpha() and earlier not in NOT_SUBJECT
    if not first.isalpha():
        return before == ")"
    return before not in NOT_SUBJECT or before in DETERMINER


def _chained(masked: str, found: list[int], after: int) -> bool:
    """Whether "and" joins a second verb with its own object: "costs 6 ms and removes nothing", but not "reads and writes"."""
    return bool(found) and VERB_AFTER_AND.match(masked, after) is not None and masked.count(" ", found[-1], after) > 2


def between(offsets: list[int], start: int, end: int) -> bool:
    """Whether one of the sorted offsets lies in [start, end)."""
    i = bisect_left(offsets, start)
    return i < len(offsets) and offsets[i] < end
