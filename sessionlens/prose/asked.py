"""What a person believes, told by how they ask: an impression, a question that names a cause, what is to be found out."""

import re
from collections.abc import Iterator

LEAD_IN = re.compile(
    r"(?:(?:and|but|so|also|then|honestly|hm+|ah|oh|or|well|right|ok(?:ay)?|explanation|yeah|most\s+likely|"
    r"now)\b[,:]?\s+)*(?:i(?:['’]m|\s+am)\s+suspicious\s+of|"
    r"i\s+(?:strongly\s+)?(?:suspect|guess|think|believe|suppose|assume|bet|wonder\s+(?:if|whether))(?:\s+that(?!['’]))?:?|"
    r"my\s+(?:best\s+|first\s+|current\s+)?(?:guess|suspicion|hunch|theory|hypothesis|bet|impression)(?:\s+(?:is|"
    r"would\s+be))?(?:\s+(?:that|on))?:?|"
    r"the\s+most\s+likely\s+(?:cause|reason|explanation)(?:\s+is)?:?(?:\*\*)?|(?:most\s+likely|probably),?|"
    r"i(?:['’]m|\s+am)\s+(?:fairly|pretty|quite|almost|rather)\s+(?:sure|certain)(?:\s+that(?!['’]))?|"
    r"(?:that|this|which|it|everything|all)\s+(?:clearly\s+|strongly\s+|all\s+)?points?\s+(?:to|at)|(?:that|which|this)\s+(?:only\s+)?leaves(?:\s+only)?|"
    r"i\s+have\s+the\s+(?:impression|feeling)\s+that,?|could\s+it\s+be(?:\s+that)?|"
    r"(?:the\s+)?root\s+cause(?:\s+(?:is|confirmed|found))?:|here['’]?s[^:]*:|i['’]d\s+say)?\s*",
    re.I,
)  # fmt: skip
WEAK = re.compile(r"(?:anything|something|what|how|who|it|that|this|there|they|so|not|yes|no)\b", re.I)
ASKED = re.compile(
    r"\b(?:could\s+(?:it|this|that)\s+(?:be|have|come)\b|i\s+have\s+the\s+(?:impression|feeling)\s+that|i\s+wonder\s+(?:if|"
    r"whether)|"
    r"i\s+(?:think|guess|suspect|assume|believe|bet)\b(?!\s+(?:so\b|(?:it|that|this)(?:['’]s|\s+is)\s+(?:\w+\s+)?(?:correct|fine|ok(?:ay)?|good|"
    r"better|best|right|enough|worth|nice|great|time)\b|(?:we|you|i)\s+(?:should|can|could|need|want)\b))|"
    r"is\s+(?:it|this|that)\s+(?:because|due|related|caused|the\s+\w+\s+that)|(?:^|\bor\s+)(?:is|are)\s+(?:my|the|our|this|"
    r"these)\b[^?]*\b(?:problem|cause|reason|culprit|issue|fault|related)\b|"
    r"(?:^|[.,]\s|\bor\s+)(?:maybe|perhaps)\s+(?:it['’]?s|it\s+is|the|that['’]?s|this\s+is|our|my)\b(?!\s+(?:ok|okay|fine|better|best|enough|time)|[^.?]*\b(?:needs?|should)\b)|"
    r"^(?:does|do|did|could|would|might)\s+(?!you\b|i\b|we\b)[^?]{3,60}?\b(?:explain|cause|affect|slow\s+down|break)\b|"
    r"\b(?:isn['’]?t|wasn['’]?t|aren['’]?t)\s+(?:it|that|this)\s+(?:because|due|caused)|^(?:might|may)\s+(?:the|this|that|our|my)\b|"
    r"is\s+it\s+possible\s+that|my\s+(?:guess|hunch|suspicion|theory|bet)\s+is|"
    r"\b(?:feels?|seems?|looks?|got|is|are|became|become)\s+(?:\w+ly\s+|a\s+lot\s+|much\s+)?(?:slower|faster|worse|laggier|heavier)\s+(?:since|after|than\s+before)|"
    r"\bis\s+there\s+(?:a|any)\s+(?:\w+\s+)?difference\b|\bwhat\s+if\b[^?]*\b(?:faster|slower|better|help|fix|work|cheaper|smaller)\b|"
    r"\brelated\s+to\s+(?:the|my|our|this)|(?:speed|performance|memory)\s+regression\b|same\s+(?:issue|problem|bug)\b)",
)  # fmt: skip
WHETHER = re.compile(
    r"\b(?:find\s+out|check|see|know|wonder|measure|test|clear|verify|tell\s+(?:me|us))\s+(?:if|"
    r"whether)\s+(?P<belief>.+?)(?=,?\s+and\s+(?:if|whether|tell|then|what|how)\b|[.?!]\s|,\s+(?:or|but)\b|[.?!]?$)",
    re.I | re.S,
)
IF_BELIEF = re.compile(r"\bif\s+(?P<belief>[^,?]{8,}?)(?:,|\s+then)?\s+(?:i|we)(?:['’]d|\s+would|['’]ll|\s+will)\b", re.I)
ASKING = (
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

SINCE = re.compile(r"\b(?:slower|faster|worse)\s+(?:since|after|than\s+before)\b", re.I)
IT = re.compile(r"it\b", re.I)


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
    if any(map(low.__contains__, may)) and ASKED.search(low):
        lead = LEAD_IN.match(text)
        at = lead.end() if lead else 0
        if not IT.match(text, at) or SINCE.search(text):
            yield at, len(text)
