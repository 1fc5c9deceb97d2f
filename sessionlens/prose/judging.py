"""How it is worded that a belief was borne out or not: verdicts in a sentence, bare ones, what is said of a remedy that was tried.

The patterns are for text in lower case (`sentences.lowered`), but `TAKEN_BACK` and `BETTER`, asked of what was said as it was.
"""

import re

from sessionlens.model.words import Status
from sessionlens.prose import lexicon
from sessionlens.text.regex import regex

REFUTES = regex(
    r"\b(?:(?:that|this)\s+one(?:['’]s|\s+is|\s+was)\s+out|refuted|disproved|disproven|falsified|ruled\s+out|rules?\s+(?:it|that|this|\w+)?\s*out|(?:is|was|are|"
    r"were)(?:n['’]t|\s+not)\s+(?:the\s+)?(?:cause|culprit|problem|reason|main|issue|real|it)|"
    r"(?:can['’]?t|cannot|can\s+not)\s+be\s+the|not\s+(?:the\s+)?(?:main\s+|root\s+)?(?:cause|culprit|reason)|"
    r"(?<!message\s)(?<!numbers\s)(?<!summary\s)(?<!statement\s)(?:was|were)\s+(?:wrong|mistaken)|(?:i|we)\s+(?:had\s+)?assumed|"
    r"(?:has|had|have|makes?|made)\s+(?:next\s+to\s+|almost\s+|practically\s+)?no\s+(?:effect|difference)|(?:does|did|do)(?:n['’]t|\s+not)\s+(?:help|matter|explain|"
    r"change\s+anything|account)|"
    r"(?:does|did|do)(?:n['’]t|\s+not)\s+(?:bear|back)\s+(?:\w+\s+)?(?:out|up)|(?:take|took|taking)\s+back\s+(?:what|that|my)|"
    r"not\s+what\s+(?:i|we)|unrelated|nothing\s+(?:to\s+do|(?:\w+\s+)?(?:points|references|uses|calls))|"
    r"no\s+(?:\w+\s+){1,3}(?:references?|points?|uses?|calls?)\s+(?:it|them|these|this)|brings?\s+(?:little|nothing)|chang(?:es|ed)\s+(?:nothing|little|hardly\s+anything)|"
    r"a\s+different\s+(?:function|file|cause|problem)|never\s+(?:touche[sd]|called)|red\s+herring|innocent|false\s+alarm|"
    r"(?:only|just|merely)\s+(?:accounts?\s+for|explains?|contributes?)|no\s+(?:measurable\s+|visible\s+|real\s+|noticeable\s+)?(?:difference|gain|improvement)|"
    r"off\s+the\s+table|backfire[sd]|no\s+merit|(?:goes|went)\s+the\s+wrong\s+way|"
    r"(?:makes?|made)\s+(?:it|things)\s+(?:slower|worse)|(?:hypothesis|theory|idea)\s+(?:is\s+|was\s+)?(?:rejected|dead|out)|"
    r"(?:prediction|guess|suspicion|expectation)\s+(?:[^.;,]{2,30}\s)?(?:(?:is|was)\s+(?:dead|wrong|off|missed)|missed)|"
    r"(?:persists?|remains?|still|same\s+(?:result|time|error|failure|picture|numbers?))\b[^.;]*\b(?:without|disabled|removed|switched\s+off)|"
    r"(?:without|disabled|removed|switched\s+off)\b[^.;]*\b(?:still|persists?|same\s+(?:result|time|error|failure)))\b",
)  # fmt: skip
TAKEN_BACK = regex(
    r"\b(?:(?:take|took|taking)\s+back|retract\w*|withdr[ae]w\w*|not\s+bear\s+\w+\s+out|(?:was|were)\s+(?:wrong|mistaken))\b", re.I
)
"""What takes back one's own earlier words."""
CONFIRMS = regex(
    r"\b(?:(?:it|that)\s+stays(?=\s*[.,;!]|\s*$|\s+in\b)|confirm(?:s|ed)|verified|prove[sdn]|(?:was|were|is)\s+right|so\s+was|as\s+(?:\w+\s+)?(?:predict(?:s|ed)|expected|"
    r"suspected)|indeed|fits\s+the\s+(?:hypothesis|theory|prediction)|"
    r"(?:cleared|removed|fixed|resolved)\s+the\s+[^.;]{3,60}?\s+(?:that|which)\s+(?:was|were)\s+\w+ing\b|"
    r"(?:is|was|were)\s+(?:half|partly|partially|mostly|largely)\s+right|(?:prediction|control|expectation|bet)\s+(?:holds|held)\b(?!\s+(?:up\s+)?(?:only|not))|"
    r"(?:prediction|expectation)s?\s+(?:[^.;,]{2,30}\s)?(?<!not\s)(?:met|beaten|exceeded|borne\s+out)|"
    r"that['’]?s\s+(?:it|the\s+cause)|so\s+(?:the\s+)?[\w`]+(?:\s+\w+)?\s+it\s+is\b|so\s+(?:the\s+)?\w+\s+was\s+the|(?:is|are|was)\s+(?:really\s+)?worth\s+it|(?:clear|"
    r"real|genuine)\s+(?:regression|slowdown|cause|bug)|root\s+cause\s+(?:is|was|found)|"
    r"(?:fix(?:es|ed)|solve[sd]|cure[sd])\s+(?:it|this|that|the\s+(?:problem|issue|bug|crash|leak|hang|slowdown|failure))|(?:goes|went|is)\s+(?:away|gone)|"
    r"disappear(?:s|ed)|vanishe[sd]|supports?\s+(?:this|that|the\s+(?:theory|hypothesis|idea|guess|suspicion))|"
    r"(?:theory|hypothesis|guess|suspicion)\s+(?:holds|stands|was\s+right|is\s+right)|that\s+(?:was|did)\s+it)\b",
)  # fmt: skip
UNUSED = regex(
    r"nothing\s+(?:\w+\s+)?(?:points|references|uses|calls)|no\s+(?:\w+\s+){1,3}(?:references?|points?|uses?|calls?)\s+(?:it|them|these|this)"
)
OVERTURNS = regex(r"\bnot\s+what\s+(?:i|we|you)\s+(?:thought|assumed|believed|suspected)")
MODAL = regex(r"\b(?:would|could|might|may|should|will|[\w]+['’](?:ll|d))\b")
NOT_YET = regex(
    r"\b(?:to|not|never|need(?:s)?\s+to|yet\s+to\s+be|if|can|cannot|could|would|until|unless|once|let\s+me|"
    r"whether)\s+(?:be\s+)?(?:confirm|prove|rule)",
)
BARE = regex(
    r"[*_]*(?:[~≈]?\d[\d.,]*\s?\S{0,4}\s+(?:against|vs\.?|versus|to|and|->|→)\s+[~≈]?\d[\d.,]*\s?\S{0,4}[,;:]\s+)?(?:(?P<yes>confirmed|as\s+(?:i\s+)?(?:suspected|expected|predicted)|hypothesis\s+confirmed|that['’]s\s+it|that\s+was\s+it|bingo|"
    r"(?:so\s+)?(?:the|my|that)\s+(?:theory|hypothesis|guess|suspicion|hunch)\s+(?:holds|stands|was\s+right|is\s+right|is\s+confirmed)|i\s+was\s+right|"
    r"yes,?\s+(?:it|that)(?:['’]s|\s+is|\s+was)|(?:this|that|which|the\s+\w+)\s+supports\s+(?:this|that|it|the\s+(?:theory|hypothesis)))|"
    r"(?P<no>refuted|not\s+it|no\s+(?:(?:measurable|visible|real|noticeable|significant)\s+)?(?:effect|difference|gain|improvement|change)|"
    r"(?:(?:so\s+)?(?:that|this|which)\s+)?rules\s+(?:this|that|it)\s+out|wrong|nope|false\s+alarm|same\s+result|so\s+much\s+for|i\s+was\s+wrong(?!\s+to\b)|"
    r"(?:the|my|that)\s+(?:theory|hypothesis|guess|suspicion|hunch|expectation|prediction|bet|assumption)\s+(?:was|is)\s+(?:wrong|off|dead|refuted|rejected|mistaken)|"
    r"(?:hypothesis|theory)\s+(?:rejected|refuted|disproved|dead)|(?:so\s+)?(?:it|that)(?:['’]s|\s+is|\s+was)\s+not\s+(?:it|the\s+(?:cause|culprit|problem))))[*_.!:,\s]",
)
"""A verdict that does not say on what: it is meant for the belief last stated."""
WORKED = regex(
    r"[*_]*(?:(?:both|all|the|these|this|that)\s+)?(?:fix(?:es)?\s+)?(?:\w+\s+)?(?:confirmed|verified|fixed|works?(?!\s+(?:by|like|as|on|out)\b)|working)\b",
)
"""What is said of a remedy that was tried."""
SO_FIXED = regex(r"(?:->|→|=>)\s+(?:the\s+)?(?:[\w`'-]+\s+){1,3}?(?:(?:is|are)\s+)?fixed\b")
"""The same behind what was seen: "no difference -> Q1 fixed"."""
KEEPING = ("keep", "that did it", "that helped")
FAILING = ("help", "work", "fix", "change", "still ", "slower", "worse")
DROPPING = ("drop", "park", "shelv", "abandon", "giv", "aside")
IMPROVING = ("cut", "halve", "reduce", "lower", "save", "br", "spe", "improve", "shrank", "drop", "fell", "faster")
"""One of these stands in what is kept, in what failed, in what is given up, in what got better."""
KEPT = regex(r"\bkeep(?:ing)?\s+(?:it|this|that)\b(?!\s+(?:in\s+mind|as|open|simple|short|running))|\bthat\s+(?:did\s+it|helped)\b")
FAILED = regex(
    r"\b(?:(?:that|this|it|the\s+(?:fix|change|patch))\s+(?:did(?:n['’]t|\s+not)|does(?:n['’]t|\s+not))\s+(?:help|work|fix|change)|"
    r"still\s+(?:broken|fails?|failing|slow|there|crash\w*|leak\w*|hang\w*|not\s+work\w*)|(?:made|makes)\s+(?:it|things|everything)\s+(?:slower|worse))\b",
)
BETTER = regex(
    r"\b(?:cut|cuts|halve[sd]|reduce[sd]|lower(?:s|ed)|save[sd]?|brought|brings|speeds?|sped|improve[sd]|shrank|dropped|drops|fell|faster)\b[^.;]*\d|"
    r"\d[^.;]*\bfaster\b",
    re.I,
)
DROPS = regex(
    r"\b(?:(?:drop(?:ping)?|park(?:ing)?|shelv(?:e|ing)|abandon(?:ing)?|giv(?:e|ing)\s+up\s+on)\s+(?:(?:the|this|that|my)\s|[a-z]{1,2}\d{1,2}\b)|"
    r"(?:set(?:ting)?|leav(?:e|ing)|put(?:ting)?)\s+[^.;]{3,50}?\s+aside\b)",
)
"""A belief that is given up without a test."""
NOT_THAT = regex(
    r"(?:^|[,;:—–-]\s*|\bbut\s+|\bso\s+)(?:(?:it|that|this|the\s+(?:cause|culprit|problem|reason|bottleneck))\s+(?:is|was)n['’]t|"
    r"(?:(?:it|that|this|the\s+(?:cause|culprit|problem|reason|bottleneck))(?:['’]s|\s+is|\s+was)\s+)?not)\s+"
    r"(?:(?:the|our|a|an|in\s+the|from\s+the)\s+)*(?P<what>[^,.;:—–]{3,50})",
)
"""What is said not to be it: "the proxy, not the cache"."""


LABELLING = (
    "stays",
    " out",
    " dead",
    "off the",
    "accepted",
    "adopted",
    "holds",
    "held",
    "stands",
    "keep",
    "rejected",
    "abandoned",
    "shelved",
    "parked",
    "withdrawn",
)
LABELLED = regex(
    r"[*_`]*(?:\s*\([^()\n]{1,40}\))?[*_`]*\s*(?:(?:is|was|are|were|gets|stays|=|:|[—–-])\s+(?:(?:therefore|thus|hereby|now)\s+)?)?"
    r"(?:(?:(?:->|→|=>)\s*)?(?:(?P<yes>accepted|adopted|(?:is\s+)?(?:what|the\s+one)\s+i(?:['’]d|\s+would)?\s+(?:take|pick|choose|keep|recommend|go\s+(?:with|for))\b|wins(?=\s*[,.;:!)*]|\s*$)|(?:holds|held|stands)(?=\s+(?:up|true)\b|\s*[,.;:!)*]|\s*$))|"
    r"(?P<no>rejected|(?:(?<=\bis )|(?<=\bwas ))(?:out|dead)(?=\s*[,.;!)*]|\s*$)(?!\s+of)|off\s+the\s+table)"
    r"|(?P<left>abandoned|shelved|parked|withdrawn))|(?P<stays>stays)(?=\s*[,.;!)*]|\s+in\s*[,.;]|\s*$)|(?:->|→|=>)\s*(?P<kept>keep)\b(?!\s+(?:in|for|an?|only)\b))",
)
"""What stands behind a label as the verdict on it, with no more words: "Q1 (batching) -> accepted", "Q2 holds, ...", "Q3 abandoned"."""


def labelled(low: str, at: int) -> Status | None:
    """The verdict that stands right behind a label that ends at `at`, in text in lower case."""
    m = LABELLED.match(low, at)
    return None if m is None else "abandoned" if m["left"] else "refuted" if m["no"] else "confirmed"


VERDICT = lexicon.REFUTE | lexicon.CONFIRM


def word(low: str, flags: int = VERDICT) -> Status | None:
    """The verdict that a stretch of text in lower case gives, if any; `flags` are those of its words."""
    bare = BARE.match(low)
    if bare:
        return "confirmed" if bare["yes"] else "refuted"
    if flags & lexicon.REFUTE and REFUTES.search(low) and not NOT_YET.search(low):
        return "refuted"
    if flags & lexicon.CONDITION:
        return None
    if flags & lexicon.CONFIRM and CONFIRMS.search(low) and not NOT_YET.search(low) and not MODAL.search(low):
        return "confirmed"
    return None
