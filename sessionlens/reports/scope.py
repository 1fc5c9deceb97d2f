"""What one report is about: a whole session, one hypothesis of it, or one message as of which everything is told."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from sessionlens.graph.view import View
from sessionlens.model.facts import Change, Conclusion, Fact, Hypothesis
from sessionlens.model.session import Message
from sessionlens.model.trace import Run
from sessionlens.model.verdict import Finding, Verdict
from sessionlens.reports.redact import Redactor
from sessionlens.reports.slices import Unknown, find_hypotheses, slice_of
from sessionlens.text.regex import regex
from sessionlens.text.visible import one_line

LONG, READ_AT_MOST = 1500, 300
"""Messages of a session that is very long, and how many of those are read."""
FIRST, NEAR, WORD_AT_MOST = 20, 60, 20
_CODE = regex(r"(?i)\.(?:rs|py|go|c|cc|cpp|cu|h|hpp|java|kt|tsx?|jsx?|mjs|cs|rb|php|swift|sql|zig|scala)$")
_BESIDE = regex(r"(?i)(?:^|/)(?:tests?|spec|docs?|examples?|bench\w*)/|(?:_|\.)(?:test|spec)s?\.\w+$|(?:^|/)(?:test|bench)\w*\.\w+$")


@dataclass(frozen=True)
class Scope:
    """`view` shows what the report may speak of (a slice, as of a message); `whole` shows all of the session, for the hindsight box
    and for bases of comparison. `message` is the number of the message that a close reading is about."""

    view: View
    whole: View
    kind: str
    redact: Redactor
    message: int | None = None
    hypotheses: tuple[Hypothesis, ...] = ()
    memo: dict[str, Any] = field(default_factory=dict, compare=False)
    """What one section worked out and others want, too."""

    @property
    def sliced(self) -> bool:
        return self.view.only is not None

    @property
    def subject(self) -> Message | None:
        return None if self.message is None else self.whole.message(self.message)

    def numbers(self) -> list[int]:
        """The messages in sight that a section may read one by one. A stored message costs a read, so of a very long session only
        those are looked at that tell most: where something was believed, undone, refuted or found at fault, then where something was
        changed or concluded, with the neighbours of the message under close reading. `source` says how many were not."""
        return self._numbers

    @cached_property
    def _numbers(self) -> list[int]:
        until = self.view.until
        known = sorted(n for n in self.whole.turns if until is None or n <= until)
        if len(known) <= LONG:
            return known
        view = self.view
        kept = {*known[:FIRST], *known[-NEAR:]}
        refuted = (c for c, v in self.judged() if v.verdict == "contradicted")
        named = (c for c in view.changes if c.names or c.hypothesis)
        groups: tuple[Iterable[Fact | Finding], ...]
        groups = (view.hypotheses, view.reversions, refuted, view.findings, named, reversed(view.changes), reversed(view.conclusions))
        for fact in chain.from_iterable(groups):
            if len(kept) >= READ_AT_MOST:
                break
            kept.add(fact.msg)
        read = [n for n in known if n in kept]
        self.whole.expect(read)
        return read

    @cached_property
    def people(self) -> list[int]:
        """The messages in sight that a person wrote."""
        until = self.view.until
        return [n for n in self.whole.of_people() if until is None or n <= until]

    @cached_property
    def near(self) -> int:
        """The first message whose commands a close reading goes through: all of them, or the neighbours in a very long session."""
        return max(0, (self.message or 0) - NEAR) if self.long else 0

    @property
    def long(self) -> bool:
        """Whether not every message is read."""
        return len(self.whole.turns) > LONG

    def runs(self, first: int = 0, last: int | None = None) -> Iterator[tuple[int, Run]]:
        """The tool calls of those messages from `first` to `last`, oldest first."""
        for n in self.numbers():
            if n >= first and (last is None or n <= last):
                for run in self.whole.turns[n].runs:
                    yield n, run

    def clip(self, text: str, most: int = 160) -> str:
        """A text on one line, secrets taken out before it is cut; it is cut between words where one is near."""
        line = one_line(self.redact(text[: most * 20]), most)
        if line[-1:] != "…" or text.rstrip().endswith("…"):
            return line
        whole = line[:-1].rpartition(" ")[0].rstrip(" ,;:(—–-")
        return f"{whole}…" if len(line) - len(whole) <= WORD_AT_MOST else line

    def findings(self) -> tuple[Finding, ...]:
        """Findings in sight."""
        return self.view.findings

    def judged(self) -> tuple[tuple[Conclusion, Verdict], ...]:
        """Conclusions in sight with their verdicts; those that were not checked are left out (`verdict_box` counts them)."""
        return self._judged

    @cached_property
    def _judged(self) -> tuple[tuple[Conclusion, Verdict], ...]:
        pairs = ((c, self.view.verdict(c.id)) for c in self.view.conclusions)
        return tuple((c, v) for c, v in pairs if v is not None)

    def issues(self, fact_id: str) -> list[str]:
        """What findings in sight say of a fact."""
        return self._issues.get(fact_id, [])

    @cached_property
    def _issues(self) -> dict[str, list[str]]:
        by: dict[str, list[str]] = {}
        for f in self.view.findings:
            for fact_id in dict.fromkeys(f.about):
                by.setdefault(fact_id, []).append(f.issue)
        return by

    def changes_of(self, hypothesis: Hypothesis) -> list[Change]:
        """The changes in sight that put a hypothesis to work: where some go by its name, only these, since others were made for it (a
        program that counts, variants to compare). One that only took back what the session had made does not."""
        places, owned = self._changes
        found = {places[i] for i in self.whole.targets(hypothesis.id, "motivates") if i in places}
        changes = [self.view.changes[i] for i in sorted(found | owned.get(hypothesis.id, set()))]
        called = {a.lower() for a in hypothesis.aliases}
        return [c for c in changes if not called.isdisjoint(n.lower() for n in c.names)] or changes

    @cached_property
    def _changes(self) -> tuple[dict[str, int], dict[str, set[int]]]:
        """The place of each change in sight, and the places of those that name their hypothesis."""
        owned: dict[str, set[int]] = {}
        for i, c in enumerate(self.view.changes):
            if c.hypothesis and not self.clears(c):
                owned.setdefault(c.hypothesis, set()).add(i)
        return {c.id: i for i, c in enumerate(self.view.changes) if not self.clears(c)}, owned

    def clears(self, change: Change) -> bool:
        """Whether a change only took back what the session had made: that stands among the reversions."""
        return bool(change.files) and all((change.msg, path) in self._cleared for path in change.files)

    @cached_property
    def _cleared(self) -> frozenset[tuple[int, str]]:
        back = [r for r in self.whole.reversions if r.of_msg != r.msg and self.whole.lasts(r)]
        return frozenset((r.msg, path) for r in back for path in r.files)

    def undone_at(self, change_id: str) -> list[int]:
        """The messages in sight that undid a change, and left it undone."""
        return self._undone.get(change_id, [])

    @cached_property
    def _undone(self) -> dict[str, list[int]]:
        by: dict[str, list[int]] = {}
        for r in filter(self.view.lasts, self.view.reversions):
            for change in (r.of, *r.also):
                by.setdefault(change or "", []).append(r.msg)
        return by

    def changed_after(self, msg: int) -> bool:
        """Whether sources of the program were changed after a message, and still are: tests, documents and benchmarks are none of them."""
        later = (c for c in self.whole.changes if c.msg > msg and any(_CODE.search(f) and not _BESIDE.search(f) for f in c.files))
        return any(self.whole.state(c.id) == "applied" for c in later)

    def sees_message(self, number: int) -> bool:
        return number in self.whole.turns and (self.view.until is None or number <= self.view.until)


def of_session(view: View, kind: str, hypothesis: str | None) -> Scope:
    """The scope of a report on a session, or on one hypothesis of it."""
    if hypothesis is None:
        return Scope(view, view, kind, Redactor(), hypotheses=view.hypotheses)
    chosen = find_hypotheses(view, hypothesis)
    return Scope(view.sliced(slice_of(view, chosen, (hypothesis,))), view, kind, Redactor(), hypotheses=chosen)


def of_message(view: View, kind: str, number: int) -> Scope:
    """The scope of a close reading: nothing after that message is in sight but in `whole`."""
    if number not in view.turns:
        known = sorted(view.turns)
        raise Unknown(
            f"there is no message {number}; the session has {known[0]} to {known[-1]}" if known else "the session has no messages"
        )
    then = view.as_of(number)
    return Scope(then, view, kind, Redactor(), message=number, hypotheses=then.hypotheses)
