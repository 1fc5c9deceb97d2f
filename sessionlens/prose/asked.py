"""What a person believes, told by how they ask: an impression, a question that names a cause, what is to be found out."""

import re
from collections.abc import Iterator

from sessionlens.text.regex import regex

LEAD_IN = regex(
    r"(?:(?:and|but|so|also|then|honestly|hm+|ah|oh|or|well|right|ok(?:ay)?|explanation|yeah|most\s+likely|"
    r"now)\b[,:]?\s+)*(?:i(?:['’]m|\s+am)\s+suspicious\s+of|"
    r"i\s+(?:strongly\s+)?(?:suspect|guess|think|believe|suppose|assume|bet|wonder\s+(?:if|whether))(?:\s+that(?!['’]))?:?|"
    r"my\s+(?:best\s+|first\s+|current\s+)?(?:guess|suspicion|hunch|theory|hypothesis|bet|impression)(?:\s+(?:is|"
    r"would\s+be))?(?:\s+(?:that|on))?:?|i(?:['’]d|\s+would)\s+(?:guess|bet)(?:\s+(?:that|on))?|"
    r"the\s+most\s+likely\s+(?:cause|reason|explanation)(?:\s+is)?:?(?:\*\*)?|(?:most\s+likely|probably),?|"
    r"i(?:['’]m|\s+am)\s+(?:fairly|pretty|quite|almost|rather)\s+(?:sure|certain)(?:\s+that(?!['’]))?|"
    r"(?:that|this|which|it|everything|all)\s+(?:clearly\s+|strongly\s+|all\s+)?points?\s+(?:to|at)|(?:that|which|this)\s+(?:only\s+)?leaves(?:\s+only)?|"
    r"i\s+have\s+(?:the|a)\s+(?:impression|feeling|hunch|suspicion)(?:\s+that)?,?|could\s+it\s+be(?:\s+that)?|"
    r"(?:the\s+)?root\s+cause(?:\s+(?:is|confirmed|found))?:|here['’]?s[^:]*:|i['’]d\s+say)?\s*",
    re.I,
)  # fmt: skip
WEAK = regex(r"(?:anything|something|what|how|who|it|that|this|there|they|so|not|yes|no)\b", re.I)
ASKED = regex(
    r"\bi\s+have\s+a\s+(?:feeling|hunch|suspicion)\b|\bmy\s+(?:guess|hunch|suspicion|theory|bet)\s+would\s+be\b|^(?:probably|presumably|most\s+likely|likely)\s+(?:the|our|an?|because|due|some)\b|"
    r"^(?:is|are|was|were)\s+(?!(?:you|i|we)\b)[^?]{3,60}?\b(?:because|due\s+to|caused\s+by|coming\s+from)\b|"
    r"^(?:is|are|was)(?:n['’]?t)?\s+(?:it|that|this)\s+(?:just|maybe|perhaps|only|simply|probably|really\s+just|rather)\s|\b(?:may|might|could)\s+(?:that|this|it)\s+be\s+(?:it|the\s+\w+|why|because)\b|"
    r"^(?:(?:and|but|so|or|also)\s+)?(?:does|do|would|did|could|can)\s+(?!you\b|i\b|we\b|it\b|that\b|this\b)[^?]{3,60}?\b(?:help|hurt|matter|scale|"
    r"make\s+(?:it|that|this|things|a\s+difference|the\s+\w+))\b(?!\s+(?:me|us)\b)|"
    r"\b(?:could\s+(?:it|this|that)\s+(?:be|have|come)\b|i\s+have\s+the\s+(?:impression|feeling)\s+that|i\s+wonder\s+(?:if|"
    r"whether)|"
    r"i\s+(?:think|guess|suspect|assume|believe|bet)\b(?!\s+(?:so\b|(?:it|that|this)(?:['’]s|\s+is)\s+(?:\w+\s+)?(?:correct|fine|ok(?:ay)?|good|"
    r"better|best|right|enough|worth|nice|great|time)\b|(?:we|you|i)\s+(?:should|can|could|need|want)\b))|"
    r"is\s+(?:it|this|that)\s+(?:because|due|related|caused|the\s+\w+\s+that)|(?:^|\bor\s+)(?:is|are)\s+(?:my|the|our|this|"
    r"these)\b[^?]*\b(?:problem|cause|reason|culprit|issue|fault|related)\b|"
    r"(?:^|[.,]\s|\bor\s+)(?:maybe|perhaps)\s+(?:it['’]?s|it\s+is|the|that['’]?s|this\s+is|our|my)\b(?!\s+(?:ok|okay|fine|better|best|enough|time)|[^.?]*\b(?:needs?|should)\b)|"
    r"^(?:does|do|did|could|would|might)\s+(?!you\b|i\b|we\b)[^?]{3,60}?\b(?:explain|cause|affect|slow\s+down|break)\b|"
    r"\b(?:isn['’]?t|wasn['’]?t|aren['’]?t)\s+(?:it|that|this)\s+(?:because|due|caused)|^(?:might|may)\s+(?:the|this|that|our|my)\b|"
    r"is\s+it\s+possible\s+that|my\s+(?:guess|hunch|suspicion|theory|bet|impression|feeling|worry|fear)\s+is|"
    r"\b(?:feels?|seems?|looks?|got|is|are|became|become)\s+(?:\w+ly\s+|a\s+lot\s+|much\s+)?(?:slower|faster|worse|laggier|heavier)\s+(?:since|after|than\s+before)|"
    r"\bis\s+there\s+(?:a|any)\s+(?:\w+\s+)?difference\b|\bwhat\s+if\b[^?]*\b(?:faster|slower|better|help|fix|work|cheaper|smaller)\b|"
    r"\brelated\s+to\s+(?:the|my|our|this)|(?:speed|performance|memory)\s+regression\b|same\s+(?:issue|problem|bug)\b)",
)  # fmt: skip
WHETHER = regex(
    r"\b(?:find\s+out|check|see|know|wonder|measure|test|clear|verify|tell\s+(?:me|us))\s+(?:if|"
    r"whether)\s+(?P<belief>.+?)(?=,?\s+and\s+(?:if|whether|tell|then|what|how)\b|[.?!]\s|,\s+(?:or|but)\b|[.?!]?$)",
    re.I | re.S,
)
IF_BELIEF = regex(r"\bif\s+(?P<belief>[^,?]{8,}?)(?:,|\s+then)?\s+(?:i|we)(?:['’]d|\s+would|['’]ll|\s+will)\b", re.I)
ASKING = (
    "hunch",
    "suspicion",
    "probably",
    "presumably",
    "likely",
    "may ",
    "do ",
    "would ",
    "could ",
    "impression",
    "feeling",
    "wonder",
    "i think",
    "i guess",
    "i suspect",
    "i assume",
    "i believe",
    "i bet",
    "is ",
    "are ",
    "related",
    "regression",
    "same ",
    "maybe",
    "perhaps",
    "does ",
    "did ",
    "n't ",
    "nt ",
    "might ",
    "my ",
    "than before",
    "since",
    "what if",
)
"""One of these stands in every question of that kind: looked for first, because that is cheap."""

PART = regex(r"[,;]\s+(?:(?:and|but|so|though|while)\s+)?|\s+[—–-]\s+|:\s+")
OPINES = regex(
    r"(?:(?:and|but|so|also|personally|honestly)\b[,:]?\s+)*(?:i\s+have\s+the\s+(?:impression|feeling)|my\s+(?:guess|hunch|suspicion|theory|bet|money|impression)\s+is\b|"
    r"i\s+(?:strongly\s+|rather\s+)?(?:suspect|bet|guess|suppose|assume)\b)",
    re.I,
)
"""How a part of a sentence begins that gives a person's own opinion."""
ELSE = regex(
    r"(?:(?:and|but|so|while)\s+)?(?:(?:the|our|my)\s+)?(?!(?:i|we|you|it|that|this|he|she|they)\b)[\w’'-]+(?:\s+(?:from|in|at)\s+\w+)?\s+"
    r"(?:bets\s+on|suspects|blames|thinks\s+it(?:['’]s|\s+is)|is\s+(?:sure|convinced)\s+(?:that\s+)?it(?:['’]s|\s+is)|believes\s+it(?:['’]s|\s+is)|(?:swears|reckons|figures)\s+(?:that\s+)?it(?:['’]s|\s+is)|(?:says|claims|insists)\s+it(?:['’]s|\s+is)(?=\s+(?:the|our|an?)\b)|'s\s+money\s+is\s+on)\s+(?=\S+\s*\S)",
    re.I,
)
"""How a part of a sentence begins that tells what somebody else suspects: "Rosa bets on the new codec"."""
WRONG = regex(
    r"(?:does|do|would|will|could|can)\s+(?:that|this|it)\s+(?:really\s+|also\s+|even\s+)?(?:hurt|harm|help|matter|scale|cost\s+\w+)\b[^?]*\?$",
    re.I,
)
"""A question at the end of a sentence whether what stands before it does harm or good."""
IS_HOW = regex(
    r"(?:(?:and|but|so)\s+)?is\s+(?:this|that|it)\s+(?:really\s+)?(?:how|what|why|where)\s+(?!you\b|i\b|we\b|far\b|much\b|many\b)\w+\s+\S+\s+\S",
    re.I,
)
"""A question whether things are so elsewhere: "is that how other parsers do it"."""
PREDICATE = regex(r"(?:is|are|was|were|has|have|had|does|did|can|will|comes?|came)\b", re.I)
"""What goes on with the sentence around an opinion: "the pauses, I guess, are from the pool"."""
PARTED = (
    *(
        "bet",
        "suspect",
        "blame",
        "swear",
        "reckon",
        "figure",
        "think",
        "believe",
        " says ",
        "claim",
        "insist",
        "sure",
        "convinced",
        "money",
    ),
    *("impression", "feeling"),
    *(
        "guess",
        "hunch",
        "theory",
        "assume",
        "suppose",
        "hurt",
        "harm",
        "help",
        "matter",
        "scale",
        " cost",
        "is this ",
        "is that ",
        "is it ",
    ),
)
"""One of these stands in every sentence of such parts."""
SINCE = regex(r"\b(?:slower|faster|worse)\s+(?:since|after|than\s+before)\b", re.I)
IT = regex(r"it\b", re.I)


def asking(text: str) -> list[str]:
    """The words of `ASKING` that a person's message has: looked for once."""
    low = text.lower()
    return [word for word in ASKING if word in low]


def questions(text: str, may: list[str]) -> Iterator[tuple[int, int]]:
    """Where in a person's sentence a belief stands: "Could it be the cache?" gives that of "the cache?"; `may` is `asking` of its message.

    An impression, a question that names a cause, what is to be found out, the condition of a decision.
    """
    low = text.lower()
    for pattern in (WHETHER, IF_BELIEF) if "if " in low or "whether" in low else ():
        m = pattern.search(text)
        if m:
            if not WEAK.match(m["belief"]):
                yield m.start("belief"), m.end("belief")
            return
    parted = [*_parts(text)] if any(map(low.__contains__, PARTED)) else []
    if parted:
        yield from parted
    elif any(map(low.__contains__, may)) and ASKED.search(low):
        lead = LEAD_IN.match(text)
        at = lead.end() if lead else 0
        if not IT.match(text, at) or SINCE.search(text):
            yield at, text.find("?", at) + 1 or len(text)


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """The opinions in the parts of a sentence that has several parts, its own and those of others; what is asked of the part before."""
    cuts = [m.span() for m in PART.finditer(text)]
    spans = [*zip([0, *(b for _, b in cuts)], [*(a for a, _ in cuts), len(text)], strict=True)]
    for i, (a, b) in enumerate(spans):
        if ELSE.match(text, a, b):
            yield a, _to_its_end(text, spans[i:])
        elif i and OPINES.match(text, a, b):
            lead = LEAD_IN.match(text, a)
            at = lead.end() if lead else a
            if at < b and not PREDICATE.match(text, at):
                yield at, spans[-1][1]
                return
        elif (i and WRONG.match(text, a)) or (not i and IS_HOW.match(text)):
            yield 0, len(text)
            return


def _to_its_end(text: str, spans: list[tuple[int, int]]) -> int:
    """Where the opinion ends that the first of these parts begins: where somebody speaks for himself again, or asks."""
    end = spans[0][1]
    for a, b in spans[1:]:
        if ELSE.match(text, a, b) or OPINES.match(text, a, b) or SPEAKS.match(text, a) or text[a:b].rstrip().endswith("?"):
            break
        end = b
    return end


SPEAKS = regex(r"(?:i|we|you|he|she|they|can|could|would|please|let|but|not|which|maybe|perhaps)\b", re.I)
