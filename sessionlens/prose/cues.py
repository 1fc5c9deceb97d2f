"""Words that tell a result from a plan, a guess, a condition or a question. English only; sorted by what they do, with the reason.

The lists name closed classes (auxiliaries, conjunctions, hedges, modal verbs) or the small vocabulary in which people who work
on software report what happened. Subjects, metrics and tools are never listed: those are what a session is about.
"""

import re


def _any(words: str) -> str:
    return "(?:" + "|".join(words.split()) + ")"


# Modality -----------------------------------------------------------------------------------------------------------------------
PLAN = re.compile(
    r"(?:(?:ok(?:ay)?|good|great|right|so|and|but|now|next|first|then|finally|also|instead|better|perfect|nice|wait|hm+|alright|again|meanwhile)[,:;.! —–-]+)*"
    r"(?:let['’]?s?(?:\s+me|\s+us)?\b|i['’]ll\b|i\s+will\b|i['’]m\s+(?:going|about)\s+to\b|i\s+(?:want|need|have|plan|intend|would\s+like)\s+to\b|we['’]ll\b|"
    r"we\s+(?:need|have|want|will|should|can|could)\b|i['’]d\b|time\s+(?:to|for)\b|next\s*:|next\s+(?:up|step)\b|todo\b|plan\s*:|going\s+to\b|"
    r"want\s+(?:me|to)\b|shall\b|need\s+to\b|on\s+to\b|i\s+should\b|i\s+can\b|i\s+could\b|before\s+(?:i|we)\b)",
    re.I,
)
"""How an agent announces what it is about to do. Holds until a dash, a semicolon or "but"."""
NOW = re.compile(r"(?:and\s+|then\s+)?(?:now|next|then|first|finally)\b[,:]?\s", re.I)
"""An adverb that opens a step when no finite verb follows: "Now the baseline."."""
IMPERATIVE = re.compile(
    _any(
        "add adjust apply ask assert benchmark bisect build bump call capture change check clean clear clone commit compare compile confirm continue copy count "
        "create debug delete describe deploy disable do document double-check download drop edit enable ensure examine exclude execute explore export "
        "extract fetch filter find fix follow format generate get give go grep implement import include inspect install instrument investigate isolate "
        "keep launch leave list load log look make mark measure merge migrate move name note open parse pass patch pin plot prepare print profile pull push put "
        "re-?run re-?build re-?measure re-?check re-?test re-?verify read record reduce refactor reload remember remove rename repeat replace report "
        "reproduce reset restart restore retry return revert review rewrite run save scan search see send separate set settle show skip sort split "
        "start stash stop strip summari[sz]e swap switch take tell test time trace track trim try turn tweak undo uninstall update upgrade use validate vendor verify "
        "view wait warm watch write wire prefer consider avoid"
    )
    + r"\b(?!\s+(?:is|are|was|were|has|have|had|does|did|takes?|took|failed|fails|passe[sd]|succeeded|works|went|goes|clean|green|finished|completed)\b)(?![\w/'’:(-])",
    re.I,
)
"""A sentence that opens with a bare verb tells somebody, the agent itself too, what to do. "Build is back to 8 ms" does not."""
CONDITION = re.compile(r"\b(?:if|unless|in\s+case|provided\s+that|assuming|suppose|whether|otherwise|as\s+long\s+as)\b", re.I)
MODAL = re.compile(r"\b(?:would|could|might|may|should|shall|ought\s+to|will|[\w]+['’](?:ll|d))\b(?!\s+n[o']t\s+have\b)", re.I)
"""Possible, wished for or to come; a result only where a figure stands with it ("capacity 3 would cover 99 %")."""
HEDGE = re.compile(
    r"\b(?:likely|probably|presumably|perhaps|maybe|possibly|apparently|supposedly|seem(?:s|ed|ingly)?|appears?\s+to|looks?\s+like|"
    r"i\s+(?:think|guess|suspect|suppose|believe|assume|expect|bet|doubt|wonder)|my\s+(?:guess|money|bet|hunch|suspicion)|suspicio(?:n|us)|suspects?|"
    r"almost\s+certainly|must\s+(?:be|have)|not\s+sure|unclear|unsure|candidates?|hypothesi[sz]\w*|theor(?:y|ies)|in\s+theory|expected\s+to|"
    r"supposed\s+to|worth\s+(?:checking|trying|a\s+look)|most\s+plausibl[ey]|plausibl[ey]|conceivabl[ey]|to\s+be\s+(?:safe|sure))\b",
    re.I,
)
ESTIMATE = re.compile(
    r"\b(?:estimat\w*|expect(?:ed|s)?|predict\w*|projected|extrapolat\w*|ballpark|in\s+principle|ideally|hopefully|aim(?:s|ing)?\s+(?:at|to|for)|target(?:s|ing)?)\b",
    re.I,
)
ADVICE = re.compile(
    r"(?:(?:so|then|now|but|and|also)[, ]+)?(?:you(?:['’](?:ll|d|re\s+(?:right|welcome))|\s+(?:can|could|should|may|might|need|want|will|would|just)\b)|your\s+call|feel\s+free|please\b|make\s+sure|"
    r"worth\b|recommend|i\s+recommend|i\s+suggest|i\s+propose|i\s+prefer|i['’]d\b|happy\s+to|would\s+you|do\s+you|which\b.*\?|shall\s+i|option\s+\d)",
    re.I,
)
SELF = re.compile(
    r"(?:(?:so|then|now|but|and|also|hm|ah|oh|honestly)[, ]+)*(?:i|we)(?:['’]m|['’]ve\s+(?:got|traced|read|looked|seen|now\s+(?:got|read|seen))|\s+(?:am|do|don['’]t|can['’]t|cannot|won['’]t|wouldn['’]t|couldn['’]t|"
    r"have\s+(?:no|the|a|all|enough|what)|see|understand|know|wrote|make|keep|need|want|should|take|use|prefer|like|retract|was\s+wrong|apologi[sz]e|missed|forgot|look|start|stop|trust|agree|hope|intend))\b",
    re.I,
)
"""What the agent is, knows, wants or does in general. What it did and found ("I measured 5 runs: ...") is not here."""
TALK = re.compile(
    r"(?:good\s+(?:question|to\s+know|point|idea|catch|observation|news)|fair\s+(?:enough|question|point)|great\s+(?:question|point)|thanks|thank\s+you|sorry|here['’]?s|here\s+(?:is|are)\b|hm+|wait|interesting|useful|useful\.|ok(?:ay)?|got\s+it|"
    r"good|great|perfect|excellent|nice|right|done|sure|absolutely|yes|no|found\s+it|there\s+it\s+is|there\s+we\s+go|aha|ah|oh|odd|strange|that['’]s\s+(?:odd|strange|interesting|good|great|a\s+lot|fine)|that\s+makes\s+sense|makes\s+sense|"
    r"no\s+response\s+requested|you['’]re\s+(?:absolutely\s+)?right|one\s+moment|never\s?mind|understood|noted|agreed|updated|as\s+expected|better|let['’]s\s+see)\W*",
    re.I,
)
"""Exclamations and courtesies: nothing in them can be checked. They count only as a whole clause."""

# Results ------------------------------------------------------------------------------------------------------------------------
STATE = re.compile(
    r"\b(?:all\s+)?(?:green|clean|pass(?:es|ed|ing)?|fail(?:s|ed|ing|ure)?|match(?:es|ed)?|fixed|committed|pushed|merged|reverted|restored|confirmed|refuted|disproved|verified|"
    r"resolved|reproduced|built|builds|works?|working|broken|identical|unchanged|untouched|unrelated|unaffected|intact|missing|present|absent|available|installed|not\s+installed|empty|"
    r"negligible|flat|faster|slower|smaller|larger|bigger|worse|best|worst|fastest|slowest|equal|same|linear|quadratic|constant|timed\s+out|crashe[sd]|deadlock(?:ed|s)?|up\s+to\s+date|"
    r"closed|cancelled|canceled|logged|created|added|removed|deleted|dropped|deployed|published|released|measured|applied|correct|wrong|regression|no\s+(?:change|difference|effect|errors?|warnings?|regressions?))\b",
    re.I,
)
"""States in which a thing was found or left; without a verb they are the usual short report ("Tree clean.")."""
NEGATIVE = re.compile(
    r"(?:no|not|nothing|none|zero|neither|never|nobody|without)\b(?!\s+(?:need|problem|worries|longer\s+needed|rush|response|idea|way|point|matter|doubt|surprise))",
    re.I,
)
NUMBER_WORD = re.compile(
    r"(?:~|≈|[+−-])?\d|(?:all|both|every|each|half|one|two|three|four|five|six|seven|eight|nine|ten|only|same|exactly|another)\b", re.I
)
FIGURE = re.compile(r"\d")
DELTA = re.compile(r"\d[^|]{0,24}?(?:→|->|⇒|➜)\s*~?[\d<]|[+−-]\d[\d.,]*\s?%|\d\s?%|\d\s?(?:x|×)(?![\w])|\d\S*\s(?:vs\.?|versus|against)\s")
"""A comparison in figures: an arrow between two, a percentage, a factor."""
MEASURED = re.compile(
    r"\d\s?(?:%|[µumn]?s\b|[kKMGT]?i?B\b|ms\b|sec|min|[kM]\b|bytes|req|ops|rows|lines|files|tests|errors|warnings|times|fold|fps|Hz|cycles|x\b|×)",
    re.I,
)

# Code talk ----------------------------------------------------------------------------------------------------------------------
CODE_VERB = re.compile(
    r"(?:this|that|it|the\s+\w+\s+(?:function|method|class|helper|field|struct|module|file|hook)|`[^`]+`(?:\s+(?:and|or)\s+`[^`]+`)*)\s+(?:also\s+|then\s+|just\s+|simply\s+|already\s+)?"
    r"(?:calls?|uses?|takes?|returns?|stores?|reads?|loads?|creates?|opens?|delegates?|wraps?|handles?|parses?|iterates?|walks?|checks?|accepts?|sets?|holds?|defines?|expects?|implements?|needs?|invokes?|maps?|converts?|"
    r"is\s+(?:a|an|the|called|defined|used|declared|set|implemented|responsible|passed|where|for|in)|has\s+(?:a|an|the)|lives?|resolves?|constructs?|builds?)\b",
    re.I,
)
"""The subject is code and the verb says how it works, in the present: a description, unless it denies or limits something."""
LIMITS = re.compile(
    r"\b(?:no|not|never|nothing|none|only|without|neither|nor|every|always|all|still|now|again|instead|already)\b|n['’]t\b|\d", re.I
)
