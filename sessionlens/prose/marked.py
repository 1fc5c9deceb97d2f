"""Beliefs that are marked as such by their place or label: a list or a table of hypotheses, a heading "Hypothesis 2: ...", a sentence
"Theory: ...", a labelled proposal ("K1: batch the writes, so that ..."), a cause that takes several things together."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from sessionlens.model.trace import Statement
from sessionlens.prose.lettered import LETTERED, SEPARATOR, either, lettered_so
from sessionlens.text.regex import regex

Manner = Literal[
    "listed",
    "guess",
    "doubt",
    "cause",
    "flat",
    "headed",
    "combined",
    "remedy",
    "proposed",
    "labelled",
    "brought",
    "law",
    "outlook",
    "asked",
]

LABEL = regex(
    r"[*_`(]*(?P<label>(?:hypothesis|theory|suspect|cause)\s+#?\d+|[A-Z]{1,3}\d{1,2}[a-z]?)"
    r"(?:[)*_`]*\s*[:.)—–-]+[*_]*|[)*_`]+)\s*",
    re.I,
)
CAPS = regex(
    r"(?:\*\*|`)(?!(?:NOTE|TODO|FIXME|WARNING|ERROR|IMPORTANT|OK|FAIL|PASS|BEFORE|AFTER|RESULT|SUMMARY|STATUS|FIX|BUG|CAUSE|WHY|YES|NO)\b)"
    r"(?P<label>[A-Z][A-Z0-9_]{1,15})(?:\*\*|`)?(?:\s+\([^()]{1,60}\))?\s*[:—–-]+(?:\*\*)?\s+"
)
"""A label that is a word: "**POOL** (one per core): ..."."""
LISTED = regex(
    r"\b(?:hypothes[ie]s|theor(?:y|ies)|suspects?|suspicions?|guesses|(?:possible|potential|likely|"
    r"candidate)\s+(?:root\s+)?(?:causes?|reasons?|explanations?|culprits?)|what\s+(?:else\s+)?(?:could|might|may)\s+(?:explain|cause|be\s+(?:causing|wrong|behind)))\b",
    re.I,
)
"""What stands above a list of hypotheses."""
SEVERAL = regex(
    r"\b(?:hypotheses|theories|suspects|suspicions|guesses|(?:possible|potential|likely|candidate)\s+(?:root\s+)?(?:causes|reasons|explanations|culprits)|"
    r"what\s+(?:else\s+)?(?:could|might|may)\s+(?:explain|cause|be\s+(?:causing|wrong|behind)))\b",
    re.I,
)
"""Above items without labels: a list under "The likely cause:" gives the steps of one."""
NO_BELIEF = regex(r"\b(?:fix(?:es)?|solutions?|options?|changes?|steps|approach(?:es)?|refuted|confirmed)\b", re.I)
COMBINED = regex(
    r"\b(?:two|three|2|3|double|triple)-?\s?\w{0,8}\s+(?:combo|combination|punch|chain|interaction)\b|\bcombination\s+of\s+(?:two|three|both|these)\b",
    re.I,
)
"""A cause that takes several things together; the list below names them."""
PROPOSED = regex(
    r"(?:(?:first|then|next|now|and|finally|last)[,:]?\s+)?[*_(]*(?P<label>[A-Z]{1,2}\d{1,2}|(?:idea|experiment|attempt|proposal|trial|variant)\s+(?:#?\d+|[A-Z]))[)*_]*"
    r"(?:\s+(?:next|first|then|now|last))?\s*[:—–-]\s+",
    re.I,
)
"""A labelled proposal: "K1: batch the writes", "K2 next: ...", "First K3: ..."."""
OPENED = regex(
    r"[*_]*(?:(?:new|working|leading|current|first|second|next|my|main|best|revised|updated|other|another|alternative|prime|top)\s+)*"
    r"(?:(?P<label>(?:hypothesis|theory|suspect)\s+(?:#?\d+|[A-Z]))|hypothesis|theory|suspicion|hunch|guess|bet|suspect|"
    r"(?:a|one|another)\s+possible\s+(?:cause|reason|explanation))[*_]*(?:\s*[:—–]|\s-)[*_]*\s+(?![^.]*\b(?:confirmed|refuted)\b)",
    re.I,
)
"""How a sentence begins that is called a hypothesis: "Working theory: the pool runs dry"."""
NUMBERED = regex(
    r"[*_]*(?P<label>H\d{1,2})[*_]*\s*[.:)—–-]+[*_]*\s+(?!\W*(?:is\s+)?(?:confirmed|refuted|ruled|rejected|true|false|no\b|yes\b|not\b|holds|next))"
)
"""A sentence that is numbered as hypotheses are: "H2. The queue is blocked"."""
CALLED_SO = regex(
    r"(?:(?i:first|then|next|now|and|finally|last|(?:(?:new|another|second|third|last|next)\s+)?(?:idea|option|candidate|proposal|experiment|variant|attempt))[,:]?\s+){0,3}(?="
    + CAPS.pattern.replace("?P<label>", "")
    + ")"
)
"""What may stand before such a label."""
NAMED = regex(
    r"(?:\*\*|__)(?P<label>[A-Z]{1,3}\d{1,2}[a-z]?)(?:\*\*|__)?\s+\([^()\n]{2,40}\)(?:\*\*|__)?\s*[:—–-]+(?:\*\*)?\s+"
    r"(?!\W*(?:(?:is|was|has|been|now|still)\s+)*(?:confirmed|refuted|rejected|accepted|abandoned|open|done|true|false|settled|kept|dropped)\b)"
)
"""A label in bold with a name beside it, at its first use in a sentence: "so I'd say **R1 (retries)**: the client never gives up"."""
TRIED = regex(
    r"(?:(?:so|then|next|now|and|first|let['’]?s|let\s+me|i['’]?ll|i|we)[,:]?\s+){0,2}(?:try|test)\s+(?P<what>[^:.;?!]{3,80}?)\s*[:;—–-]+\s*"
    r"(?:i\s+|we\s+)?(?:predict|expect)(?:ing|ion|s)?\b:?\s+(?P<hope>\S.{3,})",
    re.I,
)
"""A trial with what is predicted of it in the same sentence: "Try 16 workers: predict a backlog below 40"."""
INSIDE = regex(r"[,;—–-]\s+(?:\*\*|__)(?P<label>[A-Z]{1,2}\d{1,2})(?:\*\*|__)?\s*:(?:\*\*|__)?\s+(?=\S+\s+\S)")
"""A label in bold inside a sentence, before what it stands for: "One last thing, **K4**: a plain list instead of the heap"."""
CHRISTENED = regex(
    r"[,;.—–-]\s+(?:(?:and|so|let['’]?s|let\s+me|i['’]ll)\s+){0,2}(?:call|name|label)\s+(?:that|this|it)\s+(?:(?:new\s+)?(?:suspect|suspicion|hypothesis|idea|candidate|theory)\s+)?"
    r"[*_`]*(?P<label>[A-Z]{1,2}\d{1,2})[*_`]*[.!]?$",
    re.I,
)
"""A belief that its sentence gives a label at its end: "the resize walks every cell; call that suspect K4"."""
NAMING = regex(
    r"(?:let['’]?s|let\s+me|i['’]ll|to)\s+(?:call|name|label)\s+(?:that|this|it)\s+(?:(?:suspect|suspicion|hypothesis|idea|candidate|theory)\s+)?"
    r"[*_`]*(?P<label>[A-Z]{1,2}\d{1,2})[*_`]*\s*:\s+(?=\S+\s+\S)",
    re.I,
)
"""The same with the belief behind it: "Let me call that K4: the resize walks every cell"."""
INLINE = regex(
    r"(?:(?<=[,;:]\s)|(?<=[,;]\sand\s)|(?<=\sand\s))(?:\*\*|__|\()(?P<label>[A-Z]{1,2}\d{1,2})(?:\*\*|__|\))(?:\s*[:—–-])?\s+(?=\S+\s+\S)"
)
"""A label before each member of a list in running words: "two knobs: **K1** a larger pool, **K2** no ticker"."""
IDEAS = regex(
    r"\b(?:ideas|knobs|tries|(?:i['’]d|i\s+would|i['’]ll|we\s+could|we\s+can|things\s+to|worth|to)\s+(?:try|trying|test)|options|candidates|proposals|experiments|things\s+to\s+try|variants|levers|avenues)\b",
    re.I,
)
"""What stands above a list of labelled proposals."""
MAY_BE = regex(
    r"[*_(]*(?:[A-Z]{1,2}\d|(?:first|then|next|now|and|finally|last|new|working|leading|current|second|my|main|best|revised|updated|other|another|"
    r"alternative|prime|top|hypothesis|theory|suspicion|hunch|guess|suspect|an?|one|third|idea|option|candidate|proposal|experiment|variant|attempt)\b|(?<=\*\*)[a-z])",
    re.I,
)
"""How every sentence begins that is numbered, called a hypothesis, or a labelled proposal: looked for first."""
TABLED = regex(r"\b(?:ideas?|hypothes[ie]s|theory|suspects?|suspicion|candidates?|(?:possible|suspected|likely)\s+causes?)\b", re.I)
"""The head of a column of hypotheses."""


@dataclass(frozen=True, slots=True)
class Belief:
    """A belief at [start, end) of its message: `label` where it has one (H1), `prediction` what it lets expect."""

    start: int
    end: int
    manner: Manner
    label: str = ""
    prediction: str | None = None


@lru_cache(maxsize=512)
def lists(lead: str, heading: str) -> bool:
    """Whether a list under this lead and heading is one of hypotheses."""
    above = f"{lead} {heading}"
    return LISTED.search(above) is not None and NO_BELIEF.search(above) is None


@lru_cache(maxsize=4096)
def _may_be(word: str) -> bool:
    """Whether a statement that begins with this word may be numbered, called a hypothesis, or a labelled proposal."""
    return MAY_BE.match(word) is not None


def marked(s: Statement) -> list[Belief] | None:
    """An agent's beliefs in a statement that is marked as one by its place or label; None: its words must tell."""
    listed = s.kind == "item" and lists(s.lead, s.heading)
    label = LABEL.match(s.text) or CAPS.match(s.text) if listed or s.kind == "heading" else None
    lettered = LETTERED.match(s.text) if listed and not label else None
    if lettered:
        return [Belief(s.start + lettered.end(), s.end, "listed", lettered_so(lettered, f"{s.lead} {s.heading}"))]
    if listed and (label or SEVERAL.search(f"{s.lead} {s.heading}")):
        return [Belief(s.start + (label.end() if label else 0), s.end, "listed", label["label"] if label else "")]
    if s.kind == "item" and (s.text.startswith(("**", "`"))) and IDEAS.search(f"{s.lead} {s.heading}"):
        label = CAPS.match(s.text)
        if label:
            return [Belief(s.start + label.end(), s.end, "proposed", label["label"])]
    if s.kind == "heading":
        named = label and LISTED.search(label["label"]) and label.end() < len(s.text)
        return [Belief(s.start + label.end(), s.end, "listed", label["label"])] if label and named else []
    if s.kind != "sentence" and s.kind != "item":
        return None
    if not _may_be(s.text.split(None, 1)[0]):
        return several(s) or _christened(s) or _combined(s)
    together = several(s)
    if together:
        return together
    numbered = NUMBERED.match(s.text)
    if numbered and numbered.end() < len(s.text) - 8:
        return [Belief(s.start + numbered.end(), s.end, "listed", numbered["label"])]
    opened = OPENED.match(s.text)
    if opened and opened.end() < len(s.text) - 8:
        return [Belief(s.start + opened.end(), s.end, "listed", opened["label"] or "")]
    proposed = PROPOSED.match(s.text) if s.kind == "sentence" else None
    if not proposed and s.kind == "sentence" and ("**" in s.text or "`" in s.text):
        before = CALLED_SO.match(s.text)
        proposed = CAPS.match(s.text, before.end()) if before else None
    if proposed:
        return [Belief(s.start + proposed.end(), s.end, "proposed", proposed["label"])]
    return _christened(s) or _combined(s)


def _christened(s: Statement) -> list[Belief] | None:
    """A belief that a sentence gives a label and a name, or a trial with its prediction."""
    text = s.text
    if s.kind != "sentence":
        return None
    called = CHRISTENED.search(text) if " call " in text or " name " in text or " label " in text else None
    if called:
        return [Belief(s.start, s.start + called.start(), "listed", called["label"])]
    naming = NAMING.search(text) if (" call " in text or " name " in text or " label " in text) and ": " in text else None
    if naming:
        return [Belief(s.start + naming.end(), s.end, "listed", naming["label"])]
    inside = INSIDE.search(text) if "**" in text or "__" in text else None
    if inside:
        return [Belief(s.start + inside.end(), s.end, "proposed", inside["label"])]
    named = NAMED.search(text) if ("**" in text or "__" in text) and "(" in text else None
    if named and named.end() < len(text) - 8:
        return [Belief(s.start + named.end(), s.end, "listed", named["label"])]
    tried = TRIED.match(text) if "predict" in text or "expect" in text else None
    return [Belief(s.start, s.end, "proposed", "", text[tried.start("hope") :])] if tried else None


def several(s: Statement) -> list[Belief]:
    """The labelled members of a list in running words, each up to the next label; as listed where the words before call them ideas or
    suspects, else as mere labels."""
    text = s.text
    listed = either(text) if "(a)" in text else []
    if listed:
        return [Belief(s.start + start, s.start + end, "listed", label) for start, end, label in listed]
    marks = [*INLINE.finditer(text)] if ("(" in text and text.count("(") > 1) or ("**" in text and text.count("**") > 3) else []
    if len(marks) < 2:
        return []
    lead = s.text[: marks[0].start()]
    known = IDEAS.search(lead) or LISTED.search(lead) or TABLED.search(lead)
    ends = [m.start() for m in marks[1:]] + [len(s.text)]
    return [
        Belief(
            s.start + m.end(),
            s.start + m.end() + len(SEPARATOR.sub("", s.text[m.end() : end])),
            "listed" if known else "labelled",
            m["label"],
        )
        for m, end in zip(marks, ends, strict=True)
    ]


def _combined(s: Statement) -> list[Belief] | None:
    """What announces a cause that takes several things together."""
    announces = s.text.rstrip("*_ ").endswith(":") and COMBINED.search(s.text) is not None
    return [Belief(s.start, s.end, "combined")] if announces else None


@lru_cache(maxsize=256)
def tabled(head: str) -> bool:
    """Whether a column under this head is one of hypotheses."""
    return TABLED.search(head) is not None


def row_of(s: Statement) -> list[Belief]:
    """A belief in a cell of a table of hypotheses, with the label that its row begins with."""
    table = s.table
    if table is None or s.row_index is None or s.column is None or s.column >= len(table.header) or not tabled(table.header[s.column]):
        return []
    first = table.rows[s.row_index][0].strip(" *_`") if table.rows[s.row_index] else ""
    label = LABEL.match(s.text) or LABEL.match(f"{first}:")
    lettered = None if label else LETTERED.match(f"{first.strip('#.')}) x x") or LETTERED.match(f"{first} x x")
    start = s.start + (label.end() if label and label.string == s.text else 0)
    named = label["label"] if label else lettered_so(lettered, table.header[s.column]) if lettered and s.column else ""
    return [Belief(start, s.end, "listed", named)] if s.text.count(" ") > (0 if named else 1) else []
