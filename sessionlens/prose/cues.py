"""Words that tell a result from a plan, a guess, a condition or a question. English only; sorted by what they do, with the reason.

The lists name closed classes (auxiliaries, conjunctions, hedges, modal verbs) or the small vocabulary in which people who work
on software report what happened. Subjects, metrics and tools are never listed: those are what a session is about.
"""

import re

from sessionlens.prose.lexicon import STATES
from sessionlens.text.regex import regex


def words(text: str) -> str:
    """The words of a list as a pattern."""
    return "(?:" + "|".join(text.split()) + ")"


# Plans --------------------------------------------------------------------------------------------------------------------------
FILLER = (
    r"(?:(?:ok(?:ay)?|good|great|right|so|and|or|but|now|next|first|then|finally|also|instead|better|perfect|nice|wait|hm+|again|meanwhile)"
    r"[,:;.! —–-]+)*"
)
"""What may stand before any announcement."""
PLAN = regex(
    FILLER
    + r"(?:let['’]?s?(?:\s+me|\s+us)?\b|i['’]ll\b|i\s+will\b|i['’]m\s+(?:going|about)\s+to\b|"
    r"i\s+(?:also\s+|just\s+|still\s+|now\s+)?(?:want|need|have|plan|intend|would\s+like)\s+to\b|we['’]ll\b|"
    r"we\s+(?:also\s+|just\s+|still\s+|now\s+)?(?:need|have|want|will|should|can|could)\b|i['’]d\b|time\s+(?:to|for)\b|"
    r"next\s*:|next\s+(?:up|step)\b|todos?\s*(?:[:—–-]|$)|plan\s*:|going\s+to\b|"
    r"want\s+(?:me|to)\b|shall\b|need\s+(?!not\b)|predicted\b(?!\s+and\b)|on\s+to\b|i\s+(?:should|can(?!\s+(?:now\s+|also\s+)*see\b(?!\s+(?:what|why|how|if|whether)\b)|not\b)|could(?!\s+not\b|n['’]t\b))\b|before\s+(?:i|we)\b|(?:two|three|a\s+few|"
    r"some|several)\s+(?:options|ways)\b)",
    re.I,
)  # fmt: skip
"""How an agent announces what it is about to do. Holds until a dash, a semicolon or "but"."""
DOING = regex(
    r"\b(?:i|we)\s+don['’]t\s+(?:trust|believe|think|know|see|want)\b|"
    r"\b(?:i|we)['’](?:m|re)\s+(?:now\s+|also\s+|just\s+|still\s+)?(?:going\s+to\b|about\s+to\b|(?!seeing\b|getting\b|missing\b)\w+ing\b)",
    re.I,
)
"""What the agent is doing or does not trust, wherever it stands in a clause: "since the tree is clean I'm going to rebase"."""
AS_SAID = regex(
    r"\b(?:just\s+|exactly\s+)?as\s+(?:\w+\s+){0,3}?(?:predicted|predicts|expected|expects|hoped|estimated|projected|it\s+should)\b", re.I
)
"""Says that what stands beside it is what was foretold."""
PREPOSED = regex(
    r"(?:contrary\s+to|compared\s+(?:to|with)|according\s+to|for|given|with|without|by|in|on|at|during|from|despite|per|besides|regarding|unlike|like)\b",
    re.I,
)
"""Opens a phrase that sets the scene of the clause after it."""
ATTRIBUTE = regex(
    r"(?:clean|empty|correct|flat|constant|better|faster|smaller|larger|best)\s+(?!(?:again|now|up|so|than|at|in|on|with|and|but|after|before|under|by)\b)[a-z]\w*\s+\w",
    re.I,
)
"""A state that only describes a thing: "Clean white layout", in a list of features."""
NOW = regex(r"(?:and\s+|then\s+)?(?:now|next|then|first|finally)\b[,:]?\s", re.I)
"""An adverb that opens a step when no finite verb follows: "Now the baseline."."""
ORDERS = (
    "add adjust apply ask assert benchmark bisect build bump call capture change check clear clone commit compare compile "
    "configure confirm consolidate continue copy "
    "count create debug delete describe deploy disable do document double-check download drop edit enable ensure examine "
    "exclude execute explore export "
    "extract fetch filter find fix follow format generate get give go grep implement import include increase inspect "
    "install instrument investigate isolate "
    "keep launch leave list load log look make mark measure merge migrate move name note open parse pass patch pin plot "
    "prepare print profile pull push "
    "put rerun re-run rebuild re-build remeasure re-measure recheck re-check retest re-test reverify re-verify read record "
    "reduce refactor reload remember "
    "remove rename repeat replace report reproduce reset restart restore retry return revert review rewrite run save scan "
    "search see send separate set "
    "settle show skip sort split start stash stop strip summarise summarize swap switch take tell test time trace track "
    "trim try turn tweak undo uninstall "
    "update upgrade use validate vendor verify view wait warm watch write wire prefer consider avoid either"
)
AUXES = "is|are|was|were|has|have|had|take|takes|took|cost|costs|need|needs|together|each|both"
ORDER = regex(FILLER + rf"(?:{words(ORDERS)}|clean\s+up)\b(?![\w/'’:(-]|\s+\d+:)", re.I)
"""A clause that opens with a bare verb tells somebody, often the agent itself, what to do; see `orders`."""
FIRM = regex(
    r"\s+(?:that|whether|if|the|an?|no|nothing|every|each|any|them|it|its|what|how|which|where|why|this|these|those|my|our)\b", re.I
)
"""After a bare verb: its object. "Check that no call is left", but "Fix confirmed"."""
ORDERED_LIST = regex(rf",\s+(?:and\s+|then\s+)*{words(ORDERS)}\b(?!\s+(?:{AUXES})\b)", re.I)
"""More orders after the first: "build, run and compare"."""
STEP = regex(
    FILLER + r"(?:(?:a|an|one|another|first|some|the)\s+"
    r"(?:(?:more|quick|last|final|second|first|closer|brief|short|next|other|small|full|fresh)\s+)*"
    r"(?:look|check|test|run|try|pass|search|glance|rerun|re-run|build|rebuild|benchmark|probe|round|step|experiment|measurement|profile|"
    r"comparison|read|sanity\s+check)\b(?!\s+(?:shows?|showed|finds?|found|gives?|gave|says?|said|confirms?|confirmed|took|takes|is|was|"
    r"fails?|failed|pass(?:es|ed)|prints?|printed|reveals?|revealed|turned|later|earlier))|"
    r"(?:the\s+)?same\s+(?:for|with|after|on|again|once|thing|procedure|steps?|machine|inputs?|set-?up|commands?|flags|runs?|tests?|checks?|"
    r"measurements?|benchmarks?|treatment|exercise)\b(?!\s+(?:is|was|gives?|gave|fails?|failed|pass(?:es|ed)|shows?|showed|holds?|held)))",
    re.I,
)
"""The next step, named and not told: "A look at the callers.", "The same for the other two."."""
RANKED = regex(
    r"\b(?:\w{3,}est|best|worst|most|least|faster|slower|smaller|larger|bigger|better|worse|more|less|fewer|higher|lower|equal|identical|same)\b",
    re.I,
)
ADVICE = regex(
    r"(?:(?:so|then|now|but|and|also|or)[, ]+)?(?:next\s+time\s+you\b|"
    r"you(?:['’](?:ll|d|re\s+(?:absolutely\s+)?right\s+(?:to|about))|\s+(?:can|could|should|may|might|"
    r"need|want|will|would|just|mentioned|said|asked|told|already|noted|wrote|get)\b)|your\s+call|feel\s+free|please\b|do(?:n['’]t|\s+not)\b|make\s+sure|worth\b|i\s+(?:recommend|suggest|propose|prefer)|"
    r"happy\s+to|would\s+you|do\s+you|shall\s+i|(?:my\s+)?(?:recommendations?|advice|proposal)\b|"
    r"option\s+\d|(?:the|a|an|my)\s+(?:\w+\s+)?(?:fix|solution|workaround|remedy|approach|path|option|next\s+step|idea|way|"
    r"question|plan|goal|aim)\s+(?:here\s+)?"
    r"(?:(?:is|was)(?!\s+(?:now|not|also|already|only|local|in|on|live|there|complete|done|correct|right|sound|wrong|safe|small|minimal|back|\w+ed\b|\w+en\b|\w+-\w+\b))|would|remains)\b|(?:quick|proposed|safest|cleanest|simplest|best|better|recommended)\s+(?:fix|way|path|"
    r"option|solution|approach)\b)",
    re.I,
)  # fmt: skip
"""What the reader could do or has said, and what would be the remedy: proposals, not results."""

# Doubt --------------------------------------------------------------------------------------------------------------------------
WHENEVER = regex(r"(?:when(?:ever)?|once|as\s+soon\s+as|every\s+time|each\s+time|on\s+(?:every|each))\b", re.I)
"""Opens a rule about how things go, not a report, unless a past form follows."""
HEDGE = regex(
    r"\b(?:likely|probably|presumably|perhaps|maybe|possibly|apparently|supposedly|seem(?:s|ed|ingly)?|appears?\s+to|looks?\s+like|"
    r"i\s+(?:think|guess|suspect|suppose|believe|expect|bet(?!\s+on)|doubt|wonder)|my\s+(?:guess|money|bet|hunch|suspicion)\s+is|"
    r"suspicio(?:n|us)|suspects?|"
    r"almost\s+certainly|must\s+(?:be|have)|not\s+sure|unclear|unsure|(?<!release\s)candidates?|theor(?:y|ies)|in\s+theory|expected\s+to|"
    r"worth\s+(?:checking|trying|a\s+look)|most\s+plausibl[ey]|plausibl[ey]|conceivabl[ey])\b",
    re.I,
)  # fmt: skip
QUESTION = regex(
    r"(?:so|but|and|or|wait|hm+)?[,\s]*"
    + words("is are was were do does did can could should would will has have what why how where when which who want shall any if am")
    + r"\b",
    re.I,
)  # fmt: skip

ASKS = regex(r",\s+(?:is|are|was|were|does|do|did|can|could|should|would|will)\s+(?:the|it|this|that|there|they|we|you|i|any)\b", re.I)
"""A question after a few words: "Next the lock, is it held"."""

# Talk ---------------------------------------------------------------------------------------------------------------------------
SELF = regex(
    r"(?:(?:so|then|now|but|and|also|hm|ah|oh|ok|okay|good|great|right|perfect|nice|honestly)[, ]+)*"
    r"(?:thanks?\b|(?:i|we)(?:['’]m|['’]ve\s+(?:got|traced|read|looked|seen|"
    r"now)|\s+(?:am|do|don['’]t|can['’]t|cannot|"
    r"won['’]t|wouldn['’]t|couldn['’]t|have\s+(?:no|the|a|all|enough|what)|see|understand|(?:now\s+)?know|wrote|make|keep|need|want|"
    r"should|take|use|prefer|like|retract|was\s+(?:wrong|too)|stand\s+corrected|never\s+(?:measured|checked|looked|tested|ran|asked)|"
    r"apologi[sz]e|missed|forgot|look|start|stop|trust|agree|hope|intend|mean|didn['’]t\s+(?:listen|notice|read|see|think|mean)))\b)",
    re.I,
)  # fmt: skip
"""What the agent is, knows, wants or does in general. What it did and found ("I measured 5 runs: ...") is not here."""
TALK = regex(
    words(
        "good\\s+(?:question|to\\s+know|point|idea|catch|observation|news) fair\\s+(?:enough|question|point) "
        "great\\s+(?:question|point) thanks thank\\s+you sorry hm+ wait "
        "interesting useful ok(?:ay)? got\\s+it good great perfect excellent nice right done sure absolutely yes no found\\s+it "
        "there\\s+it\\s+is there\\s+we\\s+go aha ah oh odd "
        "strange makes\\s+sense that\\s+makes\\s+sense no\\s+response\\s+requested you['’]re\\s+(?:absolutely\\s+)?right "
        "one\\s+moment all\\s+(?:set|done) never\\s?mind understood noted agreed "
        "updated as\\s+expected no,?\\s+(?:wait|it\\s+doesn['’]t|i\\s+can['’]t) "
        "(?:so\\s+)?glad\\s+you\\s+\\w+ good\\s+that\\s+i\\s+\\w+(?:\\s+\\w+)? "
        "(?:(?:lower|higher|less|more|smaller|larger)\\s+is\\s+)?better let['’]s\\s+see confirmed verified "
        "root\\s+cause(?:\\s+confirmed)? harmless"
    )
    + r"\W*",
    re.I,
)
"""Exclamations and courtesies: nothing in them can be checked. They count only as a whole clause."""
DEGREE = (
    r"(?:(?:a|an|the|my|very|quite|really|too|so|rather|suspiciously|pretty|exactly|all|just|simply|not|now|also|more|much|far|actually)"
    r"\s+)*"
)
REMARK = regex(
    r"(?:(?:so|and|but|which)\s+)?(?:here['’]?s\b|here\s+(?:is|are)\b|(?:that|this|it|which)(?:['’]s|\s+(?:is|was|are|isn['’]t))\s+"
    + DEGREE
    + words(
        "interesting telling odd strange surprising surprise suspicious weird fine enough expected good great lot concerning "
        "key clue clues noisy question helpful critical important "
        "useful clear smoking tradeoff trade-off point idea worth reason why where how what when misleading worthless fair "
        "reassuring annoying unfortunate mystery hint unusual tempting "
        "confusing abnormal normal harmless"
    )
    + r"\b|(?:the\s+\w+(?:\s+\w+)?|line\s+\d+|that\s+\w+\s+\w+)\s+(?:is|was|are)\s+"
    + DEGREE
    + words(
        "interesting telling odd strange surprising suspicious weird question why how misleading worthless mystery "
        "what(?!\\s+(?:\\w+s|cost|caused|made|holds?|held)\\b)"
    )
    + r"\b|that\s+changes\s+(?:things|everything)|that\s+(?:narrows|speaks|fits|helps|matters|explains\s+it)\b|"
    r"(?:(?:that|this|it)\s+)?makes?\s+(?:\w+\s+)?sense\b)",
    re.I,
)
"""Announcements ("Here's the picture") and appraisals ("that's odd"): about the finding, not the finding."""
APPRAISING = ("overkill", "straight", "trivial", "reasonabl", "sensible", "acceptable", "elegant", "idiomatic", "worth ", "risk", "scope")
"""One of these stands in every such judgement."""
APPRAISED = regex(
    r"(?:\b(?:is|are|was|were)|['’](?:s|re))\s+"
    + DEGREE
    + r"(?:overkill|straightforward|trivial|reasonable|sensible|acceptable|elegant|idiomatic|worth\s+\w+ing|"
    r"low(?:er)?[- ]risk|out\s+of\s+scope)\b",
    re.I,
)
"""What is thought of a thing: no output can bear it out."""
NEEDLESS = regex(
    r"\b(?:do|does|did)n['’]t\s+need\b|\bno\s+(?:\w+\s+){1,3}(?:needed|required|necessary)\b|\bneed(?:s|ed)?\s+no\s+(?:change|fix|test|code|edit|update)",
    re.I,
)
"""What need not be done: a plan turned round."""
REPORTS = regex(
    r"(?:the\s+)?(?:he|she|they|reviewers?|reporters?|users?|maintainers?|customers?|commenters?|authors?)\s+(?:(?:also|then|now)\s+)?(?:says?|said|asks?|asked|"
    r"claims?|claimed|reports?|reported|suggests?|suggested|wants?|wanted|mentions?|mentioned|notes?|noted|writes|wrote|thinks?|thought|believes?)\b|"
    r"(?:suggests|recommends|proposes|asks|requests|wants|complains|argues|notes|claims|says|points\s+out)\s+"
    r"(?:\w+ing|to|that|an?|the|us|me|whether|if)\b",
    re.I,
)
"""What somebody else asked for or said, named or not: "Suggests a second index", "The reviewer says it leaks"."""
DOING_NOW = regex(r"(?:[^,.;]{3,40},\s+)?(?:now\s+)?[a-z]{2,}ing\s+(?:\S+\s+){1,5}?now(?=\W|$)(?!\s+\w+s\s)", re.I)
"""A step under way, without a subject: "Handing the trace to the profiler now"."""
OWN_WORDS = regex(
    r"\b(?:my|our)\s+(?:\w+\s+){0,3}(?:message|estimate|summary|statement|claim|prediction|assumption|wording)s?\b.*\b(?:wrong|mistaken|too\s+\w+)\b|"
    r"\bwrong\b.*\bas\s+i\s+(?:put|said|wrote|worded)\b",
    re.I | re.S,
)
"""Takes back what the agent said: what is the case instead is told elsewhere."""
ASIDE = regex(r"(?:e\.g\.|i\.e\.|for\s+example|for\s+instance|such\s+as|see\b|note\s+that|cf\.)", re.I)

ONLY_IF = regex(r"\w\s+only\s+(?:\w+\s+){1,3}(?:if|when|once|after|unless)\b", re.I)
"""A limit, which is a finding and no condition: "the cache only helps if it is warm"."""
# Results ------------------------------------------------------------------------------------------------------------------------
STATE = regex(
    rf"\b(?:{words(' '.join(STATES))}|timed\s+out|up\s+to\s+date)\b|"
    r"\bno\s+(?:\w+\s+)?(?:changes?|difference|effect|errors?|warnings?|regressions?|matches|failures|conflicts|leaks?|diff)\b",
    re.I,
)
"""A state, also one that several words tell ("up to date", "no change")."""
ALONE = regex(
    r"(?:all\s+)?(?:green|clean|builds?|pass(?:es|ed)|works|pushed|committed|fixed|reverted|merged|identical|reproduced|"
    r"refuted|failed|unchanged|deployed)\W*",
    re.I,
)
"""The shortest reports, if they are the whole sentence."""
ENDED = regex(r"[^.,;:]{3,60}\s(?:complete|completed|finished)\W*", re.I)
"""The end of a work, without a verb: "Migration complete."."""
NEGATIVE = regex(
    r"(?:no|not|nothing|none|zero|neither|never|nobody|without)\b(?!\s+\w+ing\s+(?:it\s+|that\s+|this\s+|them\s+)?(?:until|unless|before)\b)"
    r"(?!\s+(?:need|problem|worries|longer\s+needed|rush|response|"
    r"idea|way|point|matter|doubt|surprise|delegation))",
    re.I,
)
FEW = regex(
    r"[*_`]*(?:\d+|two|three|four|five|six|seven|eight|nine|ten)\s+(?:new|open|unresolved|remaining|failing|flaky|broken|unused|missing|duplicate)\s+\w+s\b",
    re.I,
)
NUMBERED = regex(r"[*_`]*(?:~|≈|[+−-])?\d[\d.,]*\s*[\w%`*]")
MANY = regex(r"[*_`]*(?:all|both|every|each|half|single|two|three|four|five|six|seven|eight|nine|ten)\s+\w", re.I)
MET = regex(r"\b\w{3,}(?:ed|en)\b|\b(?:of|in|from|out|left|over|only|per|different|distinct|separate|more|less|fewer)\b", re.I)


def counted(text: str) -> bool:
    """Whether a phrase without a verb begins with a count: "3 warnings", "all nine answered"; not "All three sizes.", which is a step."""
    return (
        NUMBERED.match(text) is not None or FEW.match(text) is not None or (MANY.match(text) is not None and MET.search(text) is not None)
    )


FIGURE = regex(r"\d")
SHARE = regex(r"\d\s?(?:%|[x×](?!\w))")
ARROWED = regex(r"\d[^|]{0,24}?(?:→|->|⇒|➜)\s*~?[\d<]")
VERSUS = regex(r"\d\S*\s(?:[^\W\d]{1,3}(?:/\w+)?\s)?(?:vs\.?|versus|against)\s")
ORDERED = regex(r"\w\s[<>=]\s\w+\s[<>=]\s\w")


def compares(text: str) -> bool:
    """Whether a text compares in figures: an arrow between two, a percentage, a factor, an order."""
    return (
        SHARE.search(text) is not None
        or (("→" in text or "->" in text or "⇒" in text or "➜" in text) and ARROWED.search(text) is not None)
        or (("vs" in text or "versus" in text or "against" in text) and VERSUS.search(text) is not None)
        or ((" < " in text or " > " in text or " = " in text) and ORDERED.search(text) is not None)
    )


MEASURED = regex(
    r"\d\s?(?:%|[µumn]?s\b|[kKMGT]?i?B\b|sec|min(?:utes?)?\b|[kM]\b|bytes|req|ops|rows|lines|files|tests|errors|warnings|"
    r"times|fold|fps|Hz|cycles|objects|commits|x\b|×)",
    re.I,
)

# Code talk ----------------------------------------------------------------------------------------------------------------------
CODE_SUBJECT = regex(
    r"(?:(?:and|but|so|then|also|now|because|since|in\s+[^,]+,)\s+)*(?:this|that|it|which|the\s+(?:\S+\s+){1,3}?(?:function|"
    r"method|class|helper|field|struct|module|file|hook|code|script|call|loop)|"
    r"`[^`]+`(?:\s+(?:and|or)\s+`[^`]+`)*)(?:\s+\([^)]*\))?(?:\s+at\s+line\s+\d+)?\s+(?:[—–-]+\s+)?(?:also\s+|then\s+|just\s+|simply\s+|"
    r"normally\s+|internally\s+)?",
    re.I,
)
CODE_VERB = regex(
    words(
        "calls? uses? takes? returns? stores? reads? loads? creates? opens? delegates? wraps? handles? parses? iterates? walks? "
        "checks? accepts? sets? holds? defines? expects? "
        "implements? needs? invokes? maps? converts? resolves? constructs? builds? lives? runs? re-?reads? pushes simulates?"
    )
    + r"\b|(?:is|are)\s+(?:a|an|the|called|defined|used|declared|set|implemented|responsible|passed|where|for|in)\b|"
    r"(?:called|defined|declared|used)\s+(?:from|in|by|at)\b",
    re.I,
)
"""The subject is code and the verb says how it works, in the present: a description, unless it denies or limits something."""
