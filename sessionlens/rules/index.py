"""What several rules look up in one session, put together once for each view: what was said, what was run, what was judged.

Most rules concern a few messages or none. `Speech` finds by words which messages can matter, `Calls` by tool and by intent which
calls, `Judged` by claim and verdict which conclusions; a rule whose words, tools or claims the session lacks costs next to nothing.
"""

from collections import defaultdict
from itertools import chain

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.trace import Run, Turn
from sessionlens.model.verdict import Verdict
from sessionlens.text.fold import folded

Cues = dict[bytes, tuple[bytes, ...]]
"""Words and phrases to look for, each phrase under its longest word."""


_ASKED: set[bytes] = set()
"""The words under which any rule's phrases stand; `Speech` keeps no others."""


def cues(*phrases: str) -> Cues:
    """The phrases as `Speech.having` wants them, made where a rule is defined, before any session is read.

    They are in lower case, letters and digits only: "what's" is "what s".
    """
    by_word: defaultdict[bytes, tuple[bytes, ...]] = defaultdict(tuple)
    for phrase in phrases:
        by_word[max(phrase.encode().split(), key=len)] += (phrase.encode(),)
    _ASKED.update(by_word)
    return dict(by_word)


class Speech:
    """The agent's messages in sight that say something, oldest first, with the words of each that a rule asks for."""

    __slots__ = ("_folded", "_having", "turns")

    def __init__(self, view: View) -> None:
        until = view.until
        self.turns: list[tuple[int, Turn]] = [
            (number, turn)
            for number, turn in view.turns.items()
            if turn.message.text and turn.message.role == "assistant" and (until is None or number <= until)
        ]
        self._folded = [folded(turn.message.text) for _, turn in self.turns]
        self._having: defaultdict[bytes, list[int]] = defaultdict(list)
        for place, text in enumerate(self._folded):
            for word in _ASKED.intersection(text.split()):
                self._having[word].append(place)

    def having(self, wanted: Cues) -> list[tuple[int, Turn]]:
        """The messages with one of the phrases."""
        found: set[int] = set()
        for word in wanted.keys() & self._having.keys():
            places, phrases = self._having[word], wanted[word]
            found.update(places if word in phrases else [i for i in places if i not in found and self._says(i, phrases)])
        return [self.turns[i] for i in sorted(found)]

    def _says(self, place: int, phrases: tuple[bytes, ...]) -> bool:
        """Whether a message has one of the phrases. (A plain loop: it is asked of most messages by most rules.)"""
        text = self._folded[place]
        for phrase in phrases:  # noqa: SIM110
            if text.find(phrase) >= 0:
                return True
        return False


class Calls:
    """The tool calls in sight, oldest first, and those of a kind, that ran a tool, or had an intent."""

    __slots__ = ("intents", "kinds", "runs", "tools")

    def __init__(self, view: View) -> None:
        self.runs: list[tuple[int, Run]] = list(view.runs())
        self.tools: defaultdict[str, list[tuple[int, Run]]] = defaultdict(list)
        self.intents: defaultdict[str, list[tuple[int, Run]]] = defaultdict(list)
        self.kinds: defaultdict[str, list[tuple[int, Run]]] = defaultdict(list)
        for place in self.runs:
            self.kinds[place[1].call.kind].append(place)
            for action in place[1].actions:
                same = self.tools[action.command.tool]
                if not same or same[-1] is not place:
                    same.append(place)
                same = self.intents[action.intent]
                if not same or same[-1] is not place:
                    same.append(place)

    def of_tools(self, names: frozenset[str]) -> list[tuple[int, Run]]:
        """The calls that ran one of the tools, each once, oldest first."""
        return _merged([self.tools[name] for name in names & self.tools.keys()])

    def of_intents(self, names: frozenset[str]) -> list[tuple[int, Run]]:
        """The calls with a command of one of the intents, each once, oldest first."""
        return _merged([self.intents[name] for name in names & self.intents.keys()])


def _merged(lists: list[list[tuple[int, Run]]]) -> list[tuple[int, Run]]:
    if len(lists) < 2:
        return lists[0] if lists else []
    once = {(number, run.part): (number, run) for number, run in chain.from_iterable(lists)}
    return [once[place] for place in sorted(once)]


class Judged:
    """The conclusions in sight that have a verdict, by what they claim and by how they were judged."""

    __slots__ = ("claims", "verdicts")

    def __init__(self, view: View) -> None:
        self.claims: defaultdict[str, list[tuple[Conclusion, Verdict]]] = defaultdict(list)
        self.verdicts: defaultdict[str, list[tuple[Conclusion, Verdict]]] = defaultdict(list)
        given = view.verdicts
        for conclusion in view.conclusions:
            verdict = given.get(conclusion.id)
            if verdict is not None:
                pair = (conclusion, verdict)
                self.claims[verdict.claim].append(pair)
                self.verdicts[verdict.verdict].append(pair)
