"""The results that the agent states: which clauses and table cells of its messages are conclusions.

A clause is one unless something speaks against it: it announces, asks, supposes, guesses, advises, describes code, or says
nothing that could be checked. What is left needs a finite verb or the short form of a report ("All green.", "0 errors").
"""

import re
from collections.abc import Iterator

from sessionlens.model.facts import Conclusion, Hypothesis
from sessionlens.model.span import Span
from sessionlens.model.trace import Statement, Trace, Turn
from sessionlens.prose import cues
from sessionlens.prose.clauses import Clause, clauses
from sessionlens.prose.sentences import mask

QUANTITY = re.compile(
    r"[*_~`(]*(?:(?:over|under|about|around|almost|nearly|only|up to|at least|at most)\s+)?[~≈<>≤≥]*\s*[+−–-]?\d[\d.,]*(?![\d.]*-\d)\s*"
    r"(?:[%×x]|[^\W\d_/]{1,8}(?:/[^\W\d_]+)?)?",
    re.I,
)
NO_RESULT = re.compile(r"v?\d+\.\d+\.\d+\b|\d{4}-\d\d-\d\d|\d{1,2}:\d\d\b|[0-9a-f]{7,40}\b(?<![0-9]{7})|#\d+|\w+\.\w{1,4}:\d+", re.I)
TAIL = re.compile(r"\s*\(([+−–-]\s?\d[^()]*?|~?\d[\d.,]*\s?(?:%|[x×])[^()]*)\)[*_]*$")
STATUS = re.compile(
    r"[*_]*(?:✅|❌|☑|✔|✓|✗|✘|🟢|🔴|⚠)\ufe0f?.*|[*_`]*(?:pass(?:es|ed)?|fail(?:s|ed)?|ok|clean|green|fixed|reverted|confirmed|refuted|works?|broken|supported|"
    r"faster|slower|unchanged|identical|same|equal|none|no change|no effect|timed out|crash(?:es|ed)?|missing|present|regression|improved?)\b.{0,60}",
    re.I | re.S,
)
TODO_LEAD = re.compile(
    r"\b(?:plan|todo|to do|next|steps?|options?|propos\w+|recommend\w*|suggest\w*|candidates?|could|would|should|want|worth|prevent|approach(?:es)?|"
    r"hypothes[ie]s|goals?|tasks?|checklist|fix scope|will|ideas?|either|questions?|spec|non-goals|tests? plan|usage|example|how to)\b",
    re.I,
)
HEAD_NOT = re.compile(
    r"\b(?:plan|next steps?|todo|proposed|proposal|options?|open questions?|recommendations?|hypothes[ie]s|spec|fix scope|approach|usage|background|how it works)\b",
    re.I,
)
QUESTION = re.compile(
    r"(?:so|but|and|or|wait|hm+)?[,\s]*(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have|what|why|how|where|when|which|who|want|shall|any|if)\b",
    re.I,
)
SAID = re.compile(r"(?:msg|message|previous|earlier|you)\b", re.I)


def find(trace: Trace, hypotheses: tuple[Hypothesis, ...] = ()) -> tuple[Conclusion, ...]:
    """All conclusions of a session, in order. A cell's `row` is its whole line; a cell with a value and a percentage
    ("8.0 ms (-35 %)") is two.

    >>> find(Trace(session, turns))[0].quote      # doctest: +SKIP
    'all 9 tests pass'
    """
    out: list[Conclusion] = []
    grounded = False
    for turn in trace.turns:
        if turn.message.role == "user":
            grounded = False
        elif turn.message.text:
            out += _in_message(turn, trace.session.source, grounded)
        grounded = grounded or bool(turn.message.calls)
    return tuple(out)


def _in_message(turn: Turn, source: str, grounded: bool) -> list[Conclusion]:
    message = turn.message
    out: list[Conclusion] = []
    masked = mask(message.text)
    before = ""
    rows: set[int] = set()
    for s in turn.statements:
        if s.kind == "cell":
            parts = list(_cell(s, masked, rows))
        elif s.kind in ("sentence", "item"):
            parts = [(a, b) for a, b in _stated(s, masked, grounded)]
        else:
            continue
        for a, b in parts:
            quote = message.text[a:b]
            row = s.table.lines[s.row_index] if s.table and s.row_index is not None else None
            out.append(
                Conclusion(
                    id=f"c{message.number}.{len(out) + 1}", msg=message.number, text=" ".join(quote.split()),
                    span=Span(source=source, msg=message.number, start=a, end=b), quote=quote, at=a, row=row, statement=s, before=before,
                )
            )  # fmt: skip
        if s.kind != "cell":
            before = s.text
    return out


def _cell(s: Statement, masked: str, rows: set[int]) -> Iterator[tuple[int, int]]:
    """The results in a table cell, none where the cell is a label."""
    assert s.table is not None and s.row_index is not None
    row = s.table.rows[s.row_index]
    if all(re.fullmatch(r"[\d.,]+", c) for c in row if c) and len(row) > 1:
        line = s.table.lines[s.row_index]
        if s.column == 0 and s.row_index not in rows:
            rows.add(s.row_index)
            start = masked.rfind("\n", 0, s.start) + 1
            start += len(masked[start:]) - len(masked[start:].lstrip())
            yield start, start + len(line)
        return
    if s.column == 0:
        return
    text = s.text
    m = QUANTITY.match(text)
    if m and not NO_RESULT.match(text.lstrip("*_` ")) and len(re.findall(r"[^\W\d_]{3,}", text)) <= 6:
        tail = TAIL.search(text)
        if tail and cues.FIGURE.search(text[: tail.start()]):
            yield s.start, s.start + tail.start()
            yield s.start + tail.start(1), s.start + tail.end(1)
        else:
            yield s.start, s.end
    elif STATUS.fullmatch(text):
        yield s.start, s.end


def _stated(s: Statement, masked: str, grounded: bool) -> Iterator[tuple[int, int]]:
    """The clauses of a sentence or list item that state a result."""
    if s.checked is False and masked[max(0, s.start - 4) : s.start].rstrip().endswith("]"):
        return
    if s.kind == "item" and (TODO_LEAD.search(s.lead) or HEAD_NOT.search(s.heading)) and s.checked is None:
        return
    if HEAD_NOT.search(s.heading):
        return
    asks = s.text.rstrip("*_ )\"'”").endswith("?")
    parts = clauses(masked, s.start, s.end)
    plan = condition = False
    for i, c in enumerate(parts):
        text = masked[c.start : c.end]
        if c.opener in ("-", ";", "(", "but"):
            plan = condition = False
        bare = text.lstrip('*_("“ ')
        if cues.PLAN.match(bare) or cues.ADVICE.match(bare) or (not i and cues.IMPERATIVE.match(bare)):
            plan = True
        if cues.CONDITION.search(text):
            condition = True
        if asks and (i == len(parts) - 1 or QUESTION.match(bare)):
            continue
        if not plan and not condition and _result(c, bare, s, grounded):
            yield _trimmed(masked, c)


def _result(c: Clause, text: str, s: Statement, grounded: bool) -> bool:
    """Whether a clause, no plan, condition or question, states a result."""
    figure = cues.DELTA.search(text) or cues.MEASURED.search(text)
    if cues.TALK.fullmatch(text) or cues.SELF.match(text):
        return False
    if text.rstrip("*_ ").endswith(":") and not c.verb:
        return False
    if cues.HEDGE.search(text) or cues.ESTIMATE.search(text):
        return False
    if cues.MODAL.search(text) and not figure:
        return False
    if c.verb:
        if cues.CODE_VERB.match(text) and not cues.LIMITS.search(text):
            return False
        return len(text.split()) >= 2
    if c.opener in ("", "-", ";", ",", "and", "but", "(") or s.kind == "item":
        return bool(
            figure or cues.NEGATIVE.match(text) or cues.STATE.search(text) or (cues.NUMBER_WORD.match(text) and len(text.split()) > 1)
        ) and not cues.NOW.match(text)
    return False


def _trimmed(masked: str, c: Clause) -> tuple[int, int]:
    a, b = c.start, c.end
    while a < b and masked[a] in "*_( ":
        a += 1
    return a, b
