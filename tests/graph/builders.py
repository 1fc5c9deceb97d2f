"""Small investigations made by hand."""

from types import SimpleNamespace
from typing import Any

from sessionlens.graph.build import build
from sessionlens.graph.view import View
from sessionlens.model.facts import Change, Conclusion, Hypothesis, Measurement, Reversion, Verification
from sessionlens.model.session import Message, Session, ToolCall
from sessionlens.model.span import Span
from sessionlens.model.trace import Run, Statement, Trace, Turn


def _place(msg: int) -> dict[str, Any]:
    return {"msg": msg, "span": Span(source="log.jsonl", msg=msg)}


def hypothesis(id: str, msg: int, text: str, **more: Any) -> Hypothesis:
    return Hypothesis(id=id, text=text, quote=text, **_place(msg), **more)


def change(id: str, msg: int, **more: Any) -> Change:
    return Change(id=id, text="edits " + " ".join(more.get("files", ())), **_place(msg), **more)


def verification(id: str, msg: int, **more: Any) -> Verification:
    return Verification(id=id, text=more.get("command", "checks"), **_place(msg), **more)


def measurement(id: str, msg: int, config: str, value: float, **more: Any) -> Measurement:
    given = {"metric": "total", "unit": "s", "raw": f"{value} s", **more}
    return Measurement(id=id, text=f"{config}: {value} s", config=config, value=value, **_place(msg), **given)


def reversion(id: str, msg: int, of: str | None, of_msg: int | None, **more: Any) -> Reversion:
    return Reversion(id=id, text="reverts", of=of, of_msg=of_msg, **_place(msg), **more)


def conclusion(id: str, msg: int, quote: str, at: int = 0, **more: Any) -> Conclusion:
    statement = Statement("sentence", quote, at, at + len(quote))
    return Conclusion(id=id, text=quote, quote=quote, at=at, statement=statement, **_place(msg), **more)


def facts(**kinds: Any) -> Any:
    """What `facts.find` returns, with the kinds not given empty."""
    names = ("hypotheses", "changes", "verifications", "measurements", "reversions", "conclusions")
    return SimpleNamespace(**{n: tuple(kinds.get(n, ())) for n in names})


def story() -> View:
    """Fourteen messages: a person asks, a cache is tried, measured, checked, taken back; a conclusion is drawn twice."""
    texts = {1: "Is the cache worth it?", 2: "Baseline first.", 9: "Why so slow?", 14: "The cache is slower: 2.5 s -> 3.1 s."}
    calls = {2: "bench base", 4: "sed -i s/a/b/ cache.py", 5: "pytest", 6: "bench lru-cache", 11: "git checkout cache.py", 12: "pytest"}
    messages = tuple(
        Message(
            n,
            "user" if n in (1, 9) else "assistant",
            texts.get(n, f"step {n}"),
            (ToolCall(f"t{n}", "Bash", "shell", {}, command=calls[n], output=f"ran {calls[n]}"),) if n in calls else (),
            record=f"line {n}",
        )
        for n in range(1, 15)
    )
    session = Session("s-1", "claude-code", "log.jsonl", messages, title="A cache", agent="agent", model="model-x", records=14)
    turns = tuple(Turn(m, tuple(Run(c, i) for i, c in enumerate(m.calls, 1))) for m in messages)
    found = facts(
        hypotheses=[
            hypothesis(
                "h1.1", 1, "the cache is worth it", aliases=("LRU cache", "C1"), status="refuted", decided_at=14, decided_by=(8, 14)
            ),
            hypothesis("h3.1", 3, "parsing dominates", aliases=("parsing",)),
        ],
        changes=[change("e4.1", 4, files=("src/cache.py",), names=("C1",), part=1), change("e10.1", 10, files=("README.md",), part=1)],
        verifications=[
            verification("v5.1", 5, command="pytest", topic="tests", result="pass", part=1),
            verification("v12.1", 12, command="git diff --stat cache.py", topic="equal", subject="cache.py", result="pass", part=1),
        ],
        measurements=[
            measurement("m2.1", 2, "base", 2.5, part=1),
            measurement("m6.1", 6, "lru-cache", 3.0, part=1),
            measurement("m6.2", 6, "lru-cache", 3.2, part=1),
            measurement("m6.3", 6, "lru-cache", 3.1, part=1, n=2, samples=("m6.1", "m6.2")),
            measurement("m13.1", 13, "base", 2.4, part=1),
        ],
        reversions=[reversion("r11.1", 11, "e4.1", 4, verified=True, files=("src/cache.py",), part=1)],
        conclusions=[
            conclusion("c8.1", 8, "The cache is slower: 2.5 s -> 3.0 s."),
            conclusion("c14.1", 14, "The cache is slower: 2.5 s -> 3.1 s.", names=("C1",)),
        ],
    )
    return build(Trace(session, turns), found)
