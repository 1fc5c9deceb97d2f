"""Runs probes one after the other, compares each with what the session recorded, and learns what varies by running again."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from sessionlens import commands
from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.probe import ForOne, Likeness, Mode, Probe, ProbeResult, Rest
from sessionlens.model.session import ToolCall
from sessionlens.probes import fingerprint, rewind
from sessionlens.probes.chamber import Chamber
from sessionlens.probes.compare import Comparison, compare
from sessionlens.probes.evidence import Spans
from sessionlens.probes.execute import Execution
from sessionlens.probes.locked import Locked
from sessionlens.probes.normalise import text_of
from sessionlens.probes.parts import part_of, parts
from sessionlens.probes.project import Project
from sessionlens.probes.sandbox import Box
from sessionlens.probes.settle import ALIKE, remark, settle, stopped, unrun
from sessionlens.text.regex import regex

_HEAD = regex(r"head|tail")
_TOOL = regex(r"[A-Za-z0-9_.+-]+\Z")


OTHER_MACHINE = "times of one machine say nothing of another's; only their ratios may be compared"
FOUND_TOO = "the search finds it in this build too: if this is the build without the change, finding it shows nothing"
NOT_FOUND = "the search finds nothing in this build: if this is the build without the change, finding it in the other shows the change"
UNKNOWN = "that today's files, tools and machine are those of then is not known, so the difference refutes nothing"


@dataclass(slots=True)
class _Look:
    """A recorded output and today's, side by side. `again` is a second output of today; `here` that the session ran on this machine."""

    call: ToolCall
    text: str
    here: bool
    again: str | None = None

    def likened(self, cited: Spans) -> Comparison:
        """The comparison by what is cited; of today's two outputs, the one that comes closer counts."""
        options = {"cited": cited, "cut": self.call.cut, "same_machine": self.here}
        first = compare(self.call.output, self.text, again=self.again, **options)  # type: ignore[arg-type]
        if self.again is None or first.likeness in ALIKE:
            return first
        second = compare(self.call.output, self.again, again=self.text, **options)  # type: ignore[arg-type]
        return second if second.likeness in ALIKE else first


class Rerun:
    """All that the probes of one session on one project share. Use it with an entered `Chamber`.

    Example: `for result in Rerun(view, project, chamber).results(plan(view, project), "read"): print(result.likeness)`.
    """

    def __init__(self, view: View, project: Project, chamber: Chamber | Locked) -> None:
        self.view, self.project, self.chamber = view, project, chamber
        self.steps = rewind.history(view)
        self._then = fingerprint.then(view, self.steps)
        self._versions: dict[str, str | None] = {}
        self._runs: dict[tuple[object, ...], Execution] = {}

    def results(self, probes: Iterable[Probe], mode: Mode = "read", seconds: float | None = None) -> Iterator[ProbeResult]:
        """Each probe's result as soon as it is there. In `read` mode a probe that builds is not run."""
        for probe in probes:
            yield self.one(probe, mode, seconds)

    def one(self, probe: Probe, mode: Mode = "read", seconds: float | None = None) -> ProbeResult:
        """One probe: run, compared, and if it is not the same at once, run a second time to see what varies."""
        if probe.reason is not None:
            return unrun(probe, probe.reason, probe.why)
        if probe.mode == "build" and mode == "read":
            return unrun(probe, "needs-build", "it writes into the project; --mode build runs it on a throw-away layer")
        if probe.mode == "build" and (why := self.chamber.no_layer()):
            return unrun(probe, "needs-build", why)
        before = rewind.past(self.steps, probe.msg, probe.part, self.project)
        call = self._call(probe)
        run = self._run(probe, before, seconds)
        text = self._text(run.output)
        ended = stopped(probe, run, text)
        if ended is not None:
            return ended
        known = self._then[probe.msg, probe.part]
        look = _Look(call, text, fingerprint.same_machine(known))
        found = look.likened(probe.cited)
        if found.likeness not in ("exact", "normalised-equal"):
            again = self._run(probe, before, seconds, fresh=True)
            look.again = self._text(again.output) if again.end == "exit" else None
            found = look.likened(probe.cited)
        if found.likeness == "differs" and not probe.suggested:
            found = self._beyond_the_cut(probe, call, before, seconds) or found
        fields = (*fingerprint.common(known), *fingerprint.fields(probe, known, self.project, before, self._head, self._tools(probe)))
        result = settle(probe, call, run, text, found, fields, self._notes(probe, before, found, look.here, run))
        if result.likeness != "could-not-run":
            result = replace(result, each=tuple(self._for_one(rest, look, result.likeness) for rest in probe.rests))
        if result.likeness == "differs" and not fingerprint.settled(probe, fields, known, self.project, before):
            result = replace(result, notes=(*result.notes, UNKNOWN))
        return result

    def _for_one(self, rest: Rest, look: "_Look", whole: Likeness) -> ForOne:
        """What one conclusion gets: its own part of the output, compared by what it cites."""
        conclusion = self.view.fact(rest.conclusion)
        quote = conclusion.quote if isinstance(conclusion, Conclusion) else conclusion.text
        part, cited = part_of(parts(look.call.command or "", look.call.output, look.text), rest.cited, quote)
        whole_of_it = len(part.old) >= len(look.call.output)
        found = look.likened(rest.cited) if whole_of_it else compare(part.old, part.new, cited=cited, same_machine=look.here)
        return ForOne(rest.conclusion, found.likeness if found.likeness in ALIKE else whole, remark(part.old, quote))

    def line(self, probe: Probe) -> str:
        """The exact line that would run the probe."""
        before = rewind.past(self.steps, probe.msg, probe.part, self.project)
        return self.chamber.line(self._box(probe, before, None), self._script(probe))

    def _box(self, probe: Probe, before: rewind.Past, seconds: float | None) -> Box:
        return self.chamber.box(probe.tools, probe.mode, cwd=probe.cwd, seconds=seconds, files=before.files)

    def _run(self, probe: Probe, before: rewind.Past, seconds: float | None, fresh: bool = False) -> Execution:
        """Runs a probe; the same command in the same state is run once for all the messages that ran it."""
        script = self._script(probe)
        key = (script, probe.cwd, probe.mode, before.files, seconds)
        if fresh or key not in self._runs:
            run = self.chamber.run(self._box(probe, before, seconds), script)
            if fresh:
                return run
            self._runs[key] = run
        return self._runs[key]

    @staticmethod
    def _script(probe: Probe) -> str:
        return "\n".join((*probe.exports, probe.command))

    def _text(self, output: bytes) -> str:
        """Today's output, with the project's path as the session had it."""
        text = text_of(output)
        seen, recorded = self.chamber.place.seen, self.project.recorded
        return text if recorded is None or recorded == seen else text.replace(seen, recorded)

    def _call(self, probe: Probe) -> ToolCall:
        return self.view.message(probe.msg).calls[probe.part - 1]

    def _beyond_the_cut(self, probe: Probe, call: ToolCall, before: rewind.Past, seconds: float | None) -> Comparison | None:
        """Where `head` or `tail` cut the output: whether the recorded lines are still printed, beyond the cut."""
        last = commands.actions(probe.command)[-1].command
        if not _HEAD.fullmatch(last.tool) or last.stage == 0 or not call.output.strip():
            return None
        at = probe.command.rfind("|", 0, last.start)
        if at < 0:
            return None
        whole = self._run(replace(probe, command=probe.command[:at] + probe.command[last.end :]), before, seconds)
        printed = set(self._text(whole.output).split("\n"))
        if whole.end == "exit" and all(line in printed for line in call.output.split("\n") if line.strip()):
            return Comparison("contains-evidence", f"the recorded lines are printed, beyond what {last.tool} leaves", ("cut",))
        return None

    def _notes(self, probe: Probe, before: rewind.Past, found: Comparison, here: bool, run: Execution) -> tuple[str, ...]:
        notes = []
        if probe.suggested:
            notes.append(FOUND_TOO if run.output.strip() else NOT_FOUND)
        if before.undone:
            notes.append(
                f"on the files as of message {probe.msg}: {before.undone} later edit{'s' * (before.undone > 1)} of the session undone"
            )
        stale = [f for f in self.view.findings if f.issue == "stale-build" and f.msg == probe.msg]
        if stale:
            notes.append("stale-build: what was probed had been built before the last edit, so the output shows an old build")
        if found.scale is not None and not here:
            notes.append(OTHER_MACHINE)
        return tuple(notes)

    @cached_property
    def _head(self) -> str | None:
        """The commit that is checked out, read inside the sandbox: git itself may run what a repository tells it to."""
        if not (self.project.real / ".git").exists():
            return None
        run = self.chamber.run(self.chamber.box(("git",)), "git rev-parse HEAD")
        text = run.output.decode(errors="replace").strip()
        return text if re.fullmatch(r"[0-9a-f]{40,64}", text) else None

    def _tools(self, probe: Probe) -> dict[str, str]:
        """Versions of a probe's programs, asked inside the sandbox, where they matter."""
        if probe.kind in ("version", "tests", "build", "benchmark", "lint", "run"):
            fresh = [t for t in probe.tools if t not in self._versions and _TOOL.match(t)]
            if fresh:
                script = "; ".join(f"echo '={t}'; timeout 5 {t} --version 2>&1 </dev/null | head -3" for t in fresh)
                said = self.chamber.run(self.chamber.box(fresh), script).output.decode(errors="replace")
                for tool, part in zip(fresh, re.split(r"(?m)^=\S+$", said)[1:], strict=False):
                    version = re.search(r"\d+\.\d+[\w.+-]*", part)
                    self._versions[tool] = version[0] if version else None
        return {t: v for t in probe.tools if (v := self._versions.get(t)) is not None}
