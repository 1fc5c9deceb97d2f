"""What kind of statement a clause is, where that decides whether an output can show it at all.

An output shows what stood when it was printed. A process at work, a habit, a purpose, an earlier state or what would happen without
something need more than that: an experiment, several observations, history. The terms follow the questions that a reviewer asks
("did you see that, or did you conclude it?").
"""

from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import word_set
from sessionlens.text.regex import regex

OBSERVED = (
    "running|missing|passing|failing|using|listening|pending|existing|remaining|waiting|building|testing|working|trying|showing"
    "|being|having|going|something|nothing|anything|everything|printing|leading|following|staying|setting|string"
)
"""Forms in -ing for what an output does show."""
_GENERAL_WORDS = word_set("known matches what you're design general typically usually generally account documented your always exactly")
_GENERAL = regex(
    r"\b(?:known (?:pattern|issue|problem|bug|limitation)|matches (?:exactly )?what you|matches your|what you(?:'re| are) seeing"
    r"|by design|in general|typically|usually|generally|(?:not|n't) always|documented (?:as|to))\b"
    r"|^matches (?:the|a|your)?\s*[\"“].*exactly"
)
_PLATFORMS = word_set(
    "glibc libc musl linux kernel windows macos posix bash zsh git sqlite postgres postgresql mysql redis python cpython rust rustc cargo"
    " golang node v java jvm llvm clang gcc docker kubernetes nginx chrome safari firefox x arm intel amd cuda numpy pytorch npm systemd"
    " ext tcp"
)
_PLATFORM_WORDS = _PLATFORMS.union(*([w + "'s", w + "’s"] for w in _PLATFORMS))
_PLATFORM = regex(
    r"(?:^|\b(?:and|so|but|as|that|because|since)\s+(?:so\s+)?(?:do|does\s+)?)(?:the\s+)?"
    r"(?:glibc|libc|musl|linux|the kernel|windows|macos|posix|bash|zsh|git|sqlite|postgres(?:ql)?|mysql|redis|python|cpython|rust|rustc"
    r"|cargo|golang|node|node\.js|v8|java|the jvm|llvm|clang|gcc|docker|kubernetes|nginx|chrome|safari|firefox|x86|arm|intel|amd|cuda"
    r"|numpy|pytorch|npm|systemd|ext4|tcp)(?:(?:'s|’s)\s|\s(?:itself )?(?:never|always|only|can't|cannot|can|doesn't|don't|does"
    r"|do|uses?|supports?|folds?|treats?|rounds?|limits?|stores?|guarantees?|stops?|defaults?|caps?|requires?|ignores?|schedules?"
    r"|allocates?|keeps?|returns?|[a-z]+-[a-z]+)\b)"
)
_PERSONAL = word_set("i we my our this these your")
_CONDITIONAL = regex(
    r"\b(?:would|likely|probably|presumably|apparently|suspect|seems?|must be|must have|should|could|might|may|perhaps|tends? to"
    r"|in theory|hypothes\w+|suggests?|implies)\b|^without \w+[^,]*,"
)
_SUPPOSED = word_set(
    "would likely probably presumably apparently suspect seem seems must should could might may perhaps tend tends theory suggest"
    " suggests implies without smoking real actual there there's what what's signature fix that's race deliberate deliberately"
    " purpose intentional intentionally oversight"
)
"""One of these, or a word on a hypothesis, stands in every wording of the two kinds below: sets are tried before patterns."""
_ASSERTED = regex(
    r"\b(?:smoking gun|real fix|the actual|there(?:'s| is) the (?:issue|problem|bug|culprit)|is what(?:'s| is)|signature of|the fix is"
    r"|that's the (?:bug|problem|issue|change)|race condition|deliberate(?:ly)?|on purpose|intentional(?:ly)?|an oversight)\b"
)
_ADVICE_WORDS = word_set(
    "need needs needed has have ought warranted worth recommend recommended practice lesson important key main better best advisable or"
)
_ADVICE = regex(
    r"\b(?:(?:still |now )?needs? to(?: be)? \w+|(?:has|have) to be \w+|ought to|warranted|worth (?:it|doing|\w+ing)|recommend(?:ed|s)?"
    r"|best practice|the lesson|(?:important|key|main) (?:part|point|thing)|(?:better|best|advisable) to)\b"
    r"|^or (?:rename|move|use|add|remove|drop|keep|make|set|switch|change|replace|revert|merge|split|pin|bump|run|try|just|simply)\b"
)
_WORTH_WORDS = word_set(
    "fully production seamlessly flawlessly perfectly bulletproof flawless enterprise battle rock bug harmless benign cosmetic"
)
_WORTH = regex(
    r"\bfully[ -](?:functional|functioning|working|operational|featured|production-ready)\b"
    r"|\b(?:is|are|was|were) (?:\w+ )?(?:harmless|benign|cosmetic)\b|\bproduction[ -]ready\b|\bseamlessly\b"
    r"|\bflawless(?:ly)?\b|\bworks? perfectly\b|\bbulletproof\b|\benterprise-grade\b|\bbattle-tested\b|\brock[ -]solid\b|\bbug-free\b"
)
_CAUSED = regex(
    r"\b(?:raced|lost (?:a|the) race|tripped (?:on|over)|caused|led to|due to|thanks to|owing to|as a result of|stems? from|stemmed from"
    r"|got in the way of|(?:failure|error|problem|bug|slowdown|crash|issue|regression|delay)s? (?:is|was|are|were|comes?|came) (?:not )?"
    r"(?:from|because))\b"
)
_CAUSE_WORDS = word_set("raced race tripped caused led due thanks owing result stem stems stemmed way from because")
_HABIT = regex(
    r"\b(?:periodically|every time|each time|constantly|consistently|continuously|repeatedly|concurrently|the whole time|whole time"
    r"|keeps? \w+ing)\b"
)
_HABIT_WORDS = word_set(
    "periodically every each constantly consistently continuously repeatedly concurrently whole keep keeps just merely simply happened"
    " started began broke came appeared"
)
"""One of these stands in every wording of a habit or of an order of events."""
_PROCESS = regex(
    rf"\b(?:is|are|isn't|aren't|was|were) (?:not |now |still |actively |silently )?(?!(?:{OBSERVED})\b)[a-z]{{2,}}ing\b"
    r"(?! (?:from|at|on|in) (?:the )?(?:log|output|list|table)\b)"
)
_SEQUENCE = regex(r"\b(?:happened|started|began|broke|came|appeared) (?:right|just|immediately|directly) (?:after|before|when|once)\b")
_EARLIER = regex(
    r"\b(?:before (?:this|that|the|my|your) (?:change|commit|refactor\w*|patch|pr|edit|fix)|^before it\b|used to\b|back then"
    r"|removed that|was only (?:ever )?(?:called|used|read|run)|the original \w+|originally|that's the (?:commit|change|patch) that"
    r"|was (?:added|introduced) recently)\b|^before it,"
)
_EARLIER_WORDS = word_set("before used back removed was original originally that's")
_ONLY = regex(
    r"^only (?!the\b)`?\w|\b(?:the only|is only|it's only|are only|only (?:ever )?(?:called|used|referenced|read) (?:in|from|by|at|during)"
    r"|only (?:had|has|made|contains?|contained|includes?|included)|(?:contain(?:s|ed)?|include[sd]?|has|had|have|made) only)\b"
)
_FIRST = regex(r"\b(?:just|merely|simply) the (?:first|last|next)\b")
_EVERY = regex(
    r"\b(?:are|were|is) all\b|\ball of (?:them|these|those)\b"
    r"|^all (?:of )?(?:the |our |its |these )?[a-z]+(?: [a-z]+)? (?:are|were|have|use)\b"
)
_NONE = regex(r"(?:and |but |that means |so |also )*(?:there(?:'s| is| are| was| were) (?:no|nothing|not)|no |none |nothing |not in any)\b")
_DENIES = regex(
    r"\b(?:is|are|was|were|be|been|did|does|do|has|have|had|will|would|can|could|should)(?: \w+)? (?:not|never)\b|n['’]t\b|\bcannot\b"
    r"|\bnot (?:yet )?\w+(?:ed|en)\b|\bnever\b"
)
_STEPS_APART = regex(
    r"\b(?:one|two|three|a|\d+) (?:minor |major |patch )?(?:version|release)s? (?:after|before|earlier|later|behind|ahead)\b"
)
_STEPS = regex(r"→|->|=>")
_CODE_WORD = regex(r"[A-Za-z_]\w*(?:[./:_(]\w|\(\))|[a-z]+[A-Z]|[A-Z][a-z]+[A-Z]|`")
_PAST = frozenset({"log", "show", "blame", "diff", "bisect", "reflog", "annotate"})


def general(claim: Claim) -> bool:
    """General knowledge, or a judgement of what somebody else saw."""
    return not claim.words.isdisjoint(_GENERAL_WORDS) and _GENERAL.search(claim.low) is not None


def documentation(claim: Claim) -> bool:
    """What a well-known platform does in general, which its documentation would say."""
    words = claim.words
    return not _PLATFORM_WORDS.isdisjoint(words) and words.isdisjoint(_PERSONAL) and _PLATFORM.search(claim.low) is not None


def concluded(claim: Claim) -> str:
    """Why no output can show the clause; empty where one could."""
    low = claim.low
    supposed = not claim.words.isdisjoint(_SUPPOSED) or "hypothes" in low
    if supposed and (_CONDITIONAL.search(low) or _ASSERTED.search(low)):
        return "reasoned, not shown by an output"
    if not claim.words.isdisjoint(_ADVICE_WORDS) and _ADVICE.search(low):
        return "a recommendation or a judgement of worth, not a state that an output shows"
    if not claim.words.isdisjoint(_WORTH_WORDS) and _WORTH.search(low):
        return "praise: how good it is, no output shows"
    if not claim.words.isdisjoint(_CAUSE_WORDS) and _CAUSED.search(low):
        return "a cause: that outputs have its words does not show it"
    if "ing" in low and _PROCESS.search(low):
        return "a process at work: outputs show what there is, and no experiment shows what does it"
    if not claim.words.isdisjoint(_HABIT_WORDS):
        if _HABIT.search(low):
            return "a habit, which single outputs do not show"
        if _SEQUENCE.search(low) or _FIRST.search(low):
            return "the order of events was concluded, not seen"
    if ("version" in low or "release" in low) and _STEPS_APART.search(low):
        return "so many versions apart: no output that was read lists what lies between"
    if ("→" in low or ">" in low) and len(_STEPS.findall(low)) >= 2 and any(_phrase(part) for part in _STEPS.split(claim.text)):
        return "a chain of events: that outputs have its words does not show the links"
    return ""


def _phrase(part: str) -> bool:
    return len(part.split()) >= 3 and _CODE_WORD.search(part) is None


def earlier(claim: Claim) -> bool:
    """About a state before something changed: only history shows it."""
    return not claim.words.isdisjoint(_EARLIER_WORDS) and _EARLIER.search(claim.low) is not None


def exclusive(claim: Claim) -> bool:
    """ "The only X": a search over all the others shows it, an example does not."""
    return "only" in claim.words and _ONLY.search(claim.low) is not None


def all_of(claim: Claim) -> bool:
    """ "They are all X": every line of what was listed."""
    return "all" in claim.words and _EVERY.search(claim.low) is not None


def absent(claim: Claim) -> bool:
    """ "No X does it", "there is nothing to do": the output must say so, or a search must come back empty."""
    return _NONE.match(claim.low) is not None


def denied(claim: Claim) -> bool:
    """ "X did not do Y": an output with the words for X and Y shows it no more than its opposite, unless it denies something too."""
    return (claim.negated or "n’t" in claim.low or "n't" in claim.low) and _DENIES.search(claim.low) is not None


def reads_history(argv: tuple[str, ...]) -> bool:
    """Whether a command looks at how things were."""
    return len(argv) > 1 and argv[0].endswith(("git", "hg", "jj")) and bool(_PAST & set(argv[1:4]))


_TRIED = regex(
    r"\b(?:guess|theory|theories|hypothesis|hypotheses|idea|suspicion|explanation|assumption|argument|story)\b[^.;]{0,40}?"
    r"\b(?:fail|pass|surviv)\w*\b[^.;]{0,20}\btest\b|\btest of time\b|\bsmell test\b"
)


def of_a_belief(claim: Claim) -> bool:
    """Whether it is a belief that passes or fails its test, and no program's test: "the cache theory fails its own test"."""
    return _TRIED.search(claim.low) is not None
