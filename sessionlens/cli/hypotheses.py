"""`sessionlens hypotheses`: what was believed, and what became of it."""

from typing import TYPE_CHECKING

from sessionlens.cli.bars import Bars, balance
from sessionlens.cli.common import clip, colour, loaded, notice, print_json, room
from sessionlens.cli.hiding import hidden
from sessionlens.cli.options import AsFormat, Listing, SessionId, StorePath

if TYPE_CHECKING:
    from sessionlens.graph.view import View
    from sessionlens.model.facts import Hypothesis

_TONE = {"confirmed": "\x1b[32m", "refuted": "\x1b[31m", "open": "\x1b[36m", "abandoned": "\x1b[33m"}


def command(bars: Bars = True, format: AsFormat = Listing.text, session: SessionId = None, store: StorePath = None) -> None:
    """Each hypothesis with its status and the messages that decided it."""
    from sessionlens.graph.export import listed

    with loaded(store, session) as view:
        if format is Listing.json:
            print_json(listed(view, "hypothesis"))
            return
        if not view.hypotheses:
            notice("no hypothesis was stated in this session")
        painted = colour()
        counts = ((h.id, [_standing(view, h, edge) for edge in ("supports", "opposes")]) for h in view.hypotheses)
        evidence = {h: (n[0], n[1]) for h, n in counts} if bars else {}
        most = max((n for both in evidence.values() for n in both), default=0)
        for hypothesis in view.hypotheses:
            for line in lines(hypothesis, painted):
                print(line)
            for drawn in balance(*evidence.get(hypothesis.id, (0, 0)), most, room(80, 20)):
                print(" " * 20 + drawn)


def _standing(view: "View", hypothesis: "Hypothesis", edge: str) -> int:
    """How much leans on a hypothesis by that kind of edge and stands: a statement that no output bears out is no evidence."""
    verdicts = [(i, view.verdict(i)) for i in view.sources(hypothesis.id, edge)]
    return sum(i[0] in "mv" or (verdict is not None and verdict.verdict == "supported") for i, verdict in verdicts)


def lines(hypothesis: "Hypothesis", painted: bool = False) -> list[str]:
    """A hypothesis in at most five lines of 80 columns."""
    status = f"{hypothesis.status:<10}"
    if painted:
        status = f"{_TONE[hypothesis.status]}{status}\x1b[0m"
    shown = [f"{hypothesis.id:<8} {status} {clip(hidden(hypothesis.text), room(80, 20))}"]
    if hypothesis.aliases:
        shown.append(" " * 20 + clip("also: " + hidden(", ".join(hypothesis.aliases)), room(80, 20)))
    if hypothesis.amended:
        shown.append(" " * 20 + clip("amended: " + hypothesis.amended, room(80, 20)))
    if hypothesis.prediction:
        shown.append(" " * 20 + clip("predicts: " + hidden(hypothesis.prediction), room(80, 20)))
    if hypothesis.decided_by:
        others = [n for n in hypothesis.decided_by if n != hypothesis.decided_at]
        before = f" (and before: {', '.join(map(str, others))})" if others else ""
        shown.append(" " * 20 + clip(f"decided at msg {hypothesis.decided_at}{before}", room(80, 20)))
    return shown
