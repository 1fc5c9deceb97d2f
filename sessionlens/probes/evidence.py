"""What of a recorded output the conclusions rest on: the places that no mask may cover."""

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion, Measurement
from sessionlens.model.verdict import Verdict
from sessionlens.text.regex import regex

Spans = tuple[tuple[int, int], ...]
_CODE = regex(r"`([^`\n]{2,120})`")
_TOKEN = regex(r"[A-Za-z0-9_][\w.:/+-]*[\w%]|\d")
_NUMBER = regex(r"\d")
_LOOKED_AT = 20000
_NAME = regex(r"[A-Z].*[A-Z]|[a-z][A-Z]|[_./:]|[a-z]-?\d|^[A-Z][a-z]+[A-Z]")


def resting(view: View) -> dict[tuple[int, int], list[tuple[Conclusion, Verdict]]]:
    """Which conclusions rest on each tool call (message, part): by the facts that their verdicts name, by the messages that these
    rest on, and, where a verdict found no evidence, by a command that the sentence itself quotes, in its own message or the one before."""
    found: dict[tuple[int, int], list[tuple[Conclusion, Verdict]]] = {}
    calls = {n: [r.part for r in t.runs if r.call.command] for n, t in view.turns.items()}
    order = sorted(calls)
    for conclusion in view.conclusions:
        verdict = view.verdict(conclusion.id)
        if verdict is None:
            continue
        places = {(f.msg, f.span.part) for f in map(view.fact, verdict.nodes) if f.span.part}
        named = {msg for msg, _ in places}
        for msg in verdict.evidence:
            if msg not in named and msg in calls:
                places |= {(msg, part) for part in _nearest(view, msg, calls[msg], conclusion.quote)}
        if not places:
            places = _quoted(view, conclusion, order)
        for place in sorted(places):
            found.setdefault(place, []).append((conclusion, verdict))
    return found


def _nearest(view: View, msg: int, parts: list[int], quote: str) -> list[int]:
    """Of a message's commands those that share most of a statement's words, in what they are or print; all if none shares any."""
    if len(parts) < 2:
        return parts
    words = {w.lower() for w in _TOKEN.findall(quote) if len(w) > 2 or w.isdigit()}
    runs = {run.part: run.call for run in view.turns[msg].runs}
    texts = {part: f"{runs[part].command}\n{runs[part].output[:_LOOKED_AT]}".lower() for part in parts}
    shared = {part: sum(w in text for w in words) for part, text in texts.items()}
    most = max(shared.values())
    return [part for part in parts if shared[part] == most]


def _quoted(view: View, conclusion: Conclusion, order: list[int]) -> set[tuple[int, int]]:
    quoted = [m[1] for m in _CODE.finditer(conclusion.quote)]
    if not quoted:
        return set()
    before = [n for n in order if n <= conclusion.msg][-2:]
    return {
        (n, run.part)
        for n in before
        for run in view.turns[n].runs
        if run.call.command and any(q in run.call.command for q in quoted)
    }  # fmt: skip


def cited(view: View, msg: int, part: int, output: str, conclusion: Conclusion, verdict: Verdict) -> Spans:
    """The places [start, end) of a call's output that a conclusion cites: the measurements that its verdict was computed from, else the
    numbers and names of the sentence that stand in the output."""
    facts = [f for f in map(view.fact, verdict.nodes) if f.msg == msg and f.span.part == part]
    exact = [_narrowed(f, output) for f in facts if isinstance(f, Measurement) and f.span.end > f.span.start]
    return tuple(sorted(set(exact or _words(conclusion, output))))


def _narrowed(fact: Measurement, output: str) -> tuple[int, int]:
    """The printed token itself, where the fact's place is wider than it."""
    at = output.find(fact.raw, fact.span.start, fact.span.end) if fact.raw else -1
    return (at, at + len(fact.raw)) if at >= 0 else (fact.span.start, fact.span.end)


def _words(conclusion: Conclusion, output: str) -> list[tuple[int, int]]:
    quoted = {m[1].lower() for m in _CODE.finditer(conclusion.quote)}
    names = {t.lower() for t in _TOKEN.findall(conclusion.quote) if _NUMBER.search(t) or (len(t) > 3 and _NAME.search(t))}
    low = output.lower()
    spans: list[tuple[int, int]] = []
    for name in sorted(names | quoted):
        at = low.find(name)
        while at >= 0 and len(spans) < 200:
            end = at + len(name)
            if not _continues(low, at, end):
                spans.append((at, end))
            at = low.find(name, end)
    return spans


def _continues(text: str, start: int, end: int) -> bool:
    """Whether the found text is only a part of a longer number or word."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if text[start].isdigit() and (before.isdigit() or (before in (".", ",") and text[start - 2 : start - 1].isdigit())):
        return True
    if text[end - 1].isdigit() and (after.isdigit() or (after in (".", ",") and text[end + 1 : end + 2].isdigit())):
        return True
    return text[start].isdigit() and (before.isalpha() or after == "_")
