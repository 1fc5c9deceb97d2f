"""One table of words with what they tell, so that a sentence is looked at once and not once per cue.

English only. The lists name closed classes (auxiliaries, modal verbs, conjunctions, hedges) or the small vocabulary in which
people who work on software report what happened. Subjects, metrics and tools are never listed: those are what a session is about.
"""

AUX, THIRD, IRREGULAR, BASE = 1, 2, 4, 8
CONDITION, MODAL, HEDGE, ESTIMATE, PAST, LIMIT, ADVICE, APPRAISAL, CODE, SELF = (1 << k for k in range(4, 14))
ABSOLUTE, JOINT, GUESS, CAUSE, DOUBT, REMEDY, REFUTE, CONFIRM, NUMBER, MAYBE = (1 << k for k in range(14, 24))
STATE, UNSURE, AUXED, TOLD = (1 << k for k in range(25, 29))
FINITE = AUX | THIRD | IRREGULAR | BASE


def listed(*lines: str) -> list[str]:
    """The words of a list written as running text."""
    return " ".join(lines).split()


AUXILIARIES = listed(
    "is are was were has have had does did isn't aren't wasn't weren't hasn't haven't hadn't doesn't didn't don't can can't "
    "cannot could couldn't",
    "will won't would wouldn't should shouldn't may might must it's that's there's here's what's who's they're we're you're i'm i've we've",
    "they've you've it'd i'd we'd it'll that'll nothing's everything's",
)
"""A clause with one of these has a finite verb, whatever else it says."""
BASES = listed(
    "add agree allow answer appear apply arrive average beat begin behave block break bring build call carry catch cause change check come",
    "compile confirm consume contain copy corrupt cost count cover crash create cut depend differ disappear do dominate "
    "double drain draw drop",
    "eliminate end equal exceed execute exist expect explain fail fall feel find finish fire fit fix flip follow force gain "
    "get give go grow",
    "guard halve happen hang help hide hit hold hurt ignore improve include increase introduce keep lack last lead leak "
    "leave let lie live load",
    "lock look loop lose make match matter mean measure miss move need occur open outperform output overflow overlap pass "
    "pay parse peak point",
    "prevent preserve print produce prove pull push put raise reach read rebuild reduce refer refuse register regress reject remain remove",
    "render report represent reproduce require reset resolve return revert reuse rewrite rise rule run save say scale scan "
    "see seem send serve",
    "set show shrink sit skip slow speak spend stall start stay stop store succeed support survive swallow take tell tend "
    "terminate test throw",
    "tolerate touch trace transform trigger truncate try turn use vanish vary verify wait want win work write yield account "
    "dwarf sort handle",
    "split accept allocate assign calculate close collapse combine compare compute connect convert decode decrease delete "
    "deliver detect emit encode evict",
    "exclude expand fetch filter free generate hash inherit invalidate iterate join link log map merge own pad persist poll "
    "propagate receive rely rename",
    "repeat replace request respond restart restore retry round schedule shadow share shift sleep solve sort stream strip "
    "suppress switch sync total track",
    "cascade clamp climb detach display drift duplicate fork hover jitter lag land migrate nest oscillate overheat plateau populate "
    "recover sag saturate spawn spike",
    "accumulate belong configure consist construct declare define delegate describe enforce expose implement",
    "initialise initialize instantiate invoke omit redirect",
    "transfer trim underflow unlock unwrap update upgrade validate wake wrap",
)
"""What software, numbers and people are said to do. Many are nouns too; position tells (`verbs`)."""
IRREGULARS = listed(
    "fell rose grew ran broke took gave went came kept held lost won wrote found built cut hit shrank sped said saw sent "
    "spent stood threw told",
    "got made left led met paid put read set let began chose drew drove felt fed knew meant showed sat stuck swung rang sank",
    "rewrote overwrote forgot froze arose became withdrew reran rebuilt outran woke hung bit slept undid redid",
)
CONDITIONS = listed("if unless assuming suppose whether otherwise provided")
MODALS = listed("would could wouldn't couldn't it'd i'd we'd you'd they'd that'd i'll we'll you'll")
"""Possible or supposed; a result only where a figure stands with it ("capacity 3 would cover 99 %")."""
HEDGES = listed(
    "likely probably presumably perhaps maybe possibly apparently supposedly seem seems seemed seemingly appears appear "
    "looks look think guess",
    "suspect suspects suppose believe expect bet money doubt wonder hunch suspicion suspicious almost must sure unclear unsure "
    "candidate candidates",
    "theory theories expected worth plausible plausibly conceivable conceivably",
)
"""Doubt; `cues.HEDGE` looks closer, for "almost" and "must" alone are none."""
ESTIMATES = listed(
    "may might mightn't should shouldn't shall ought will won't it'll they'll that'll there'll",
    "expect expectation predict predicts projected extrapolated extrapolate ballpark ideally hopefully aiming",
)
"""To come, wished for or reckoned: no result, whatever figure stands there."""
PASTS = listed(
    "was were had did didn't wasn't weren't has have now currently already today went came gave took ran fell rose grew "
    "broke found made got kept lost hit"
)
"""Signs, with forms in -ed, that a clause reports something of this session and not how things are in general."""
LIMITS = listed("no not never nothing none only without neither nor always still again instead already")
"""They deny or limit, which is a result even of code ("nothing calls it")."""
ADVICES = listed("fix solution workaround remedy approach path option step idea way question plan goal aim recommended")
APPRAISALS = listed(
    "interesting telling odd strange surprising surprise suspicious weird fine enough expected good great lot concerning "
    "key clue clues noisy",
    "question helpful critical important useful clear smoking tradeoff trade-off point idea worth reason why where how what "
    "when misleading",
    "worthless fair reassuring annoying unfortunate different mystery hint unusual tempting confusing abnormal normal "
    "harmless here's here changes",
    "narrows speaks fits helps matters explains sense",
    "overkill straightforward trivial reasonable sensible acceptable elegant idiomatic scope risk",
)
"""Words of appraisal; `cues.REMARK` looks closer."""
CODES = listed(
    "calls call uses use takes take returns return stores store reads read loads load creates create opens open delegates "
    "delegate wraps wrap",
    "handles handle parses parse iterates walks walk checks check accepts accept sets set holds hold defines define expects "
    "implements needs need",
    "invokes maps converts resolves constructs builds build lives live runs run rereads pushes simulates is are called "
    "defined used declared",
)
JOINTS = listed("and but so while whereas although though because since ; : , — – - --")
"""Where a sentence may be cut into clauses; `clauses.CUT` looks closer."""
GUESSES = listed(
    "suspicious suspect guess think believe suppose assume bet suspicion hunch theory hypothesis impression explanation "
    "might may could explain certainly",
    "seem seems should something possibility possible perhaps maybe must money smells expect looks look appears appear suggests suggest "
    "candidates suspects possibilities explanations hypotheses theories causes either would likely probably presumably points leaves sure",
    "suggest indicate indicates implies narrows narrowed consistent lead assumption plausible probable idea missing means",
    "candidate contender conjecture assumption surprised possibly conceivably conceivable come source origin "
    "thought gut instinct intuition feels sounds chance chances odds guessing betting assuming inclined tempted "
    "comes came stems originates lies problem issue trouble failure fault",
    "reading feeling worry fear concern belief premise thesis interpretation wonder reckon imagine figure afraid worried convinced certain",
    "confident leaning presume feel gather conclude",
)
CAUSES = listed(
    "cause culprit gun trigger bug bottleneck blame caused triggered what what's race signature introduced rule rules diagnosis reason"
)
DOUBTS = listed("likely probably presumably plausibly suspected")
REFUTES = listed(
    "refuted disproved disproven falsified ruled rules rule isn't wasn't aren't weren't not can't cannot wrong mistaken "
    "assumed doesn't didn't don't unrelated nothing brings different never herring innocent alarm nope gain improvement effect difference",
    "references points without disabled accounts explains contributes still slower worse rejected drop dropping park abandon",
    "noise abandoning aside take took taking off dead merit backfires backfired missed abandoned shelved parked withdrawn",
)
CONFIRMS = listed(
    "confirm confirms confirmed verified proves proved proven was predicts predicted expected suspected indeed "
    "hypothesis theory guess prediction that's worth",
    "regression slowdown genuine cause works work working fixed wrong fixes solves solved cured away gone disappears "
    "disappeared vanishes vanished supports holds did helped keep keeping bingo cut cuts halved reduced saved saves "
    "brought improved sped faster dropped fell yes right met beaten exceeded accepted adopted held stands stays",
)
"""One of these stands in every guess, cause, doubt and verdict; the patterns of `beliefs` and of the facts' fate look closer."""
SELVES = listed("i we i'm we're i've we've")
STATES = listed(
    "green clean pass passes passed passing succeeded succeeds fail fails failed failing failure failures match matches matched",
    "fixed committed pushed merged",
    "reverted restored confirmed refuted disproved verified resolved reproduced built work works working broken identical unchanged",
    "untouched unrelated unaffected intact missing present absent available installed empty negligible flat faster slower smaller larger",
    "bigger worse best worst fastest slowest equal same linear quadratic constant crashed crashes deadlock deadlocks deadlocked closed",
    "cancelled canceled logged created added removed deleted dropped deployed published released measured applied correct wrong regression",
)
"""States in which a thing was found or left; without a verb they are the usual short report ("Tree clean.")."""
UNSURES = listed("timed date no")
"""Words that tell a state only with others: "timed out", "up to date", "no change"; `cues.STATE` looks closer."""
TELLINGS = listed(
    "theory theories hypothesis hypotheses idea ideas guess guesses suspicion suspicions hunch worry worries fear fears concern concerns",
    "assumption explanation diagnosis suspect suspects bet prediction expectation candidate belief instinct conjecture proposal feeling",
    "cause culprit reason trigger bottleneck offender problem bug trouble blame fault responsible guilty innocent cleared hook involved",
    "relevant herring harmless fine healthy intact correct idle difference slower worse role part table",
    "confirms confirmed proves proved verifies verified validates vindicates supports corroborates right proven accepted refutes refuted",
    "disproves disproved rules ruled kills killed rejects rejected excludes excluded contradicts contradicted eliminates eliminated wrong",
    "mistaken scratch forget out drop dropping dropped giving abandon abandoning shelve parking withdraw discard aside replace replacing",
)
"""One of these stands in a verdict in plain words; `pronounced` looks closer."""
REPORTING = listed(
    "is are was were has have had does did can cannot could isn't aren't wasn't weren't hasn't haven't hadn't doesn't didn't don't",
    "can't couldn't",
)
"""The auxiliaries of a report; short forms ("it's", "they've") are told by their ends."""


def third(base: str) -> str:
    """The third person singular: "carry" gives "carries", "pass" gives "passes"."""
    if base[-1] == "y" and base[-2] not in "aeou":
        return base[:-1] + "ies"
    return base + ("es" if base.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")


FLAGGED = (
    (AUXILIARIES, AUX),
    ([third(b) for b in BASES], THIRD),
    (IRREGULARS, IRREGULAR),
    (BASES, BASE),
    (CONDITIONS, CONDITION),
    (MODALS, MODAL),
    (HEDGES, HEDGE),
    (ESTIMATES, ESTIMATE),
    (PASTS, PAST),
    (LIMITS, LIMIT),
    ([w for w in AUXILIARIES if w.endswith("n't")], LIMIT),
    (ADVICES, ADVICE),
    (APPRAISALS, APPRAISAL),
    (CODES, CODE),
    (SELVES, SELF),
    (["with", "without"], ABSOLUTE),
    (JOINTS, JOINT),
    (GUESSES, GUESS),
    (CAUSES, CAUSE),
    (DOUBTS, DOUBT),
    (["fix"], REMEDY),
    (REFUTES, REFUTE),
    (CONFIRMS, CONFIRM),
)
FLAGGED_TOO = ((STATES, STATE), (UNSURES, UNSURE), (REPORTING, AUXED), (TELLINGS, TOLD))
"""Words that keep the flags which their form gives them."""


UNDONE = frozenset(listed("unlocked unpacked unwrapped unloaded unrolled uninstalled unmounted unified unblocked unstaged unset united"))
"""Forms in un- that are verbs; others tell a state ("unchanged", "unexplained")."""


SHORT = ("'s", "'re", "'ve")


def formed(word: str) -> int:
    """The flags that a word has by its form alone: those in -ed are past forms, those in -s may be verbs (`MAYBE`), digits are numbers."""
    first, last = word[:1], word[-1:]
    if last == "d" and word[-2:] == "ed" and len(word) > 3:
        return PAST if word[:2] == "un" and word not in UNDONE else IRREGULAR | PAST
    if "0" <= first <= "9":
        return NUMBER
    if first == "r" and word[:3] == "re-" and word[3:] in TABLE:
        return TABLE[word[3:]]
    flags = AUXED if last == "e" and word.endswith(SHORT) else 0
    return flags | MAYBE if last == "s" and len(word) > 3 and word[-2] not in "sui" else flags


class Table(dict[str, int]):
    """Flags by word. A word that is not listed gets them by its form, and is remembered while there is room."""

    def __missing__(self, word: str) -> int:
        flags = formed(word)
        if len(self) < 20_000:
            self[word] = flags
        return flags


def _table() -> Table:
    table = Table()
    for words, flag in FLAGGED:
        for word in words:
            table[word] = table.get(word, 0) | flag
    for word in table:
        if word.endswith("ed") and len(word) > 3:
            table[word] |= IRREGULAR | PAST
        if word.endswith(SHORT):
            table[word] |= AUXED
    for words, flag in FLAGGED_TOO:
        for word in words:
            table[word] |= flag
    return table


TABLE = _table()
