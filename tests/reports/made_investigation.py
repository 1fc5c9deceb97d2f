"""A small investigation built by hand: an arena allocator that was to make a parser faster and did not.

Messages 40 to 52, so that a number is never an index. One claim holds, one is contradicted, one cause was never measured;
a presence check is taken for use; a change is reverted in one of its two files and later in the other.
"""

from dataclasses import replace

import networkx as nx

from sessionlens.graph.view import View
from sessionlens.model.facts import Change, Conclusion, Fact, Hypothesis, Measurement, Reversion, Verification
from sessionlens.model.session import FileEdit, Message, Session, ToolCall
from sessionlens.model.span import Problem, Span
from sessionlens.model.trace import Action, Reading, Run, SimpleCommand, Statement, Turn
from sessionlens.model.verdict import Finding, Verdict

SOURCE = "arena.jsonl"


def shell(number: int, command: str, output: str, exit_code: int | None = 0) -> ToolCall:
    return ToolCall(
        f"t{number}", "Bash", "shell", {"command": command}, command=command, cwd="/home/ada/parser", output=output, exit_code=exit_code
    )


def edit(number: int, path: str, old: str, new: str) -> ToolCall:
    return ToolCall(f"t{number}", "Edit", "edit", {}, edits=(FileEdit(path, "update", old, new),), output="ok", status="ok")


MESSAGES = (
    Message(40, "user", "Parsing got slow. Can you try an arena for the nodes and measure it?"),
    Message(
        41,
        "assistant",
        "First the baseline.",
        (shell(41, "cargo bench --bench parse", "parse/plain  time: 31.9 ms\nparse/plain  time: 32.1 ms\n"),),
    ),
    Message(42, "assistant", "Hypothesis: an arena (P1) saves allocations; I expect 10-20 % less.", ()),
    Message(43, "assistant", "Put the nodes into an arena.", (edit(43, "src/node.rs", "Box::new(x)", "arena.alloc(x)"),)),
    Message(44, "assistant", "The same for tokens.", (edit(44, "src/token.rs", "Box::new(t)", "arena.alloc(t)"),)),
    Message(
        45,
        "assistant",
        "Let me verify that the arena is in the binary.",
        (shell(45, "strings target/release/parse | grep -i typed_arena | head -2", "typed_arena-2.0.2/src/lib.rs\n"),),
    ),
    Message(
        46,
        "assistant",
        "Now measure with the arena.",
        (shell(46, "cargo bench --bench parse", "parse/arena  time: 33.4 ms\nparse/arena  time: 33.0 ms\n"),),
    ),
    Message(
        47,
        "assistant",
        "The arena costs time: 33.2 ms against 32.0 ms, +5.8 %. The cause is cache pressure.\n\n- `<script>1</script>` | # no heading",
    ),
    Message(48, "assistant", "Undo the tokens.", (shell(48, "git checkout src/token.rs", "Updated 1 path from the index\n"),)),
    Message(49, "assistant", "And the nodes.", (shell(49, "git checkout src/node.rs && git status --short", ""),)),
    Message(50, "assistant", "", (shell(50, "cargo bench --bench parse 2>&1 | tail -1", "parse/plain  time: 32.0 ms\n"),)),
    Message(51, "user", "Can you look at cache counters, too?"),
    Message(
        52,
        "assistant",
        "Summary: the arena is slower by 1.2 ms. Next I'd run perf stat.",
        (shell(52, "perf stat --version; perf list | head -3", "perf version 6.1\nList of events\n"),),
    ),
)


def command(text: str, intent: str = "benchmark", exit_visible: bool = True) -> Action:
    argv = tuple(text.split())
    return Action(SimpleCommand(argv, argv[0], text, 0, len(text), exit_visible=exit_visible), intent, argv[0])  # type: ignore[arg-type]


def _span(number: int, part: int, needle: str) -> Span:
    message = next(m for m in MESSAGES if m.number == number)
    text = message.text if part == 0 else message.calls[part - 1].output
    start = text.index(needle) if needle else 0
    return Span(source=SOURCE, msg=number, part=part, start=start, end=start + len(needle))


def _time(i: str, msg: int, config: str, raw: str) -> Measurement:
    return Measurement(
        id=i,
        msg=msg,
        text=f"time of {config}: {raw}",
        span=_span(msg, 1, raw),
        metric="time",
        config=config,
        value=float(raw.split()[0]),
        unit="ms",
        raw=raw,
        direction="lower",
        parser="cargo-bench",
        command="cargo bench --bench parse",
        part=1,
    )


def _conclusion(i: str, msg: int, quote: str) -> Conclusion:
    span = _span(msg, 0, quote)
    return Conclusion(
        id=i, msg=msg, text=quote, span=span, quote=quote, at=span.start, statement=Statement("sentence", quote, span.start, span.end)
    )


FACTS: tuple[Fact, ...] = (
    Hypothesis(
        id="h42.1",
        msg=42,
        text="an arena saves allocations",
        span=_span(42, 0, "an arena (P1) saves allocations"),
        quote="an arena (P1) saves allocations",
        aliases=("P1", "arena"),
        prediction="10-20 % less",
        status="refuted",
        decided_at=47,
        decided_by=(46, 47),
        mentions=(42, 43, 45, 46, 47, 52),
    ),
    Change(
        id="e43.1",
        msg=43,
        text="edit src/node.rs",
        span=_span(43, 1, ""),
        files=("src/node.rs",),
        names=("P1",),
        hypothesis="h42.1",
        part=1,
    ),
    Change(
        id="e44.1",
        msg=44,
        text="edit src/token.rs",
        span=_span(44, 1, ""),
        files=("src/token.rs",),
        names=("P1",),
        hypothesis="h42.1",
        part=1,
    ),
    Verification(
        id="v45.1",
        msg=45,
        text="typed_arena is in the binary",
        span=_span(45, 1, "typed_arena-2.0.2/src/lib.rs"),
        command=MESSAGES[5].calls[0].command,
        result="pass",
        topic="presence",
        subject="typed_arena",
        part=1,
    ),
    _time("m41.1", 41, "plain", "31.9 ms"),
    _time("m41.2", 41, "plain", "32.1 ms"),
    _time("m46.1", 46, "arena", "33.4 ms"),
    _time("m46.2", 46, "arena", "33.0 ms"),
    _time("m50.1", 50, "plain", "32.0 ms"),
    Reversion(
        id="r48.1", msg=48, text="git checkout src/token.rs", span=_span(48, 1, ""), of="e44.1", of_msg=44, files=("src/token.rs",), part=1
    ),
    Reversion(
        id="r49.1",
        msg=49,
        text="git checkout src/node.rs",
        span=_span(49, 1, ""),
        of="e43.1",
        of_msg=43,
        verified=True,
        files=("src/node.rs",),
        part=1,
    ),
    _conclusion("c47.1", 47, "The arena costs time"),
    _conclusion("c47.2", 47, "+5.8 %"),
    _conclusion("c47.3", 47, "The cause is cache pressure."),
    _conclusion("c52.1", 52, "the arena is slower by 1.2 ms"),
)
VERDICTS = (
    Verdict(
        conclusion="c47.1",
        claim="ranking",
        verdict="undecidable",
        caveats=("not-separable",),
        evidence=(41, 46),
        nodes=("m41.1", "m46.1"),
        derivation="33.2 ms against 32.0 ms, two runs each: 1.04 [0.98, 1.10]",
    ),
    Verdict(
        conclusion="c47.2",
        claim="percent",
        verdict="contradicted",
        evidence=(41, 46),
        nodes=("m41.1", "m41.2", "m46.1", "m46.2"),
        derivation="(33.2 ms - 32.0 ms) / 32.0 ms = 3.8 % [3.4 %, 4.1 %], claimed +5.8 % [5.75 %, 5.85 %]: contradicted",
    ),
    Verdict(
        conclusion="c47.3",
        claim="causal",
        verdict="unsupported",
        caveats=("mechanism-not-measured",),
        evidence=(),
        derivation="no run measured the cache; no intervention on it alone",
    ),
    Verdict(
        conclusion="c52.1",
        claim="delta",
        verdict="supported",
        evidence=(41, 46),
        nodes=("m41.1", "m46.1"),
        derivation="33.2 ms - 32.0 ms = 1.2 ms [1.1 ms, 1.3 ms], claimed 1.2 ms",
    ),
)
FINDINGS = (
    Finding(
        id="f45.1",
        msg=45,
        text="a string in the binary shows that it is linked, not that it is used",
        span=_span(45, 1, ""),
        issue="presence-not-use",
        rule="R006",
        confidence="high",
        why="strings | grep finds a crate that any dependency may have pulled in",
        help="look for a symbol that only the change brings",
        about=("v45.1",),
    ),
    Finding(
        id="f50.1",
        msg=50,
        text="the exit status is tail's",
        span=_span(50, 1, ""),
        issue="masked-exit-code",
        rule="R003",
        confidence="medium",
        why="a pipeline's status is its last command's",
        help="set -o pipefail",
        about=("m50.1",),
    ),
)
EDGES = (
    ("h42.1", "e43.1", "motivates"),
    ("h42.1", "e44.1", "motivates"),
    ("m46.1", "h42.1", "tests"),
    ("v45.1", "e43.1", "verifies"),
    ("r48.1", "e44.1", "reverts"),
    ("r49.1", "e43.1", "reverts"),
    ("m41.1", "c52.1", "supports"),
    ("m46.1", "c52.1", "supports"),
    ("m41.1", "c47.2", "opposes"),
    ("m46.1", "c47.2", "opposes"),
)


def _actions(call: ToolCall) -> tuple[Action, ...]:
    text = call.command or ""
    if "bench" in text:
        return (command(text, "benchmark", "|" not in text),)
    if "checkout" in text:
        return (command(text, "revert"),)
    return (command(text, "probe", "|" not in text),) if text else ()


def _turn(message: Message) -> Turn:
    runs = []
    for part, call in enumerate(message.calls, start=1):
        measured = [f for f in FACTS if isinstance(f, Measurement) and f.msg == message.number]
        readings = tuple(
            Reading(m.metric, m.config, m.value, m.unit, m.raw, m.parser, m.span.start, m.span.end, m.direction) for m in measured
        )
        runs.append(Run(call, part, _actions(call), readings))
    sentences = []
    start = 0
    for piece in message.text.split(". "):
        sentences.append(Statement("sentence", piece, start, start + len(piece)))
        start += len(piece) + 2
    return Turn(message, tuple(runs), tuple(sentences))


def investigation(messages: tuple[Message, ...] = MESSAGES) -> View:
    """The whole investigation as a View, judged and linted. Other messages may be given to try hostile text in them."""
    session = Session(
        "arena-1",
        "claude-code",
        SOURCE,
        messages,
        title="An arena for the parser",
        agent="claude-code",
        model="some-model",
        cwd="/home/ada/parser",
        started="2025-02-03T10:00:00Z",
        ended="2025-02-03T11:30:00Z",
        problems=(Problem(record="line 9", why="not JSON"),),
    )
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    table: dict[type[Fact], tuple[Fact, ...]] = {}
    for fact in FACTS:
        graph.add_node(fact.id, fact=fact)
        table[type(fact)] = (*table.get(type(fact), ()), fact)
    graph.graph["facts"] = table
    for source, target, kind in EDGES:
        graph.add_edge(source, target, key=kind)
    return View(session, graph, {m.number: _turn(m) for m in messages}, {v.conclusion: v for v in VERDICTS}, FINDINGS)


def with_text(number: int, text: str, output: str | None = None) -> View:
    """The investigation with another text (and output of its first call) in one message."""
    changed = []
    for message in MESSAGES:
        if message.number != number:
            changed.append(message)
            continue
        calls = message.calls if output is None else (replace(message.calls[0], output=output), *message.calls[1:])
        changed.append(replace(message, text=text, calls=calls))
    return investigation(tuple(changed))
