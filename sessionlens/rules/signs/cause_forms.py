"""The words in which plain prose names a cause of what was just measured: read by `causes`.

Each form has words of which it needs one, so that most sentences are never searched, and a name for what it does.
"""

import re

from sessionlens.rules.index import cues
from sessionlens.text.regex import regex

_REMAINDERS = (
    *("gap is", "gap was", "gain is", "gain was", "difference is", "difference was", "slowdown is", "slowdown was", "speedup is"),
    *("loss is", "regression is", "regression was", "win is", "saving is", "penalty is", "remainder is", "jump is", "drop is"),
)
"""What is left over, said to be something."""
_Q = r"\d[\d.,]*\s?(?:%|ms|s|[µμun]s|[KMG]i?B|B|bytes|seconds?|minutes?)(?!\w)"
_END = r"(?P<x>[^.;:!?()]{3,60})"
LEFT = regex(
    rf"\b{_Q}[^.;]{{0,12}}?\b(?:that|which) (?:still )?(?:remains?|(?:is|are) left) (?:is|are|comes? from|goes to|go to) {_END}"
    rf"|\b(?:remaining|residual|other) {_Q} (?:is|are|comes? from|goes to|go to) {_END.replace('<x>', '<y>')}"
    rf"|\bthe rest\b[,(–-]* ?\(?{_Q}\)?[,)–-]* (?:is|are|comes? from|goes to) {_END.replace('<x>', '<v>')}"
    rf"|\b(?:that|this|which) leaves {_Q} (?:for|to) {_END.replace('<x>', '<w>')}"
    rf"|\b(?:what(?:['’]s| is) left|what remains|the rest)\b[^;\n]{{0,40}}?\b{_Q}[^;]{{0,24}}?[,:] (?:which|that|it) "
    rf"(?:is|comes from|goes to) {_END.replace('<x>', '<z>')}",
    re.I,
)
_SIZE = r"(?:cost|time|slowdown|speedup|difference|gap|gain|regression|spread|variance|overhead|delay|loss|saving|rest|penalty)"
_MAKES = r"(?:makes?|made|keeps?|kept|costs?|slows?|slowed|speeds?)"
IS_WHAT = regex(
    rf"(?:\b(?:that|this|the|its|their) |^(?:so |and )?)(?P<x>(?:[\w-]+ ){{0,4}}?[\w-]+) (?:is|was|are) what {_MAKES}\b"
    rf"|\bit(?:['’]s| is| was) (?:the |its |this )?(?P<y>[\w -]{{3,40}}?) that {_MAKES}\b"
    rf"|\bwhat {_MAKES}\b[^.;?]{{0,40}}? (?:is|was|are) (?:the |its |that |this )?(?P<z>[^.;:!?()]{{3,60}})",
    re.I,
)
_MUST = regex(
    rf"\bthe (?:\w+ )?(?:{_SIZE}|cause|reason|culprit) must (?:be|come from|stem from|lie in|be due to) {_END}"
    rf"|\b{_SIZE} (?:is|was) (?:all |fully |entirely |mostly )?(?:explained by|down to|owed to) {_END.replace('<x>', '<y>')}"
    rf"|\b(?:time|cost|overhead) (?:is|was|goes|went) (?:all |mostly |mainly )?(?:spent )?(?:in|into|to) {_END.replace('<x>', '<z>')}",
    re.I,
)
BY = regex(
    r"\b(?:was|were|got|been) (?:\w+ly )?(?:distorted|skewed|disturbed|slowed(?: down)?|throttled|polluted|inflated|starved|held up)"
    rf" by {_END}",
    re.I,
)
_SHARE = regex(
    rf"\b{_Q} (?:extra |more )?(?:comes?|came|stems?|stemmed|goes|go|went) (?:from|into) {_END}"
    rf"|\b{_Q} (?:\([^)]*\) )?(?:is|are|was|were) the (?:price|cost) of {_END.replace('<x>', '<y>')}",
    re.I,
)
SINCE = regex(
    r"\b(?:faster|slower|cheaper|quicker|loses?|wins?|beats?|costs? more|takes? longer)\b[^.;:]{0,40}? "
    r"(?:because|since|thanks to|due to) "
    rf"(?!then|i |we |you |my |our ){_END}"
    r"|(?P<y>\b(?:the|this|that|our|its) [\w -]{3,30}?) (?:is|are|was) (?:now |still )?the (?:real |actual |main )?bottleneck\b",
    re.I,
)
_GAP = r"(?:gap|gain|difference|slowdown|speed-?up|overhead|regression|win|loss|saving|penalty|remainder|excess|drop|jump|spike)"
IS_IT = regex(
    rf"\b(?:the|that|this|our|its) (?:whole |entire |remaining |extra |real )?{_GAP} (?:is|was) "
    r"(?:all |mostly |mainly |just |really |purely )?"
    r"(?P<x>(?:the|our|its|your) [^.;:!?()]{3,60})"
    r"|\bthe rest of (?:the|its|our) (?:[\w-]+ )?(?:time|memory|cost|cpu|gap|difference|gain|latency|delay|slowdown) (?:is|was|are) "
    r"(?P<y>(?:the|our|its|your) [^.;:!?()]{3,60})"
    r"|^(?:so )?most of (?:it|that|this|the (?:gain|gap|difference|saving|cost|time)) (?:is|was|comes from|came from|goes to) "
    r"(?:the |our )?(?P<z>[\w-]+(?: [\w-]+){0,3})\.?$",
    re.I,
)
NUMBER_BECAUSE = regex(
    rf"\d\s?(?:ms|s|[µμun]s|%|[KMG]i?B|x|×)\)?,? (?:(?:which|and that|that) (?:is|was) (?:mostly |mainly |only |just )?)?(?:because|since)"
    rf" (?!then|i |we |you |my |our ){_END}",
    re.I,
)
LABELLED = regex(r"^(?:\W{0,4})(?:the )?(?:reason|explanation)\W{0,3}: ?(?P<x>[^;:!?()]{8,80})", re.I)
AT_WORK = regex(
    r"\b(?P<x>(?:the |our )?(?:noisy )?(?:neighbou?rs?"
    r"|other (?:jobs|tenants|users|processes|builds|guests|machines)|background (?:load|jobs)))"
    r" (?:is|are|was|were) (?:(?:back )?at (?:work|it)|busy|to blame|interfering|in the way|active)\b",
    re.I,
)
HOST = regex(r"\b(?:neighbou?rs?|other (?:jobs|tenants|users|processes|builds|guests|machines)|background (?:load|jobs)|host|cron)\b", re.I)
DESCRIBES = regex(r"^[\w-]*(?:ed|ing|able|ible|ive|ous|less|ful|ly|ine|ead|ast|ow)$", re.I)
"""One word that says how something is, and names no cause: "dead", "fine", "generated"."""
_MECHANISM = (
    r"cache lines?|l[123]\w?|tlb|branch (?:predictor|miss\w*)|out[- ]of[- ]order|window|page faults?|locality|contention|contended"
    r"|false sharing|preempt\w*|context switch\w*|scheduler|garbage collect\w*|gc|fragment\w*|numa|bandwidth|interrupts?|throttl\w*"
    r"|swapp\w*|readahead|page cache|busy|busier|overloaded|bloat\w*|readjust\w*|backpressure|congest\w*|retransmi\w*"
)
MECHANISM = regex(rf"\b(?:{_MECHANISM})\b", re.I)
"""What goes on in a machine and shows in counters or a trace only."""
BY_MECHANISM = regex(
    r"(?:,| only| mainly| mostly| just) (?:because|since) (?!i |we |you |my )"
    rf"(?P<x>(?:[^.;:!?()]{{0,70}}? )?\b(?:{_MECHANISM})\b[^.;:!?()]{{0,20}})",
    re.I,
)
LEFT_WORDS = ("remain", "left", "leaves", "rest", "residual", "other ")
FORMS = (
    (IS_WHAT, (" what ", "what ", " that "), "named as what makes the difference"),
    (_MUST, (" must ", "explained by", "down to", "owed to", "time ", "cost ", "overhead "), "inferred to be the cause"),
    (BY, (" by ",), "named as what disturbed the run"),
    (_SHARE, ("the price of", "the cost of", " from ", " into "), "a part of the time is given to it"),
    (
        IS_IT,
        ("most of ", "the rest of ", " is the ", " was the ", " is our ", " is its ", " is all ", " is most", " is just "),
        "it is put down to this",
    ),
    (NUMBER_BECAUSE, (" because ", " since "), "given as the reason"),
    (LABELLED, ("reason", "explanation"), "given as the reason"),
    (AT_WORK, ("neighbo", "other ", "background "), "named as what disturbed the run"),
    (BY_MECHANISM, (" because ", " since "), "given as the reason"),
    (SINCE, (" because ", " since ", "thanks to", "due to", "bottleneck"), "given as the reason"),
)
"""Each form with words of which it needs one, and what it is called."""
NAMES = (
    *(
        "what ma",
        "what ke",
        "what co",
        "what sl",
        "what sp",
        "that ma",
        "that ke",
        "that co",
        "that sl",
        "that sp",
        " must ",
        "explained by",
    ),
    *(
        "down to",
        "owed to",
        "spent in",
        "all in",
        "time is",
        "time goes",
        "cost is",
        "overhead is",
        "distorted",
        "skewed",
        "disturbed",
        "slowed",
    ),
    *("throttled", "polluted", "inflated", "starved", "held up", "the price of", "the cost of", "come", "came", "stem", "goes", "go into"),
    *("because", "since", "thanks to", "due to", "bottleneck"),
    *_REMAINDERS,
    "speed-up is",
    *("spike is", "excess is", "the rest of", "most of ", "reason:", "reason**", "explanation:", "neighbo", "other jobs"),
    *("other tenants", "other users", "other processes", "other builds", "background load", "background jobs"),
)
SOURCE = regex(
    r"\b(?:runs?|tables?|rows?|columns?|outputs?|logs?|msg|messages?|measure\w*|bench\w*|reports?|files?|readme|paper|scripts?|median|mean"
    r"|average|minimum|profiler?|perf|hyperfine|first|second|last|previous|above|\d[\d.]*\s?(?:ms|s|%|[µu]s|ns|[KMG]B))\b",
    re.I,
)
"""Where a number was taken from, or the number itself: no cause."""
PERFORMS = regex(
    r"\b(?:makes? up (?:that|the|this) (?:rest|gap|difference|remainder)"
    r"|fast\w*|slow\w*|quick\w*|cheap\w*|expensive|time|latency|throughput|memory|costs?)\b",
    re.I,
)
CUES = cues(
    *("that remain", "that remains", "which remain", "which remains", "still remain", "still remains", "that are left", "that is left"),
    *("the remaining", "the residual", "the other", "what s left", "what   s left", "what is left", "what remains", "the rest"),
    *("is what", "was what", "are what", "what makes", "what made", "what costs", "what slows", "that makes", "that made", "that costs"),
    *(
        "that slows",
        "explained by",
        "down to",
        "owed to",
        "spent in",
        "all in",
        "time is",
        "goes into",
        "go into",
        "comes from",
        "come from",
    ),
    *("came from", "stems from", "goes to", "the price of", "the cost of", "bottleneck", "because", "since", "thanks to", "due to"),
    *_REMAINDERS,
    "speed up is",
    *("spike is", "excess is", "the rest of", "most of it", "most of that", "most of this", "most of the", "reason", "explanation"),
    *("neighbours", "neighbors", "neighbour", "neighbor", "other jobs", "other tenants", "other users", "other processes"),
    *("other builds", "background load", "background jobs"),
    *("that leaves", "the rest is", "must be", "must come", "must stem", "must lie"),
    *("distorted", "skewed", "disturbed", "slowed", "throttled", "polluted", "inflated", "starved", "held up"),
)
NOTHING = regex(
    r"\b(?:nois[ey]|unexplained|unknown|unattributed|unaccounted|unclear|within|spread|small|not|no|error|mystery|everything|other|others"
    r"|what|mostly due|below|above|here|left|done|open|same)\b",
    re.I,
)
OPEN = regex(
    r"\b(?:if|whether|might|may|could|would|suspect\w*|probab\w+|likely|perhaps|maybe|guess\w*|seems?|looks? like|appears?|hypothes\w+"
    r"|unless|assum\w+|expect\w*|let me|check|test)\b|\?",
    re.I,
)
BUSY = frozenset(("top", "htop", "uptime", "vmstat", "iostat", "ps", "sar", "pidstat", "mpstat"))
WORD = regex(r"[a-z][a-z0-9_]{3,}")
PLAIN = frozenset(("that", "this", "with", "from", "more", "less", "time", "cost", "price", "itself", "alone", "dependent", "being"))
QUANTITY = regex(_Q)
CHANGE = regex(r"(?<![\d.])[-−+]\d[\d.]*\s?%|->|→")
ABOVE = 200
NEAR = 3
RECENT = 4
