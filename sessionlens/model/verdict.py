"""What checking and linting say."""

import re

from sessionlens.model.span import Frozen, Span
from sessionlens.model.words import Caveat, ClaimKind, Confidence, Issue, VerdictWord

_CITED = re.compile(r"\bmsgs? (\d+)")
_OF_FACT = re.compile(r"\b[a-z](\d+)\.\d+\b")


class Verdict(Frozen):
    """The judgement of one conclusion, as of its own message.

    `evidence` are the messages it rests on, `nodes` the ids of the facts; `derivation` is one line in the claim's units;
    `overturned_by` are later messages that refute it.
    """

    conclusion: str
    claim: ClaimKind
    verdict: VerdictWord
    caveats: tuple[Caveat, ...] = ()
    evidence: tuple[int, ...] = ()
    nodes: tuple[str, ...] = ()
    derivation: str = ""
    overturned_by: tuple[int, ...] = ()


class Finding(Frozen):
    """A fault of method (JSON kind `methodology`). `rule` is the rule's number ("R004"); `about` names the facts concerned."""

    id: str
    msg: int
    text: str
    span: Span
    issue: Issue
    rule: str
    confidence: Confidence
    why: str
    help: str
    about: tuple[str, ...] = ()

    @property
    def known_at(self) -> int:
        """The last message that it cites or whose facts it is about; before that nobody could have known."""
        return max(map(int, [self.msg, *_CITED.findall(self.why), *_OF_FACT.findall(" ".join(self.about))]))
