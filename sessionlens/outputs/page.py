"""One tool call's output as the parsers see it: lines with offsets, what the commands were, which lines are already claimed.

A parser asks for `lines()`, adds readings and outcomes, and thereby claims the line that each stands on; later, more general parsers
pass over claimed lines, so that no characters are counted twice. A page lives for one call of `outputs.read`.
"""

import bisect
import re
from collections.abc import Iterator
from typing import Literal

from sessionlens.model.quick import lazy
from sessionlens.model.session import ToolCall
from sessionlens.model.trace import Action, Outcome, Reading
from sessionlens.model.words import Direction, SpreadKind
from sessionlens.outputs import directions, headings
from sessionlens.outputs.configs import names
from sessionlens.outputs.readers import SOURCE, is_local, is_snippet, reads_text, words_of
from sessionlens.text import loops, units
from sessionlens.text.programs import READERS
from sessionlens.text.regex import regex

NUMBER = r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?"
"""A number as tools print it; a comma separates thousands."""

_EMPTY_HEADINGS = frozenset(["Summary", "Latency distribution", "CPU speed", "Throughput", "Thread Stats", "General statistics", "Details"])
_SHOWERS = frozenset({"cat", "head", "tail", "grep", "rg", "less", "awk", "sed", "sort", "column"})
_RESULTS = regex(
    r"(?i)(?:bench|result|perf|timing|measure|baseline)[\w*-]*(?:/[\w*./-]+)?\.(?:txt|log|out|md|csv|tsv|json|jsonl)$|\.bench$"
)
_LOG = regex(r"(?i)\.(?:log|out|txt)$")
_PAST = frozenset({"log", "status", "branch", "reflog", "stash", "ls-files"})
"""What git tells of a history, without the text of any file."""
_PROGRAMS = frozenset({"benchmark", "profile", "run"})


class Page:
    """The output of one call, while it is read. `readings` and `outcomes` are what has been found so far."""

    def __init__(self, text: str, actions: tuple[Action, ...], call: ToolCall) -> None:
        self.text = text
        self.actions = actions
        self.call = call
        self.readings: list[Reading] = []
        self.outcomes: list[Outcome] = []
        self.claimed: set[int] = set()
        self.parser = ""

    @lazy
    def lines(self) -> list[tuple[int, str]]:
        """Every line with the offset of its first character, without its end."""
        out, at = [], 0
        for line in self.text.split("\n"):
            out.append((at, line))
            at += len(line) + 1
        return out

    def having(self, *literals: str) -> list[tuple[int, str]]:
        """The lines that hold one of the literals, with their offsets, in order. Much cheaper than looking at every line."""
        text, found = self.text, {}
        for literal in literals:
            i = text.find(literal)
            while i >= 0:
                start = text.rfind("\n", 0, i) + 1
                end = text.find("\n", i)
                end = end if end >= 0 else len(text)
                found[start] = text[start:end]
                i = text.find(literal, max(end, i + 1))
        return sorted(found.items())

    def matches(self, pattern: re.Pattern[str], *literals: str) -> Iterator[re.Match[str]]:
        """The matches of a pattern at the beginning of lines that hold one of the literals; offsets are those of the output."""
        for start, line in self.having(*literals):
            m = pattern.match(self.text, start, start + len(line))
            if m is not None:
                yield m

    @lazy
    def starts(self) -> list[int]:
        return [at for at, _ in self.lines]

    def line_at(self, offset: int) -> int:
        """The offset of the line that a character stands on."""
        return self.text.rfind("\n", 0, offset) + 1

    def free(self) -> Iterator[tuple[int, str]]:
        """Lines that no parser has claimed yet."""
        return ((at, line) for at, line in self.lines if at not in self.claimed)

    @lazy
    def tools(self) -> frozenset[str]:
        """The base names of the programs that the call ran."""
        return frozenset([action.command.tool for action in self.actions])

    @lazy
    def ran(self) -> frozenset[str]:
        """The programs that the call ran, those among them to which a task runner was resolved."""
        return self.tools.union([a.runner.partition(" ")[0] for a in self.actions])

    @lazy
    def programs(self) -> tuple[Action, ...]:
        """The commands that ran something which may print measurements of its own: benchmarks, scripts, built programs."""
        return tuple(a for a in self.actions if a.intent in _PROGRAMS and a.command.tool not in READERS)

    @lazy
    def locals(self) -> tuple[Action, ...]:
        """Programs and scripts of the project's own whose name told another intent, `./deploy` or `sh smoke.sh`: what they print with a
        unit beside it is a value all the same."""
        return tuple(a for a in self.actions if a.intent not in _PROGRAMS and (is_local(a) or is_snippet(a)))

    def wrapped(self, *wrappers: str) -> str:
        """The words of the one program that was run under one of these wrappers ("valgrind", "perf stat"); "" where there are several."""
        inner = [a for a in self.actions if any(w.startswith(wrappers) for w in a.command.wrappers)]
        return " ".join(self.words(inner[0])) if len(inner) == 1 else ""

    @lazy
    def shows_results(self) -> bool:
        """Whether the call printed a file of results that was written before: `tail bench.log`, `grep rss timings.txt`."""
        return any(a.command.tool in _SHOWERS and any(_RESULTS.search(w) for w in a.command.argv[1:]) for a in self.actions)

    @lazy
    def shown_file(self) -> str:
        """The name of the one file of results that the call printed, "" where there are several."""
        names = {w.rsplit("/", 1)[-1] for a in self.actions if a.command.tool in _SHOWERS for w in a.command.argv[1:] if _RESULTS.search(w)}
        return names.pop() if len(names) == 1 else ""

    @lazy
    def shows_log(self) -> bool:
        """Whether the call printed a log or text whose name says nothing: only lines of nothing but values are then read."""
        return any(a.command.tool in _SHOWERS and any(_LOG.search(w) for w in a.command.argv[1:]) for a in self.actions)

    @lazy
    def counters(self) -> tuple[Action, ...]:
        """Counting commands inside `$(...)`, whose bare numbers an echo names: `echo "zmm $(objdump -d a | grep -c zmm)"`."""
        return tuple(
            a
            for a in self.actions
            if "substitution" in a.command.nesting
            and (
                a.command.tool == "wc"
                or (a.command.tool in ("grep", "rg") and any(w.startswith("-") and "c" in w for w in a.command.argv[1:]))
            )
        )

    @lazy
    def only_reads(self) -> bool:
        """Whether the call only showed sources, documents, listings or history, whose numbers nobody measured now."""
        if not self.actions:
            return bool(SOURCE.search(self.call.command or ""))
        if not self.tools <= READERS:
            return False
        past = False
        for action in self.actions:
            if reads_text(action):
                if action.command.tool != "git" or _PAST.isdisjoint(action.command.argv[1:4]):
                    return True
                past = True
        return past and not self.shows_results

    def commands(self, *tools: str) -> list[Action]:
        """The call's commands whose program or resolved runner is one of `tools`, in order."""
        return [a for a in self.actions if a.command.tool in tools or a.runner in tools or a.runner.partition(" ")[0] in tools]

    def words(self, action: Action | None, given: loops.Round | None = None) -> tuple[str, ...]:
        """What a command's words say of the configuration: the program's name (not an interpreter's) and its arguments. `given` are
        the variables of a loop's round."""
        return words_of(action, given) if action is not None else ()

    def of(self, actions: list[Action], index: int, blocks: int) -> Action | None:
        """The command that printed block `index` of `blocks`: the only one, or one each in order; else nobody can say."""
        if len(actions) == 1:
            return actions[0]
        looped = any(n in ("for", "while") for a in actions for n in a.command.nesting)
        return actions[index] if len(actions) == blocks and index < blocks and not looped else None

    def each(self, actions: list[Action], blocks: int) -> list[str]:
        """The words of the command that printed each of so many like blocks, one after the other: of the only command, of each in
        turn, or of each in every round of the loops around them; "" where nobody can say."""
        if not actions or not blocks:
            return [""] * blocks
        looped = any(n in ("for", "while", "until") for a in actions for n in a.command.nesting)
        turns: tuple[loops.Round, ...] = ({},)
        if looped:
            command = self.call.command or ""
            depth = len(loops.loops(command))
            alike = all(a.command.nesting.count("for") == depth and "while" not in a.command.nesting for a in actions)
            turns = loops.rounds(command) if alike else ()
        printed = [(a, given) for given in turns for a in actions]
        if printed and blocks % len(printed) == 0 and (len(printed) > 1 or not looped):
            size = blocks // len(printed)
            return [told for a, given in printed for told in [" ".join(self.words(a, given))] * size]
        return [" ".join(self.words(actions[0])) if len(actions) == 1 else ""] * blocks

    def heading(self, offset: int) -> str:
        """The nearest heading above: `== name ==`, `[name]`, a short line that ends in a colon, `config: name`, what an `echo` printed."""
        found = self._headings
        if not found:
            return ""
        place = bisect.bisect_left(found, (offset, ""))
        return found[place - 1][1] if place else ""

    @lazy
    def _headings(self) -> list[tuple[int, str]]:
        return headings.find(self.lines, self.claimed, self.actions, self.call.command or "")

    @lazy
    def loop_words(self) -> frozenset[str]:
        """The words that the command's loops run over, numbers aside."""
        return frozenset(w for _, words in loops.loops(self.call.command or "") for w in words if not w.isdigit())

    @lazy
    def heading_words(self) -> frozenset[str]:
        """The words of all headings: what stands under another heading is not about them."""
        return frozenset(word for _, text in self._headings for word in text.split())

    def about(self, offset: int) -> str:
        """What a value is about where its own line does not say: the heading above, else the words of the only tool that was run, or of
        the only benchmark where others prepared it (`./restart.sh && wrk URL`)."""
        heading = self.heading(offset)
        if heading and heading not in _EMPTY_HEADINGS:
            return heading
        tools = [a for a in self.actions if a.command.tool not in READERS]
        if len(tools) > 1:
            tools = [a for a in tools if a.intent == "benchmark"]
        return " ".join(self.words(tools[0])) if len(tools) == 1 else ""

    def reading(
        self,
        metric: str,
        raw: str,
        unit: str,
        start: int,
        *,
        config: str = "",
        value: float | None = None,
        way: Direction | None = None,
        n: int | None = None,
        spread: float | None = None,
        spread_kind: SpreadKind | None = None,
        labels: tuple[str, ...] = (),
        samples: tuple[int, ...] = (),
        exact: bool = False,
    ) -> None:
        """Add one value printed at `start` as `raw`; its line is claimed. `unit` is normalised; `way` overrides the direction."""
        unit = units.normal(unit) if unit else ""
        number = value if value is not None else float(raw.replace(",", ""))
        self.readings.append(
            Reading(
                metric,
                config,
                number,
                unit,
                raw,
                self.parser,
                start,
                start + len(raw),
                way if way is not None else directions.direction(metric, unit),
                n,
                spread,
                spread_kind,
                names(labels, config),
                samples,
                exact,
            )
        )
        self.claimed.add(self.line_at(start))

    def outcome(
        self,
        kind: str,
        result: Literal["pass", "fail", "inconclusive"],
        start: int,
        end: int,
        *,
        subject: str = "",
        counts: dict[str, int] | None = None,
        cached: bool = False,
    ) -> None:
        """Add what a tool said of success at [start, end); its line is claimed."""
        self.outcomes.append(Outcome(kind, result, self.parser, subject, counts or {}, start, end, cached))
        if kind not in ("presence", "equal"):
            self.claimed.add(self.line_at(start))

    def claim(self, start: int) -> None:
        """Take a line out of the sight of more general parsers."""
        self.claimed.add(self.line_at(start))
