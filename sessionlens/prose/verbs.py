"""Where a sentence has finite verbs, without a tagger: closed classes, a list of what software does, and position.

English marks the finite verb by what stands before it: "the tests pass" and "a pass over the tests" differ in "the tests" and "a".
The list is of verbs that reports about software use; a verb that is missing costs one clause boundary, no more.
"""

import re
from bisect import bisect_left

WORD = re.compile(r"[^\W\d_][\w'’]*|[~≈+−-]?\d[\d.,]*|[%`()*,:;—–|→=]")
VERB_AFTER_AND = re.compile(
    r"\s+(?:the|an?|no|nothing|all|only|it|its|them|this|that|in|to|at|by|from|with|up|down|almost|about|both|`|~|\d)", re.I
)

AUXILIARY = frozenset(
    "is are was were has have had does did isn't aren't wasn't weren't hasn't haven't hadn't doesn't didn't don't can can't cannot could couldn't "
    "will won't would wouldn't should shouldn't may might must it's that's there's here's what's who's they're we're you're i'm i've we've they've "
    "you've it'd i'd we'd it'll that'll nothing's everything's".split()  # noqa: SIM905
)
BASES = (
    "add agree allow answer appear apply arrive average beat begin behave block break bring build call carry catch cause change check come compile confirm "
    "consume contain copy corrupt cost count cover crash create cut depend differ disappear do dominate double drain draw drop eliminate end equal exceed execute exist expect explain "
    "fail fall feel find finish fire fit fix flip follow force gain get give go grow guard halve happen hang help hide hit hold hurt ignore improve include increase "
    "introduce keep lack last lead leak leave let lie live load lock look loop lose make match matter mean measure miss move need occur open outperform output overflow overlap pass "
    "pay parse peak point prevent preserve print produce prove pull push put raise reach read rebuild reduce refer refuse register regress reject remain remove render report "
    "represent reproduce require reset resolve return revert reuse rewrite rise rule run save say scale scan see seem send serve set show shrink sit skip slow speak spend "
    "stall start stay stop store succeed support survive swallow take tell tend terminate test throw tolerate touch trace transform trigger truncate try turn use "
    "vanish vary verify wait want win work write yield account dwarf sort handle split"
).split()
IRREGULAR = frozenset(
    "fell rose grew ran broke took gave went came kept held lost won wrote found built cut hit shrank sped said saw sent spent stood threw told got made "
    "left led met paid put read set let began chose drew drove felt fed knew meant showed sat stuck swung rang sank".split()  # noqa: SIM905
)
THIRD = frozenset(
    b[:-1] + "ies" if b[-1] == "y" and b[-2] not in "aeou" else b + ("es" if b.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")
    for b in BASES
)
BASE = frozenset(BASES)
PLURAL = frozenset("i we you they both all who which".split())
"""After these a bare form is finite ("both pass")."""
PAST_AFTER = frozenset(
    "i we you they it he she that this which who both all none each nothing everything everybody somebody nobody )".split()
)
ADVERB = frozenset("then also now so just only still even".split())
NOT_SUBJECT = frozenset(
    "a an the my your our its their his her this that these those some any no every each all both of in on at for with without to from by as per into over under "
    "between and or than via vs not more other same new old first second last next several many few two three four five six seven eight nine ten".split()  # noqa: SIM905
)
"""What stands before a noun or an infinitive: a word after one of these is no finite verb, unless it is an auxiliary."""
NOT_PAST = NOT_SUBJECT | frozenset(
    "be been being is are was were has have had get gets got isn't aren't wasn't weren't just well newly when if once while as".split()
)  # noqa: SIM905


def finite(masked: str, start: int, end: int) -> list[int]:
    """Offsets of the finite verbs in masked[start:end], in order.

    >>> finite("all 5 tests pass and it prints nothing", 0, 38)
    [12, 24]
    """
    found: list[int] = []
    before = earlier = ""
    verbal = absolute = False
    for m in WORD.finditer(masked, start, end):
        raw = m[0]
        if raw[0] in "*`":
            continue
        word = raw.lower().replace("’", "'")
        is_verb = word in AUXILIARY
        if not is_verb and before and raw[0].isalpha():
            if word in THIRD:
                is_verb = _after_subject(before, earlier) or (before in ("and", "but") and _chained(masked, found, m))
            elif word in IRREGULAR or (word.endswith("ed") and len(word) > 3):
                is_verb = not absolute and ((before[0].isalpha() and before not in NOT_PAST and not verbal) or before in PAST_AFTER)
            elif word in BASE:
                plural = before[-1] == "s" and before[0].isalpha() and before not in NOT_SUBJECT and not verbal
                joined = earlier in ("and", "nor") and before[0].isalpha() and before not in NOT_SUBJECT and before not in ADVERB
                is_verb = before in PLURAL or before == "%" or plural or joined
        if is_verb:
            found.append(m.start())
        if word in ("with", "without"):
            absolute = True
        elif is_verb or word in (",", ":", ";"):
            absolute = False
        earlier, before, verbal = before, word, is_verb
    return found


def _chained(masked: str, found: list[int], m: re.Match[str]) -> bool:
    """Whether "and" joins a second verb with its own object: "costs 6 ms and removes nothing", but not "reads and writes"."""
    return bool(found) and VERB_AFTER_AND.match(masked, m.end()) is not None and masked.count(" ", found[-1], m.start()) > 2


def _after_subject(before: str, earlier: str) -> bool:
    """Whether a third person singular may follow: after a noun, a name with its number ("step 2 adds"), a closed bracket."""
    if before[0].isdigit():
        return earlier[:1].isalpha() and earlier not in NOT_SUBJECT
    if not before[0].isalpha():
        return before == ")"
    return before not in NOT_SUBJECT or before in ("this", "that", "all", "both", "each")


def between(offsets: list[int], start: int, end: int) -> bool:
    """Whether one of the sorted offsets lies in [start, end)."""
    i = bisect_left(offsets, start)
    return i < len(offsets) and offsets[i] < end
