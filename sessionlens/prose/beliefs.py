"""Sentences that state a belief which could be shown true or false: how agents and people word a suspicion, a cause, a remedy.

Told by place or label (`marked`): a list or a table of hypotheses, a labelled proposal with what it is to bring ("K1: batch the writes,
so that the log is not flushed each time") or of which the session goes on to speak. Told by words and build: who holds it ("my first
reading is that X"; `attitudes`), a guess ("X is likely the culprit"; `hunches`, `doubts`), its frame ("either X or Y"; `frames`), what a
sentence supposes without a word of doubt (`supposed`), a cause named flatly (`causes`), a mechanism (`mechanisms`), a remedy offered before
it was tried (`remedies`), a person's question or impression (`asked`).
"""

import re
from dataclasses import replace

from sessionlens.model.trace import Statement
from sessionlens.prose import lexicon
from sessionlens.prose.asked import asking, questions
from sessionlens.prose.attitudes import held
from sessionlens.prose.causes import caused
from sessionlens.prose.clauses import SPOKEN, Said, said
from sessionlens.prose.doubts import POINTING, expected
from sessionlens.prose.frames import framed
from sessionlens.prose.hunches import OUTLOOK, ROOT, TELLING, chain, tested, worded
from sessionlens.prose.labelled import judged, labelled
from sessionlens.prose.marked import COMBINED, Belief, marked, row_of
from sessionlens.prose.mechanisms import mechanism
from sessionlens.prose.plain import FAR, announces, plain, reported, tells
from sessionlens.prose.remedies import remedy
from sessionlens.prose.sentences import lowered
from sessionlens.prose.supposed import law, supposed
from sessionlens.prose.verbs import look
from sessionlens.prose.verified import candidates, checked
from sessionlens.text.regex import regex

BULLET = regex(r"[\s>]*(?:[-*+•]|\d+[.)])?\s*(?:\[[ xX]\]\s*)?[*_]*\s*")
PREDICTS = regex(r"if\s+(?:that|this|so|it|true|right|correct)\b", re.I)
PURPOSE = regex(
    r"\bso\s+that\b|\b(?:expect(?:s|ed)?|should|promises?|estimates?|hope[sd]?|predict(?:s|ed|ion)?|ought\s+to|"
    r"(?:could|might)\s+(?:equally\s+|also\s+)?(?:help|hurt)|only\s+helps?|i['’]d\s+guess|i\s+guess)\b",
    re.I,
)
"""What a proposal is to bring; without it a label only names a step."""

CAUSE_HEAD = regex(
    r"[#*_\s\d.]*(?:the\s+)?(?:(?:likely|probable|real|actual|underlying)\s+)?(?:root\s+cause|cause|diagnosis|culprit|why\s+(?:it|this)\s+\w+)(?:\s+(?:found|analysis|identified|confirmed))?[*_:.\s]*",
    re.I,
)
"""A heading above the cause."""
ITS_ROLE = regex(
    r"[*_]*(?:and\s+|so\s+)?(?:that|this|it)(?:['’]s|\s+is|\s+was)\s+(?:(?:likely|probably|most\s+likely|almost\s+certainly|clearly|surely)\s+)?"
    r"(?:the|our|my)\s+(?:(?:real|root|actual|likely|main)\s+)*(?:culprit|cause|bug|bottleneck|trigger|reason|problem|issue)[*_.!]*",
    re.I,
)
"""A whole sentence that only says what the one before it is."""
ANNOUNCED = regex(
    r"[*_]*(?:(?:there|here|that)(?:['’]s|\s+is)|(?:i['’]ve\s+|i\s+)?(?:found|see))\s+(?:the|our|my)\s+(?:(?:real|root|actual|likely)\s+)*"
    r"(?:culprit|cause|bug|bottleneck|trigger|problem|issue|smoking\s+gun)[*_.!:]*",
    re.I,
)
"""A whole sentence after which the cause is told."""
COULD = regex(r"if\s[^?]*?\b(?:could|would|might|may)\s", re.I)
POINTERS = ("That", "This", "It", "And ", "So ", "*", "_")
WOULD = ("I'd ", "I’d ", "I would ")
THREE = " and so on"
"""Words put after a label that stands above next to nothing, so that it is seen as one."""
SETS_OUT = ("Let", "I'll", "I’ll", "Now", "First", "But", "So", "let", "OK", "I ")
"""How a statement begins that may set out to check the one before."""
STEPS = (" if ", "whether", " so ", " by ", " that ", " or ", "at all", "I'd", "I’d", "?")
"""Without one of these a sentence in which no word tells anything, or which announces a step, believes nothing."""
SHORT, TALK = 60, 40
"""Characters of a sentence that only gives a role to its neighbour, and of one under a heading that says nothing yet."""
EFFECT = regex(r"if\s+[^,]{2,30},\s+(?:then\s+)?(?P<effect>[^:;]+)", re.I)
FIGURE = regex(r"\d[\d.,]*")
SHOWN = frozenset({"quote", "code", "cell"})
FRAMING = lexicon.GUESS | lexicon.CAUSE | lexicon.CONDITION
"""A word with one of these flags stands in every frame of a belief; a sentence that seems to announce a step is not asked for its flags."""
BESIDE = frozenset({"doubt", "brought", "law"})


def beliefs(statements: tuple[Statement, ...], text: str, person: bool) -> list[Belief]:
    """The beliefs stated in one message, in order; `text` is the message's."""
    if person:
        may = asking(text)
        asked = [Belief(s.start + a, s.start + b, "asked") for s in statements if s.kind not in SHOWN for a, b in questions(s.text, may)]
        return asked or reported(statements)
    spoken = said(text)
    low = spoken.low
    helps = "fix" in low or "should" in low or "would" in low or "?" in low or "expected" in low or "might" in low or " is to " in low
    told = _Told(text)
    before: Statement | None = None
    waiting, behind = 0, None
    for s in statements:
        if s.kind in SHOWN:
            if s.kind == "cell":
                told.add(row_of(s))
            continue
        if s is statements[-1] and s.text.endswith(":") and s.kind in SPOKEN:
            s = replace(s, text=s.text[:-1], end=s.end - 1)  # before the call of a tool
        near = before if before and "\n\n" not in text[before.end : s.start] else None
        if not told.goes_on(s):
            found = [] if judged(s) else marked(s)
            if not found and s.kind in SPOKEN:
                found = (labelled(s) if found is None or not judged(s) else None) or found
            if found is None and s.kind in SPOKEN:
                step = remedy(s, near) if helps else None
                found = [Belief(*step, "remedy")] if step else _worded(s, spoken, before, near)
            if not found and near and near.kind in SPOKEN and s.text.startswith(SETS_OUT) and told.free(near) and checked(near, s, spoken):
                found = [Belief(near.start, near.end, "cause")]
            if found and found[0].manner == "flat":
                told.flat += found
                found = None
            if waiting:
                behind = behind or (None if found else tells(s, spoken))
                waiting -= 1
            if found:
                told.add(found)
            elif announces(s):
                waiting = FAR
        before = s
    return told.all() or ([behind] if behind else [])


class _Told:
    """The beliefs of a message as they are found: the last one, `held`, may still get a prediction or go on."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.held: Belief | None = None
        self.out: list[Belief] = []
        self.flat: list[Belief] = []

    def free(self, s: Statement) -> bool:
        """Whether no belief stands in a statement or behind it."""
        return self.held is None or self.held.end <= s.start

    def goes_on(self, s: Statement) -> bool:
        """Whether a statement belongs to the belief before it, which it then changes."""
        held, text = self.held, self.text
        if held is None:
            return False
        if held.prediction is None and self._foretold(s):
            effect = _effect(s) if held.manner == "guess" and len(FIGURE.findall(text, held.start, held.end)) > 2 else None
            self.held = effect or replace(held, prediction=s.text)
            return True
        if held.manner in ("listed", "proposed") and _same_item(s, text):
            return True
        if s.kind == "sentence" and held.label and self._only_named(s):
            self.held = replace(held, end=s.end)
            return True
        if held.manner == "combined" and s.kind == "item" and COMBINED.search(s.lead) and text.startswith(s.lead, held.start):
            self.held = replace(held, end=s.end)
            return True
        return False

    def _only_named(self, s: Statement) -> bool:
        """Whether the labelled belief so far is a name alone, of which the next sentence says what it does: "New suspect K4: the resize.
        It walks every cell"."""
        held, text = self.held, self.text
        if held is None or held.end - held.start > SHORT or text[held.end : s.start].strip(" .*_") or s.text.endswith(("?", ":")):
            return False
        return not look(lowered(text[held.start : held.end]), 0, held.end - held.start).verbs

    def _foretold(self, s: Statement) -> bool:
        """Whether a statement says what the belief before it lets expect."""
        held, text = self.held, self.text
        if held is None or held.manner == "remedy":
            return False
        if s.kind == "sentence":
            return PREDICTS.match(s.text) is not None or (
                held.manner == "proposed" and "\n\n" not in text[held.end : s.start] and PURPOSE.search(s.text) is not None
            )
        inside = held.manner in ("listed", "proposed") and _same_item(s, text)
        return inside and (OUTLOOK.match(s.text) is not None or PURPOSE.search(s.text) is not None)

    def add(self, found: list[Belief]) -> None:
        """Takes the beliefs of the next statement."""
        if found and self.held and self._points_back(found[0], self.held):
            found = found[1:]
        elif found and self.held and found[0].manner == "guess" and self._spells_out(found[0], self.held):
            self.held = replace(self.held, prediction=self.held.prediction or self.text[found[0].start : found[0].end])
            found = found[1:]
        elif found and self.held and found[0].manner in BESIDE and "\n\n" not in self.text[self.held.end : found[0].start]:
            found = found[1:]  # what is doubted beside a belief, or mends it, is told for its sake
        elif found and self.held and found[0].manner == "outlook" and self._brings(found[0], self.held):
            self.held = replace(self.held, prediction=self.text[found[0].start : found[0].end])
            found = found[1:]
        if found and found[0].manner == "combined":
            self.out = [b for b in self.out if b.manner != "cause"]
            self.held = None if self.held and self.held.manner == "cause" else self.held
        for belief in found:
            if self.held and belief.start >= self.held.start:
                self.out += self._kept(self.held)
            self.held = belief

    def _points_back(self, belief: Belief, held: Belief) -> bool:
        """Whether a cause is the one just named: "The writer is the culprit. [...] This is a race between ..."."""
        near = held.manner in ("cause", "guess", "doubt") and "\n\n" not in self.text[held.end : belief.start]
        return belief.manner == "cause" and near and POINTING.match(self.text, belief.start) is not None

    def _spells_out(self, belief: Belief, held: Belief) -> bool:
        """Whether a condition only spells out the cause just named: "[...] has a bug. If a lookup comes first, it could block"."""
        near = held.manner in ("cause", "guess", "doubt") and "\n\n" not in self.text[held.end : belief.start]
        return near and COULD.match(self.text, belief.start, belief.end) is not None

    def _brings(self, belief: Belief, held: Belief) -> bool:
        """Whether an outlook is what the belief just stated lets expect."""
        near = held.manner in ("cause", "guess", "doubt") and not self.text[held.end : belief.start].strip(" .*_\n")
        return near and held.prediction is None and "\n\n" not in self.text[held.end : belief.start]

    def _together(self, a: Belief, b: Belief) -> bool:
        """Whether two beliefs stand in one paragraph: what is told flatly beside another is told for its sake."""
        first, last = (a, b) if a.start < b.start else (b, a)
        return "\n\n" not in self.text[first.end : last.start]

    def _whole(self, belief: Belief) -> bool:
        """A proposal is a belief only where something says what it is to bring."""
        return (
            belief.manner != "proposed" or belief.prediction is not None or PURPOSE.search(self.text, belief.start, belief.end) is not None
        )

    def _kept(self, belief: Belief) -> list[Belief]:
        """A belief that is whole; a label without a purpose may still name one, where the session goes on to speak of it."""
        if self._whole(belief):
            return [belief]
        return [replace(belief, manner="labelled")] if belief.label and not belief.label.isalpha() else []

    def all(self) -> list[Belief]:
        """All that were found."""
        out = [*self.out, *self._kept(self.held)] if self.held else self.out
        flat = [f for f in self.flat if not any(self._together(f, b) for b in out)]
        out = sorted([*out, *flat], key=lambda b: b.start) if flat else out
        return [b for b in out if b.manner != "doubt"] if any(b.manner == "listed" for b in out) else out


def _effect(s: Statement) -> Belief | None:
    """What a reckoned explanation lets expect, which is then the belief: of "If that's right, one slot should be best now: it needs no
    heap" the clause after the condition."""
    m = EFFECT.match(s.text)
    return Belief(s.start + m.start("effect"), s.start + m.end("effect"), "guess") if m else None


def _same_item(s: Statement, text: str) -> bool:
    """Whether a statement goes on inside a list item that another sentence began."""
    if s.kind != "item":
        return False
    line = text[text.rfind("\n", 0, s.start) + 1 : s.start]
    return BULLET.fullmatch(line) is None


def _worded(s: Statement, spoken: Said, before: Statement | None, near: Statement | None) -> list[Belief]:
    """An agent's beliefs in a sentence or item told by its words, or by the statement `before` it (`near`: in its paragraph)."""
    if before and before.kind == "heading" and s.kind == "sentence" and CAUSE_HEAD.fullmatch(before.text):
        if s.end - s.start < TALK or not _claims(s, spoken):
            return []
        return [Belief(s.start, s.end, "headed")]
    text = s.text
    named = candidates(s) if s.kind == "sentence" and ": " in text else []
    if named:
        return [Belief(a, b, "listed") for a, b in named]
    if s.end - s.start < SHORT and near and near.kind in SPOKEN and text.startswith(POINTERS) and ITS_ROLE.fullmatch(text):
        return [Belief(near.start, near.end, "cause")] if _claims(near, spoken) else []
    place = ROOT.match(near.text + THREE) if near and near.kind in SPOKEN and ":" in near.text else None
    if near and place and place.end() < len(near.text) and not _claims(near, spoken, place.end()) and _claims(s, spoken):
        return [Belief(near.start + place.end(), s.end, "cause")]
    if before and before.end - before.start < SHORT and ANNOUNCED.fullmatch(before.text) and _claims(s, spoken):
        return [Belief(s.start, s.end, "cause")]
    if ("→" in text or "->" in text) and chain(text):
        return [Belief(s.start, s.end, "cause")]
    if text.endswith("?") or " if " in text or " whether " in text or " expect " in text or text.startswith(WOULD):
        asked = tested(s)
        if asked:
            return [Belief(*hunch) for hunch in asked]
    flags = spoken.flags(s)
    if not flags and not any(map(text.__contains__, STEPS)):
        return []
    built = supposed(s, spoken, flags)
    if built or s.text.rstrip("*_ ").endswith(("?", ":")):
        return built or plain(s, spoken) or mechanism(s, spoken)
    frame = held(s, spoken, flags, named=True) or (framed(s, spoken) if flags & FRAMING or not flags else [])
    if frame:
        return frame
    told = worded(s, spoken, flags) if flags & TELLING or "s because " in text else []
    if told:
        return [Belief(*hunch) for hunch in told]
    lead = held(s, spoken, flags, named=False)
    if lead:
        return lead
    if flags & TELLING and "should" in text:
        return [Belief(start, end, "outlook") for start, end, _ in expected(s, spoken)]
    flat = caused(s, spoken.low[s.start : s.end])
    if flat:
        return flat
    return law(s, spoken) or plain(s, spoken) or mechanism(s, spoken)


def _claims(s: Statement, spoken: Said, after: int = 0) -> bool:
    """Whether a statement says how things are, after its first `after` characters."""
    return not s.text.rstrip("*_ ").endswith(("?", ":")) and any(v >= s.start + after for c in spoken.of(s) for v in c.verbs)
