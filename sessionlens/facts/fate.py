"""What became of a hypothesis: confirmed, refuted, abandoned or still open, and the messages that decided it.

Four signs, the strongest first: a verdict on its label ("H2 is refuted"), a verdict in a sentence about the same things, a bare
"Confirmed." of the agent shortly after, and, where none of these was given, the belief restated flatly as a result.
"""

import re
from collections import Counter
from typing import NamedTuple

from sessionlens.facts import aliases
from sessionlens.model.facts import Change, Conclusion, Hypothesis, Reversion
from sessionlens.model.trace import Trace
from sessionlens.model.words import Status
from sessionlens.prose import cues, lexicon
from sessionlens.prose.clauses import SPOKEN, said
from sessionlens.prose.sentences import lowered

REFUTES = re.compile(
    r"\b(?:refuted|disproved|disproven|falsified|ruled\s+out|rules?\s+(?:it|that|this|\w+)?\s*out|(?:is|was|are|"
    r"were)(?:n['’]t|\s+not)\s+(?:the\s+)?(?:cause|culprit|problem|reason|main|issue|real|it)|"
    r"(?:can['’]?t|cannot|can\s+not)\s+be\s+the|not\s+(?:the\s+)?(?:main\s+|root\s+)?(?:cause|culprit|reason)|"
    r"(?<!message\s)(?<!numbers\s)(?<!summary\s)(?<!statement\s)(?:was|were)\s+(?:wrong|mistaken)|(?:i|we)\s+(?:had\s+)?assumed|"
    r"(?:has|had|have|makes?|made)\s+(?:next\s+to\s+|almost\s+|practically\s+)?no\s+(?:effect|difference)|(?:does|did|do)(?:n['’]t|\s+not)\s+(?:help|matter|explain|"
    r"change\s+anything|account)|"
    r"not\s+what\s+(?:i|we)|unrelated|nothing\s+(?:to\s+do|(?:\w+\s+)?(?:points|references|uses|calls))|"
    r"no\s+(?:\w+\s+){1,3}(?:references?|points?|uses?|calls?)\s+(?:it|them|these|this)|brings?\s+(?:little|nothing)|"
    r"a\s+different\s+(?:function|file|cause|problem)|never\s+(?:touche[sd]|called))\b",
)  # fmt: skip
CONFIRMS = re.compile(
    r"\b(?:confirm(?:s|ed)|verified|prove[sdn]|(?:was|were|is)\s+right|so\s+was|as\s+(?:\w+\s+)?(?:predict(?:s|ed)|expected|"
    r"suspected)|indeed|fits\s+the\s+(?:hypothesis|theory|prediction)|"
    r"that['’]?s\s+(?:it|the\s+cause)|so\s+(?:the\s+)?[\w`]+(?:\s+\w+)?\s+it\s+is\b|so\s+(?:the\s+)?\w+\s+was\s+the|(?:is|are|was)\s+(?:really\s+)?worth\s+it|(?:clear|"
    r"real|genuine)\s+(?:regression|slowdown|cause|bug)|root\s+cause\s+(?:is|was|found))\b",
)  # fmt: skip
MODAL = re.compile(r"\b(?:would|could|might|may|should|will|[\w]+['’](?:ll|d))\b")
NOT_YET = re.compile(
    r"\b(?:to|not|never|need(?:s)?\s+to|yet\s+to\s+be|if|can|cannot|could|would|until|unless|once|let\s+me|"
    r"whether)\s+(?:be\s+)?(?:confirm|prove|rule)",
)
BARE = re.compile(
    r"(?:[*_]*(?P<yes>confirmed|as\s+(?:i\s+)?(?:suspected|expected|predicted)|hypothesis\s+confirmed|that['’]s\s+it)|"
    r"(?P<no>refuted|not\s+it|no\s+effect|wrong))[*_.!:,\s]",
    re.I,
)
WORKED = re.compile(
    r"[*_]*(?:(?:both|all|the|these|this|that)\s+)?(?:fix(?:es)?\s+)?(?:\w+\s+)?(?:confirmed|verified|fixed|works?|working)\b", re.I
)
"""What is said of a remedy that was tried."""
PART = re.compile(r"[;.](?:\s|$)|,?\s+but\s+|,\s+(?:and|so|while)\s+|\s[—–]\s")
SO_IT_IS = re.compile(r"\bso\s+(?:the\s+)?`?(?P<what>\w+)`?\s+it\s+is\b")
HARMFUL = re.compile(r"\b(?:culprit|cause[sd]?|hurts?|harms?|slow\w*|regress\w*|blame\w*|problem|bottleneck|suspects?)\b", re.I)
"""A belief with one of these says that a thing does harm; any other belief about a change says that it does good."""
DROPPED = re.compile(
    r"\b(?:has\s+to\s+go|have\s+to\s+go|must\s+go|(?:is|was|are|were|gets?)\s+(?:now\s+)?(?:reverted|taken\s+out|dropped))\b"
)
COSTS = re.compile(r"\b(?:costs?|(?:a|the)\s+regression|makes?\s+(?:it|things|everything)\s+(?:slower|worse))\b")
KEPT = re.compile(r"\b(?:stays?\s+in|(?:is|was|are|were)\s+(?:kept|worth\s+it)|pays\s+off)\b")
ANSWER = re.compile(r"[*_#\s]*(?:(?P<yes>yes|yep|right|exactly|correct)|(?:no|nope))\b[*_]*\s*(?:[,.:;!—–-]|$)", re.I)
"""How a message begins that answers a question."""
REACH = 8
"""How many messages a bare "Confirmed." looks back for the belief that it means."""


class Said(NamedTuple):
    """A statement with a verdict's words: its message, text, other content words, the verdict; whether it is a bare one
    ("Confirmed."), and whether it says that a remedy worked."""

    msg: int
    text: str
    words: frozenset[str]
    status: Status
    bare: bool
    worked: bool


def settle(
    believed: tuple[Hypothesis, ...],
    trace: Trace,
    changed: tuple[Change, ...] = (),
    undone: tuple[Reversion, ...] = (),
    concluded: tuple[Conclusion, ...] = (),
) -> tuple[Hypothesis, ...]:
    """The same hypotheses with status, `decided_at` (the last deciding message) and `decided_by` (all).

    Where nothing was said but the change that put a hypothesis to work was undone, it is `abandoned` at that message.
    """
    if not believed:
        return ()
    verdicts = _verdicts(trace, believed[0].msg)
    common = Counter(w for v in verdicts for w in v.words)
    flat = _Flat(concluded)
    reverted = {c.hypothesis: r.msg for r in undone for c in changed if r.of == c.id and c.hypothesis}
    out = []
    for i, h in enumerate(believed):
        decided = _decided(h, believed[i + 1 :], verdicts, common) or flat.restated(h) or _treated(h, trace) or _answered(h, trace)
        if not decided and h.id in reverted:
            decided = [(reverted[h.id], "abandoned")]
        if decided:
            messages = tuple(dict.fromkeys(m for m, s in decided))
            h = h.model_copy(update={"status": decided[-1][1], "decided_at": messages[-1], "decided_by": messages})
        out.append(h)
    return tuple(out)


def _verdicts(trace: Trace, first: int) -> list[Said]:
    """Every statement with a verdict's words after message `first`: message, text, its content words, verdict."""
    out: list[Said] = []
    for turn in trace.turns:
        message = turn.message
        if not turn.statements or message.number <= first:
            continue
        spoken = said(message.text)
        for s in turn.statements:
            flags = 0
            for c in spoken.of(s) if s.kind in SPOKEN else ():
                flags |= c.flags
            if " it is" in s.text:
                flags |= lexicon.CONFIRM
            if not flags & VERDICT or s.text.rstrip().endswith("?"):
                continue
            low = lowered(s.text)
            status = _word(low, flags)
            if status:
                rest = CONFIRMS.sub(" ", REFUTES.sub(" ", low))
                bare, worked = BARE.match(s.text) is not None, WORKED.match(s.text) is not None
                out.append(Said(message.number, s.text, aliases.content(rest), status, bare, worked))
    return out


VERDICT = lexicon.REFUTE | lexicon.CONFIRM


def _word(low: str, flags: int = VERDICT) -> Status | None:
    """The verdict that a stretch of text in lower case gives, if any; `flags` are those of its words."""
    bare = BARE.match(low)
    if bare:
        return "confirmed" if bare["yes"] else "refuted"
    if flags & lexicon.REFUTE and REFUTES.search(low) and not NOT_YET.search(low):
        return "refuted"
    if flags & lexicon.CONFIRM and CONFIRMS.search(low) and not NOT_YET.search(low) and not MODAL.search(low):
        return "confirmed"
    return None


def _decided(h: Hypothesis, later: tuple[Hypothesis, ...], verdicts: list[Said], common: Counter[str]) -> list[tuple[int, Status]]:
    """The verdicts on a hypothesis, in order. One with a label is judged by its label only, once anybody does so."""
    labels = [n for n in h.aliases if aliases.LABEL.fullmatch(n)]
    about = aliases.content(h.text)
    hoped = aliases.content(h.prediction) if h.prediction else frozenset()
    remedy = cues.ORDER.match(h.quote) is not None
    named: list[tuple[int, Status]] = []
    near: list[tuple[int, Status]] = []
    for v in verdicts:
        if v.msg <= h.msg:
            continue
        on_label = [s for s in (_on(v.text, label) for label in labels) if s] if labels else None
        if on_label:
            named.append((v.msg, on_label[-1]))
        if remedy:
            if v.worked and v.msg <= h.msg + 3 * REACH and not any(o.msg < v.msg and cues.ORDER.match(o.quote) for o in later):
                near.append((v.msg, "confirmed"))
        elif (
            _about(about & v.words, about, v.words, common)
            or (hoped and _about(hoped & v.words, hoped, v.words, common))
            or _named_so(v.text, about)
        ) or (v.bare and (v.msg <= h.msg + REACH or h.by == "user") and not any(o.msg < v.msg for o in later)):
            near.append((v.msg, v.status))
    return named or near


def _about(shared: frozenset[str], about: frozenset[str], words: frozenset[str], common: Counter[str]) -> bool:
    """Whether a verdict with these words is about the belief: half of it is named, or a third or most of the verdict with a rare word."""
    if not shared:
        return False
    if len(shared) >= max(2, len(about) / 2):
        return True
    rare = min(common[w] for w in shared) <= 2
    return rare and ((len(shared) > 1 and len(shared) * 3 >= len(about)) or len(shared) * 2 >= len(words))


def _named_so(text: str, about: frozenset[str]) -> bool:
    """Whether a verdict is of the kind "so the list it is" and names what the belief is about."""
    m = SO_IT_IS.search(text)
    return m is not None and bool(aliases.content(m["what"]) & about)


def _answered(h: Hypothesis, trace: Trace) -> list[tuple[int, Status]]:
    """The agent's yes or no to what a person asked, before the person speaks again."""
    if h.by != "user" or "?" not in h.quote:
        return []
    for turn in trace.turns:
        message = turn.message
        if message.number <= h.msg:
            continue
        if message.role == "user":
            return []
        m = ANSWER.match(message.text)
        if m:
            return [(message.number, "confirmed" if m["yes"] else "refuted")]
    return []


def _treated(h: Hypothesis, trace: Trace) -> list[tuple[int, Status]]:
    """What was said of the labelled thing that a belief is about: one that was dropped did no good, one that costs did
    harm, one that was kept did good."""
    labels = [n for n in h.aliases[:1] if aliases.LABEL.fullmatch(n)]
    if not labels:
        return []
    harm = HARMFUL.search(h.quote) is not None
    found: list[tuple[int, Status]] = []
    for turn in trace.turns:
        message = turn.message
        if message.number <= h.msg or message.role == "user" or labels[0] not in message.text:
            continue
        for s in turn.statements:
            if labels[0] in s.text and s.kind not in ("quote", "code", "heading", "cell") and not MODAL.search(s.text):
                found += [
                    (message.number, status)
                    for part in PART.split(s.text.replace(": ", "; "))
                    if (status := _fortune(part, labels[0], harm))
                ]
    return found


def _fortune(part: str, label: str, harm: bool) -> Status | None:
    """What a part of a sentence that begins with a label says of its worth."""
    if not re.match(rf"[*_`]*(?:{label})(?!\w)", part.lstrip()):
        return None
    low = part.lower()
    if COSTS.search(low):
        return "confirmed" if harm else "refuted"
    if DROPPED.search(low) and not harm:
        return "refuted"
    if KEPT.search(low):
        return "refuted" if harm else "confirmed"
    return None


def _on(text: str, label: str) -> Status | None:
    """The verdict on a label in its own part of a sentence: "H5 confirmed; H1 and H3 refuted"."""
    at = 0
    for m in [*PART.finditer(text), None]:
        part = text[at : m.start() if m else len(text)]
        place = re.search(rf"(?<!\w){re.escape(label)}(?!\w)", part)
        if place:
            part = lowered(part)
            return _word(part[place.start() :]) or _word(part)
        at = m.end() if m else at
    return None


class _Flat:
    """The conclusions with their content words, which are found when the first hypothesis asks."""

    def __init__(self, concluded: tuple[Conclusion, ...]) -> None:
        self._concluded = concluded
        self._words: list[tuple[int, frozenset[str]]] | None = None

    def restated(self, h: Hypothesis) -> list[tuple[int, Status]]:
        """The first later conclusion that says the same as a hypothesis without doubt."""
        if self._words is None:
            self._words = [(c.msg, aliases.content(c.quote)) for c in self._concluded if c.msg > h.msg]
        about = aliases.content(h.text)
        enough = max(3, 0.6 * len(about))
        for msg, words in self._words:
            if msg > h.msg and len(words) >= enough and len(about & words) >= enough:
                return [(msg, "confirmed")]
        return []
