"""Which cues a clause may match, by its first word: most clauses match none and need no pattern at all."""

from sessionlens.prose.cues import ORDERS

PLAN, ORDER, ADVICE, SELF, ASIDE, RULE, STEP, SCENE, SAYS = 1, 2, 4, 8, 16, 32, 64, 128, 256


def _table() -> dict[str, int]:
    table: dict[str, int] = {}
    for words, flags in (
        ("ok okay good great right so and or but now next first then finally also instead", PLAN | ORDER | ADVICE | SELF | STEP),
        ("better perfect nice wait hm hmm again meanwhile", PLAN | ORDER | ADVICE | SELF | STEP),
        ("a an one another some the same", STEP),
        ("honestly ah oh or", ADVICE | SELF),
        ("let let's lets i'll i i'm we'll we i'd time todo plan predicted going want shall need on before", PLAN),
        ("two three a few some several", PLAN),
        ("thanks thank i i'm i've i've we we're we've", SELF),
        ("you you're you'll you'd your feel please don't make worth i happy would do shall option the a an my quick", ADVICE),
        ("proposed safest cleanest simplest best better recommended recommendation recommendations advice proposal", ADVICE),
        (ORDERS + " clean", ORDER),
        ("e.g i.e for such see note cf", ASIDE),
        ("when whenever once as every each on", RULE),
        ("suggests recommends proposes asks requests wants complains argues notes claims says points", SAYS),
        ("he she they the reviewer reviewers reporter reporters user users maintainer maintainers customer customers author authors", SAYS),
        ("contrary compared according for given with without by in on at during from despite per besides regarding unlike like", SCENE),
    ):  # fmt: skip
        for word in words.split():
            table[word] = table.get(word, 0) | flags
    return table


class Openers(dict[str, int]):
    """What a first word, as written, allows; remembered while there is room."""

    def __missing__(self, word: str) -> int:
        flags = TABLE.get(word.lower().rstrip(",:;.!*—").replace("’", "'"), 0)
        if len(self) < 20_000:
            self[word] = flags
        return flags


TABLE = _table()
OPENERS = Openers()


def opener(text: str) -> int:
    """What the first word of a clause allows it to be: flags of PLAN, ORDER, ADVICE, SELF, ..."""
    words = text.split(None, 1)
    return OPENERS[words[0]] if words else 0
