"""Plain verdicts: the cross product of what is said with what it is said of, and where it stands."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from sessionlens import facts
from sessionlens.facts import trace
from tests.story import tell

BANK = yaml.safe_load((Path(__file__).parent.parent / "cases" / "facts" / "pronounced.yaml").read_text(encoding="utf-8"))
STATUSES = ("confirmed", "refuted", "abandoned", "open")


def fate(belief: str, said: str) -> str:
    story = f"user: Why does the upload leave sockets open?\nsay: {belief}\n$ ./trace upload\n> sockets: 40 open, 3 closed\nsay: "
    session = tell(story + said.replace("\n", "\nsay| "))
    found = [h for h in facts.find(trace.closely(session)).hypotheses if h.msg == 2]
    return found[0].status if found else "none"


def sentences() -> Iterator[tuple[str, str, str, str]]:
    for kind, (belief, subjects) in BANK["beliefs"].items():
        for subject in subjects:
            low = subject if kind == "label" else subject[0].lower() + subject[1:]
            for status in STATUSES:
                for said in BANK["said"].get(status, ()):
                    yield kind, belief, f"{subject} {said}.", status
                for form in BANK["turned"].get(status, ()):
                    yield kind, belief, form.format(S=subject, s=low), status
    label, named, called = (BANK["beliefs"][kind][0] for kind in ("label", "named", "called"))
    for status in STATUSES:
        for said in BANK["thing"].get(status, ()):
            yield "thing", named, f"The retry loop {said}.", status
            yield "thing", named, f"3 sockets are open. So the retry loop {said}.", status
        for said in BANK["alone"].get(status, ()):
            yield "alone", called, said, status
        for cell in BANK["cell"].get(status, ()):
            for head in BANK["cell"]["heads"]:
                yield "cell", label, f"| # | idea | {head} |\n| --- | --- | --- |\n| H1 | the retry loop | {cell} |", status
        for said in BANK["item"].get(status, ()):
            yield "item", label, f"Summary:\n- H1: {said}\n- next: the proxy", status
            yield "item", label, f"Summary:\n- **H1** (retry loop): {said}.\n- next: the proxy", status
            yield "item", label, f"Summary:\n- H1 the retry loop — {said}\n- next: the proxy", status


@pytest.mark.parametrize("kind", ["label", "named", "called", "thing", "alone", "cell", "item"])
def test_a_plain_verdict_decides_a_belief(kind: str) -> None:
    wrong = [(said, status, fate(belief, said)) for k, belief, said, status in sentences() if k == kind and fate(belief, said) != status]
    assert not wrong


TRIALS = yaml.safe_load((Path(__file__).parent.parent / "cases" / "facts" / "trials.yaml").read_text(encoding="utf-8"))
SUSPECTS = (
    "user: Why is the nightly import slow?\nsay: Three suspects:\nsay|\nsay| - H1: the index is rebuilt for each batch\n"
    "say| - H2: the network drops packets\nsay| - H3: the parser copies every row\n$ perf report\n> 40% rebuild\nsay: "
)
STORIES = {
    "looked": "user: Why?\nsay: I suspect the network card drops packets under load.\n$ ethtool -S eth0\n> rx_dropped: 0\nsay: {}\n$ ls",
    "tried": "user: Why does it take 40 s?\nsay: Measure.\n$ ./import\n> total: 40.1 s\nsay: I suspect the per-row commit is what costs.\n"
    "edit src/imp.py: commit() => pass\n$ ./import\n> total: 40.0 s\nsay: {}",
    "replied": "user: Why?\nsay: My guess: the config was changed at noon.\nuser: {}\nsay: Ok.\n$ ls",
}


@pytest.mark.parametrize(("said", "wanted"), TRIALS["labelled"].items())
def test_what_is_said_of_several_beliefs(said: str, wanted: str) -> None:
    found = facts.find(trace.closely(tell(SUSPECTS + said.replace("\n", "\nsay| ") + "\n$ ls"))).hypotheses
    assert "".join(h.status[0] for h in found) == wanted


@pytest.mark.parametrize("kind", STORIES)
def test_what_comes_next_decides_a_belief(kind: str) -> None:
    wrong = []
    for status, sentences_ in TRIALS[kind].items():
        for said in sentences_:
            (found, *_) = facts.find(trace.closely(tell(STORIES[kind].format(said)))).hypotheses
            if found.status != status:
                wrong.append((said, status, found.status))
    assert not wrong
