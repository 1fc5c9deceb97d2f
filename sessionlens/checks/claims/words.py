"""Word sets that claims are recognised and bound by. General English and the trade's own words; no project's names."""

import re
from functools import lru_cache

from sessionlens.text.regex import regex


def word_set(text: str) -> frozenset[str]:
    """A vocabulary written as one line of words."""
    return frozenset(text.split())


BASE = word_set(
    "before baseline base old original originally orig main master head previous previously prior control reference ref vanilla stock "
    "unpatched upstream without unmodified initial"
)
"""Names of the thing compared against."""
NEW = word_set("after new now current patched with fixed optimized optimised changed candidate")
"""Names of the thing compared with it."""

SLOWER = word_set("slower slow slowed slows slowdown longer worse regressed regresses regression regressions")
FASTER = word_set("faster quicker speedup sped speeds fast quick shorter better improvement improved improves")
MORE = word_set(
    "more larger bigger higher greater increase increases increased rise rises rose risen up grew grows grown adds "
    "add added adding costs cost "
    "extra heavier raised raises jump jumps jumped climbed doubled tripled"
)
LESS = word_set(
    "less fewer smaller lower decrease decreases decreased drop drops dropped fall falls fell fallen down shrank "
    "shrinks shrunk saves saved "
    "saving cut cuts reduce reduces reduced reduction lighter cheaper lost halved"
)

RISING = word_set(
    "lifts lifted lifting bumps bumped bumping boosts boosted boosting inflates inflated inflating climbs climbing swells swelled swelling "
    "swollen surges surged surging soars soared soaring spikes spiked spiking balloons ballooned ballooning jumping rising growing "
    "increasing raising expands expanded expanding elevates elevated elevating hikes hiked hiking bloats bloated bloating lengthens "
    "lengthened lengthening enlarges enlarged enlarging doubles doubling triples tripling quadrupled quadruples creeps crept upwards "
    "upward bigger heavier taller amplifies amplified uplift"
)
"""More verbs that say that a value rose. They stand apart from `MORE`, since some of them are names of programs and functions too."""
SINKING = word_set(
    "lowers lowered lowering trims trimmed trimming slashes slashed slashing shaves shaved shaving shave dips dipped dipping declines "
    "declined declining decreasing diminishes diminished diminishing shrinking sinks sank sunk sinking plunges plunged plunging plummets "
    "plummeted plummeting tumbles tumbled tumbling slims slimmed slimming curbs curbed curbing dropping falling cutting reducing sheds "
    "shed shedding shortens shortened shortening lightens lightened deflates deflated deflating halves halving slumps slumped slumping "
    "subsides subsided nosedives nosedived drains contracts contracted narrows narrowed eases eased reductions downwards downward "
    "slackens slackened lessens lessened lessening depresses depressed"
)
"""More verbs that say that a value fell."""
QUICKENING = word_set(
    "accelerates accelerated accelerating quickens quickened speeding improving outperforms outperformed outpaces outpaced outruns outran "
    "beats beat quickest hastens hastened"
)
SLACKENING = word_set(
    "slowing slows worsens worsened worsening degrades degraded degrading degradation regressing lags lagged lagging trails trailed "
    "trailing decelerates decelerated slowdowns"
)

GENERAL_METRIC = word_set(
    "time times run runtime running total elapsed wall real duration takes took proof job latency speed performance "
    "result overall mean avg "
    "average benchmark bench synth value cost costs"
)
"""Words for "the number that the command printed"; they name no metric of their own."""
SPECIFIC_METRIC = word_set(
    "throughput memory rss heap miss fault instruction cycle branch allocation alloc malloc bandwidth iops ipc qps rps cpu user sys system "
    "energy power"
)
"""Words that do name one: a claim with one of these binds only to a measurement that has it."""
SECONDARY = word_set(
    "user sys system min max stddev sd range rsd p50 p90 p95 p99 p999 minimum maximum low high upper lower iterations runs n"
)
"""Parts of a tool's report that are not its headline; they count only when named."""
AGGREGATE = {
    **dict.fromkeys(("median", "medians"), "median"),
    **dict.fromkeys(("min", "minimum", "minima", "best"), "min"),
    **dict.fromkeys(("max", "maximum", "maxima", "worst"), "max"),
    **dict.fromkeys(("mean", "average", "averages", "averaged", "avg"), "mean"),
    "geomean": "geomean",
    "total": "sum",
    "sum": "sum",
}
"""Words for an aggregate of repeated runs, with the one that they mean."""

UNITS = word_set("byte bit second minute hour percent point size count number value kb mb gb kib mib gib ms us ns")
"""Words of units and of measuring itself."""
STOP = word_set(
    "a an the of to in on at by for and or but so is are was were be been it its this that these those with than as "
    "from into now not no all each "
    "both same one two three four only just still then also there here what which when where while has have had do "
    "does did my our your i we you "
    "they he she can could will would should may might must very more less most least much many about over under per vs"
)

PROSE = (".md", ".txt", ".rst", ".adoc", "LICENSE", "CHANGELOG", ".gitignore")
"""How the paths of files end that are read by people and not by a compiler."""

COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
"""Numbers as words."""

TOTAL = word_set("total overall sum")
"""What a row of totals is called, which is none of the things that the others are."""
_AMONG = regex(rf"\bof (?:the |these |those |all )?({'|'.join(COUNTS)})(?: (?:[a-z]+ )?([a-z]{{3,}}s)\b|(?=[.,;:)]|$))")


def among(low: str) -> tuple[int, str] | None:
    """How many things of what kind a superlative is said to be of: "of the four queues" is (4, "queue"), "of the four" (4, "");
    None where it does not say."""
    match = _AMONG.search(low) if "of " in low else None
    return (COUNTS[match[1]], stem(match[2] or "")) if match is not None else None


QUANTILE = regex(
    r"\bp(\d[05]|9\d)(?:\.?(\d+))?(?![a-zA-Z\d])"
    r"|\b(\d\d)(?:\.(\d+))?\s?(?:th|st|nd|rd|%)?(?:[- ]?percentile|[- ]?pctl|[- ]?quantile|(?<=%)[- ]?t?ile)"
    r"|\b([59][059]|75)(?:\.(\d+))?\s?%[- ]latenc(?:y|ies)"
    r"(?! (?:win|reduc|drop|improv|incr|regress|gain|decr|over|penal|spike|cut|sav|hit|cost|bump|diff|chang))",
    re.I,
)
"""A percentile as people write it: "p99", "99th percentile", "the 99.9% latency"."""
_QUANTILE_LABEL = regex(r"\bp(\d[05]|9\d)(?:\.?(\d+))?(?![a-z\d])|(?<![\d.])(\d\d)(?:\.(\d+))?\s?(?:%|(?:th|st|nd|rd)\b|percentile)", re.I)


def percentiles(text: str, *, label: bool = False) -> frozenset[str]:
    """The percentiles that a text names, each as "p50" or "p99.9" whatever its spelling. In a tool's label a bare percentage is one too.

    >>> sorted(percentiles("the 99th percentile, p999 and the 50% latency")), percentiles("latency 99.00%", label=True)
    (['p50', 'p99', 'p99.9'], frozenset({'p99'}))
    """
    found = (_QUANTILE_LABEL if label else QUANTILE).findall(text)
    named = [("".join(groups[::2]), "".join(groups[1::2]).rstrip("0")) for groups in found]
    return frozenset([f"p{whole}.{rest}" if rest else f"p{whole}" for whole, rest in named])


_PART = regex(r"[a-zµ]++(?:\d+(?:\.\d+)?[a-z]*)?|\d+(?:\.\d+)?")
_DIGIT = regex(r"\d")
_LETTERS = bytes(c if 97 <= c < 123 else 32 for c in range(256))
_JOIN = regex(r"(?<![a-z])([a-z]++)[ =:#_-]{1,3}(\d+)\b")


@lru_cache(maxsize=8192)
def tokens(text: str) -> frozenset[str]:
    """The words a name is made of, as compared between a claim and a label.

    Case, hyphens, underscores and plural s are nothing; a word and the number after it are one token, so that "cap=2", "cap 2" and
    "cap2" meet. Numbers alone stay, for "n=800" and the like.

    >>> sorted(tokens("inline-cap 2"))
    ['2', 'cap', 'cap2', 'inline']
    """
    low = text.lower()
    if not _DIGIT.search(low):
        return frozenset(map(_STEMS.__getitem__, letters(low) if low.isascii() else _PART.findall(low)))
    found = set(map(_STEMS.__getitem__, _PART.findall(low)))
    found.update([_STEMS[a] + b for a, b in _JOIN.findall(low)])
    return frozenset(found)


def letters(low: str) -> list[str]:
    """The runs of letters of an ASCII text in lower case: what a pattern would find in four times the time."""
    return low.encode().translate(_LETTERS).decode().split()


def stem(word: str) -> str:
    if len(word) > 3 and word[-1] == "s" and word[-2] not in "sui":
        return word[:-2] if word.endswith(("sses", "xes", "ches", "shes")) else word[:-1]
    return word


class _Stems(dict[str, str]):
    """Stems by word, remembered while there is room."""

    def __missing__(self, word: str) -> str:
        found = stem(word) if word[-1] == "s" else word
        if len(self) < 20_000:
            self[word] = found
        return found


_STEMS = _Stems()


@lru_cache(maxsize=4096)
def content(text: str) -> frozenset[str]:
    """The tokens of a text that could name something: no stop words, no bare numbers."""
    return frozenset([t for t in tokens(text) - STOP if t[0] > "9" and t[1:]])
