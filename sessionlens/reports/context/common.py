"""What several sections say in the same way."""

from collections.abc import Iterable

from sessionlens.facts.borrowed import borrows
from sessionlens.facts.titles import ALIAS
from sessionlens.model.facts import Change, Conclusion, Fact, Hypothesis, Measurement
from sessionlens.model.session import Message, ToolCall
from sessionlens.model.words import Status
from sessionlens.reports.lines import Code, Piece, Quote, counted, listed
from sessionlens.reports.scope import Scope
from sessionlens.text import units
from sessionlens.text.regex import regex

NAME_AT_MOST, NAMES_AT_MOST = 50, 3
TITLE_AT_MOST = 60
_SUITE = regex(r"tests? (?:run|passed|failed|skipped|time|errors?|total|ignored)\b")
_NO_NAME = regex(r"=|^[\d.,]+\W*\w{0,3}$")
STATE_WORD = {"applied": "stands", "partial": "partly reverted", "reverted": "reverted"}


def status_at(scope: Scope, hypothesis: Hypothesis) -> tuple[Status, tuple[int, ...]]:
    """A hypothesis's status and deciding messages as far as they are in sight. A decision that came later is not told: it is open."""
    until = scope.view.until
    decided = tuple(m for m in hypothesis.decided_by if until is None or m <= until)
    if until is None or (hypothesis.decided_at is not None and hypothesis.decided_at <= until):
        return hypothesis.status, decided
    return "open", decided


def own_name(hypothesis: Hypothesis) -> str:
    """The first of its aliases that names something: a unit, a number or an assignment does not. "" where none does, or where it only
    speaks of a label ("K2 may be what costs the time"): that is the name of the belief that was stated under it."""
    if borrows(hypothesis):
        return ""
    return next((a for a in hypothesis.aliases if not _NO_NAME.search(a) and not units.known(a)), "")


def name_of(hypothesis: Hypothesis) -> str:
    """What a reader calls it: its own name, else the first words of what was said."""
    return own_name(hypothesis) or shortened(plain_quote(judged_words(hypothesis)), TITLE_AT_MOST) or hypothesis.id


def judged_words(hypothesis: Hypothesis) -> str:
    """The words of a hypothesis that its status is about: what was said, or what a later message made of it."""
    return hypothesis.text if hypothesis.worded else hypothesis.quote or hypothesis.text


def judged(scope: Scope, hypothesis: Hypothesis, most: int) -> Piece:
    """The same, cut to a length; in quotation marks where it was said so."""
    text = scope.clip(judged_words(hypothesis), most)
    return text if hypothesis.worded else Quote(text)


def called(scope: Scope, hypothesis: Hypothesis, most: int = 160) -> tuple[Piece, ...]:
    """Its name, if it has one, with what was said; else that alone."""
    quote = judged(scope, hypothesis, most)
    name = own_name(hypothesis)
    return (f"{name}: ", quote) if name else (quote,)


def quoted(scope: Scope, conclusion: Conclusion, most: int = 140) -> tuple[Piece, ...]:
    """What was concluded; a table's cell says little without its row."""
    quote = Quote(scope.clip(conclusion.quote, most))
    row = conclusion.row or ""
    if conclusion.statement.kind != "cell" or row.strip() == conclusion.quote.strip():
        return (quote,)
    return (quote, " in the row ", Quote(scope.clip(row, most)))


def shortened(text: str, most: int) -> str:
    """A text cut between words, with a mark where something is left out."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    return (cut.rpartition(" ")[0] or cut).rstrip(" ,;:(") + "…"


def plain_quote(text: str) -> str:
    """Words of the transcript on one line, markers of bold taken off: for headings and lists, not for exact quotation."""
    return " ".join(text.replace("**", "").split())


def base_name(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2] or path


def short_path(path: str) -> str:
    """A path's last three names: enough to know the file by."""
    parts = path.rstrip("/").split("/")
    return path if len(parts) <= 4 else "…/" + "/".join(parts[-3:])


def change_name(change: Change) -> str:
    """Its own name where it has one ("B1", "B1 and B2" where it is told to be both), else the files it touched, else what it did."""
    names = [n for n in change.names if ALIAS.fullmatch(n) or n in change.text or not change.files]
    if names:
        told = [n for n in names if ALIAS.fullmatch(n) and n in change.text]
        name = listed(told) if 1 < len(told) <= NAMES_AT_MOST else names[0]
        return f"the revert of {name}" if "git revert" in (change.command or "") and not change.edits else name
    files = list(dict.fromkeys(base_name(f) for f in change.files))
    if files:
        more = len(files) - NAMES_AT_MOST
        return listed(files) if more <= 0 else f"{', '.join(files[:2])} and {counted(more + 1, 'more file')}"
    text = " ".join(change.text.partition(": ")[0].split())
    return text if 0 < len(text) <= NAME_AT_MOST else f"{text[: NAME_AT_MOST - 1].rstrip()}…" if text else change.id


def undone_name(scope: Scope, change: Change) -> str:
    """The name of a change that was undone; where others of its name stand, it is but one edit of what bears it."""
    name = change_name(change)
    others = (c for c in scope.view.changes if c.id != change.id and change_name(c) == name)
    return f"an edit of {name}" if change.names and any(scope.view.state(c.id) == "applied" for c in others) else name


def command_of(scope: Scope, fact: Fact) -> str:
    """The command of the call in which a fact stands, "" where there is none."""
    call = call_of(scope, fact.msg, fact.span.part)
    return (call.command or "") if call else ""


def call_of(scope: Scope, msg: int, part: int) -> ToolCall | None:
    if msg not in scope.whole.turns:
        return None
    calls = scope.whole.message(msg).calls
    return calls[part - 1] if 0 < part <= len(calls) else None


def codes(texts: Iterable[str], most: int = 4) -> tuple[Piece, ...]:
    """Names set as code and joined by commas, the rest counted."""
    items = list(texts)
    out: list[Piece] = []
    for i, text in enumerate(items[:most]):
        out += [", ", Code(text)] if i else [Code(text)]
    if len(items) > most:
        out.append(f" and {len(items) - most} more")
    return tuple(out)


def first_line(text: str) -> str:
    """The first line of a text that says something."""
    return next((line.strip() for line in text.split("\n") if line.strip()), "")


def value_of(m: Measurement) -> str:
    """A value as the tool printed it, with its unit."""
    raw = m.raw.strip()
    return raw if not m.unit or any(c.isalpha() or c == "%" for c in raw) else f"{raw} {m.unit}"


def person_before(scope: Scope, number: int) -> Message | None:
    """The nearest message of a person before that one."""
    before = [n for n in scope.whole.of_people() if n < number]
    return scope.whole.message(before[-1]) if before else None


def excerpt(text: str, lines: int = 40, characters: int = 4000) -> tuple[str, int]:
    """The head and tail of a long text, and how many lines were left out between them (0: the text is whole)."""
    rows = text.split("\n")
    while rows and not rows[-1].strip():
        rows.pop()
    if len(rows) <= lines and len(text) <= characters:
        return "\n".join(rows), 0
    head, tail = lines * 2 // 3, lines // 3
    if len(rows) > lines:
        kept_head, kept_tail, left = rows[:head], rows[-tail:], len(rows) - head - tail
    else:
        kept_head, kept_tail, left = rows, [], 0
    budget = max(120, characters // max(1, len(kept_head) + len(kept_tail)))
    short = [r if len(r) <= budget else f"{r[: budget - 1]}… ({len(r) - budget + 1} more characters)" for r in [*kept_head, *kept_tail]]
    if left:
        short.insert(len(kept_head), f"… {counted(left, 'line')} left out …")
    return "\n".join(short), left


def line_of(text: str, start: int) -> str:
    """The line of a text in which an offset lies."""
    start = max(0, min(start, len(text)))
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", start)
    return text[first : last if last >= 0 else len(text)].strip()


def suite_metric(m: Measurement) -> bool:
    """Whether a value is a test suite's own report of itself, how many ran and how long: that stands with the verifications."""
    return _SUITE.match(m.metric) is not None
