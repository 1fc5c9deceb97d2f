"""Diagnostics as a compiler prints them: the claim's line with a caret, the evidence's line, the derivation, what to do.

    contradicted percent: "+7.0 %"
      --> msg 12, text (c12.1)
       4 | cached run is +7.0 % over the plain one
         |               ^^^^^^ claimed
      ::: msg 9, output of call 1 (m9.2)
       2 | cached  31.9 s
         |         ^^^^^^ 31.9 s
       = (31.9 s - 30.0 s) / 30.0 s = 6.3 %, claimed +7.0 %
       = help: correct the statement, or name the run it speaks of

The form is rustc's; lines are clipped around the mark so that a frame fits 80 to 100 columns. Where the reader's columns are known,
nothing goes beyond them: sentences are broken at words, quoted lines are clipped.
"""

from textwrap import wrap

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion, Fact, Measurement, Verification
from sessionlens.model.frozen import Record
from sessionlens.model.span import Span
from sessionlens.model.verdict import Finding, Verdict
from sessionlens.reports import advice
from sessionlens.reports.redact import Redactor
from sessionlens.text.visible import on_one_line, visible, width

COLUMNS, LEAST = 72, 20
"""Columns of a quoted line, at most and at least; eight stand before it."""
EVIDENCE_SHOWN = 3
_RED, _YELLOW, _BLUE, _CYAN, _GREEN, _BOLD, _PLAIN = "\x1b[31m", "\x1b[33m", "\x1b[34m", "\x1b[36m", "\x1b[32m", "\x1b[1m", "\x1b[0m"
_COLOUR = {
    "contradicted": _RED, "unsupported": _YELLOW, "undecidable": _CYAN, "supported": _GREEN,
    "high": _RED, "medium": _YELLOW, "low": _CYAN,
}  # fmt: skip


class Mark(Record):
    """One marked line: its number from 1 in the text it stands in (0: not known), the line, and the marked part [start, end) of it."""

    number: int
    line: str
    start: int
    end: int


def mark(text: str, start: int, end: int) -> Mark:
    """The line of `text` that holds `start`, with what of [start, end) lies on it. Offsets beyond the text mark its last line."""
    start = max(0, min(start, len(text)))
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", start)
    last = len(text) if last < 0 else last
    stop = min(max(end, start), last)
    return Mark(text.count("\n", 0, first) + 1, text[first:last], start - first, stop - first)


def _shown(mark: Mark, redact: Redactor, most: int = COLUMNS) -> tuple[str, str]:
    """The line as printed, clipped to `most` columns around its mark, and the carets under it (empty where nothing is marked)."""
    before, marked, after = (
        visible(redact(part)).replace("\t", "    ").replace("\n", " ")
        for part in (mark.line[: mark.start], mark.line[mark.start : mark.end], mark.line[mark.end :])
    )
    before = before.lstrip() if not before.strip() else before
    led = 3 if before else 0
    if len(marked) + led > most:
        marked, after = marked[: most - 3 - led] + "...", ""
    room = max(0, most - len(marked))
    if len(before) + len(marked) + len(after) > most:
        lead = min(len(before), max(room // 2, room - len(after)))
        if lead < len(before):
            before = "..." + before[len(before) - max(0, lead - 3) :]
        tail = max(0, room - len(before))
        if tail < len(after):
            after = after[: tail - 3] + "..." if tail > 2 else ""
    return before + marked + after, " " * width(before) + "^" * width(marked)


class Frame:
    """Lines of one frame under a common gutter."""

    def __init__(self, colour: bool, columns: int | None = None) -> None:
        self._colour = colour
        self._columns = columns
        self._room = COLUMNS if columns is None else max(LEAST, min(COLUMNS, columns - 8))
        self._redact = Redactor()
        self._lines: list[str] = []

    def paint(self, text: str, code: str) -> str:
        return f"{code}{text}{_PLAIN}" if self._colour and text else text

    def clean(self, text: str) -> str:
        return visible(self._redact(text)).replace("\n", " ").replace("\t", " ")

    def title(self, word: str, rest: str, tone: str) -> None:
        first, *more = self._broken(rest, 0, len(word)) or [""]
        self._lines.append(self.paint(word, _BOLD + _COLOUR.get(tone, "")) + self.paint(first, _BOLD))
        self._lines += ["  " + self.paint(line, _BOLD) for line in more]

    def place(self, arrow: str, where: str) -> None:
        first, *more = self._broken(on_one_line(where), 6)
        self._lines.append(f"  {self.paint(arrow, _BLUE)} {first}")
        self._lines += [" " * 6 + line for line in more]

    def _broken(self, text: str, indent: int, taken: int = 0) -> list[str]:
        """The text in lines that fit behind an indent, the first one behind `taken` columns more; one line where nobody knows the
        columns."""
        if self._columns is None or len(text) + indent + taken <= self._columns:
            return [text]
        room = max(LEAST, self._columns - max(indent, 2))
        lines = wrap("\0" * taken + text, room, break_on_hyphens=False)
        return [line.lstrip("\0") if n else line[taken:] for n, line in enumerate(lines)] or [text]

    def code(self, mark: Mark, label: str, tone: str = "") -> None:
        line, carets = _shown(mark, self._redact, self._room)
        bar = self.paint("|", _BLUE)
        number = f"{mark.number:>5}" if mark.number else " " * 5
        self._lines.append(f"{self.paint(number, _BLUE)} {bar} {line}".rstrip())
        if carets.strip():
            beside = self._columns is None or len(carets) + len(label) + 9 <= self._columns
            under = f"{carets.rstrip()} {label if beside else ''}".rstrip()
            lead = len(under) - len(under.lstrip())
            self._lines.append(f"      {bar} {' ' * lead}{self.paint(under[lead:], _COLOUR.get(tone, _BLUE))}")
            for below in () if beside else self._broken(label, 8):
                self._lines.append(f"      {bar} {self.paint(below, _COLOUR.get(tone, _BLUE))}")

    def note(self, text: str, head: str = "") -> None:
        for line in text.strip().split("\n"):
            first, *more = self._broken(self.clean(line), 8, len(head))
            self._lines.append(f"      {self.paint('=', _BLUE)} {self.paint(head, _BOLD)}{first}")
            self._lines += [" " * 8 + shown for shown in more]

    def __str__(self) -> str:
        return "\n".join(self._lines)


def _texts(view: View, msg: int, part: int) -> tuple[str, str]:
    """The text that a span points into, and what it is called; both empty where the message is not in the session."""
    if msg not in view.turns:
        return "", f"msg {msg}"
    message = view.message(msg)
    if part == 0:
        return message.text, f"msg {msg}, text"
    if part > len(message.calls):
        return "", f"msg {msg}, call {part}"
    return message.calls[part - 1].output, f"msg {msg}, output of call {part}"


def _command(view: View, span: Span) -> str:
    message = view.message(span.msg)
    call = message.calls[span.part - 1] if 0 < span.part <= len(message.calls) else None
    if call is None:
        return ""
    return call.command or " ".join([call.name, *dict.fromkeys(e.path for e in call.edits)])


def _span(frame: Frame, view: View, span: Span, arrow: str, suffix: str, label: str, tone: str = "") -> None:
    """A place and its line. A span that marks nothing, or all, of a call's output points at the call itself: its command is the line."""
    text, where = _texts(view, span.msg, span.part)
    if span.part and (span.end <= span.start or (span.start == 0 and span.end >= len(text))):
        command = _command(view, span)
        frame.place(arrow, f"msg {span.msg}, call {span.part}{suffix}")
        frame.code(mark(command, 0, len(command)), label, tone)
        return
    frame.place(arrow, where + suffix)
    if text:
        frame.code(mark(text, span.start, span.end), label, tone)


def _known(view: View, fact_id: str) -> bool:
    return fact_id in view.graph.nodes and "fact" in view.graph.nodes[fact_id]


def _label(fact: Fact) -> str:
    if isinstance(fact, Measurement):
        return f"{fact.metric}, {fact.config}" if fact.config else fact.metric
    return fact.result if isinstance(fact, Verification) else ""


def _evidence(frame: Frame, view: View, ids: tuple[str, ...], skip: str = "") -> None:
    """The facts' lines, at most `EVIDENCE_SHOWN`, those of one output under one head; the ids of the rest."""
    known = [view.fact(i) for i in dict.fromkeys(ids) if i != skip and _known(view, i)]
    place = None
    for fact in known[:EVIDENCE_SHOWN]:
        here = (fact.span.msg, fact.span.part)
        if fact.span.source != view.session.source:
            _added(frame, fact, where=place != here)
            place = here
            continue
        text, _ = _texts(view, *here)
        if here == place and text and fact.span.end > fact.span.start:
            frame.code(mark(text, fact.span.start, fact.span.end), frame.clean(_label(fact))[:40])
        else:
            same = [f.id for f in known[:EVIDENCE_SHOWN] if (f.span.msg, f.span.part) == here]
            _span(frame, view, fact.span, ":::", f" ({', '.join(same)})", frame.clean(_label(fact))[:40])
        place = here
    if len(known) > EVIDENCE_SHOWN:
        rest = ", ".join(fact.id for fact in known[EVIDENCE_SHOWN : EVIDENCE_SHOWN + 6])
        more = len(known) - EVIDENCE_SHOWN - 6
        frame.note(rest + (f" and {more} more" if more > 0 else ""), "also: ")


def _added(frame: Frame, fact: Fact, where: bool) -> None:
    """Evidence that a person added in a file beside the session, whose text is not kept: the value as printed there."""
    if where:
        frame.place(":::", f"{fact.span.source}, added beside msg {fact.span.msg}")
    raw = fact.raw if isinstance(fact, Measurement) else fact.text
    frame.code(Mark(0, raw, 0, len(raw)), frame.clean(f"{_label(fact)} ({fact.id})")[:60])


def verdict_frame(view: View, conclusion: Conclusion, verdict: Verdict, colour: bool = False, columns: int | None = None) -> str:
    """One judged conclusion as a frame. Colour is the caller's decision: on a terminal, and only without `NO_COLOR`; so are the
    columns, None where nobody knows them."""
    frame = Frame(colour, columns)
    quote = frame.clean(conclusion.quote)
    frame.title(verdict.verdict, f" {verdict.claim}: {quote if len(quote) <= 60 else quote[:57] + '...'}", verdict.verdict)
    text, where = _texts(view, conclusion.msg, 0)
    frame.place("-->", f"{where} ({conclusion.id})")
    if text:
        frame.code(mark(text, conclusion.at, conclusion.at + len(conclusion.quote)), "claimed", verdict.verdict)
    _evidence(frame, view, verdict.nodes, conclusion.id)
    if verdict.derivation:
        frame.note(verdict.derivation)
    if verdict.caveats:
        frame.note(", ".join(verdict.caveats), "caveats: ")
    if verdict.overturned_by:
        frame.note(", ".join(f"msg {m}" for m in verdict.overturned_by), "refuted later by: ")
    helped = advice.for_verdict(verdict.verdict, verdict.caveats)
    if helped:
        frame.note(helped, "help: ")
    return str(frame)


def finding_frame(view: View, finding: Finding, colour: bool = False, columns: int | None = None) -> str:
    """One finding of method as a frame: rule, issue, place, the facts concerned, why, what to do."""
    frame = Frame(colour, columns)
    said = frame.clean(finding.text).removeprefix(f"{finding.issue}: ")
    frame.title(f"{finding.rule} {finding.issue}", f": {said}", finding.confidence)
    _span(frame, view, finding.span, "-->", f" ({finding.id})", f"confidence: {finding.confidence}", finding.confidence)
    here = finding.span
    ids = tuple(i for i in finding.about if _known(view, i) and (view.fact(i).span.msg, view.fact(i).span.start) != (here.msg, here.start))
    _evidence(frame, view, ids)
    if finding.why and not finding.text.endswith(finding.why):
        frame.note(finding.why)
    if finding.help:
        frame.note(finding.help, "help: ")
    return str(frame)
