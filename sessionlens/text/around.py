"""What stands around a number: its sign, the hedge or reference word before it, the noun behind it, a list marker's dot."""

from sessionlens.model.quantity import Hedge, Quantity
from sessionlens.text.regex import regex


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_HEDGES: dict[str, Hedge] = {
    "about": "about",
    "roughly": "about",
    "around": "about",
    "approximately": "about",
    "approx": "about",
    "approx.": "about",
    "circa": "about",
    "ca.": "about",
    "some": "about",
    "almost": "below",
    "nearly": "below",
    "under": "below",
    "below": "below",
    "over": "above",
    "above": "above",
    "beyond": "above",
}
_TWO_WORDS: dict[str, dict[str, Hedge]] = {
    "than": {
        "more": "above",
        "greater": "above",
        "larger": "above",
        "longer": "above",
        "less": "below",
        "fewer": "below",
        "lower": "below",
    },
    "least": {"at": "above"},
    "most": {"at": "up-to"},
    "to": {"up": "up-to", "close": "about"},
}
_SUMMING = _words("""
add adds added adding sum sums summed summing total totals totaled totalled totaling totalling come comes came coming work works worked
tot tots round rounds rounded rounding
""")
"""Verbs whose own "up to" is no bound: "the parts add up to 8 s"."""
_REFERENCE = _words("""
msg msgs message messages line lines issue issues pr pull step steps phase section sections chapter figure fig table page pages version port
pid rule option bug ticket round attempt trial item col column code status errno signal python node rustc gcc clang
level part stage iteration release jan feb mar apr may jun jul aug sep sept oct nov dec january february march april
june july august september october november december mon tue wed thu fri sat sun
""")
MONTHS = _words("""
jan feb mar apr jun jul aug sep oct nov dec january february march april june july august september october november
december
""")
STOP = _words("""
of in and to for is are was were on at by with from or the a an as it its that this than then but if so not no be been
per vs via into when while where which who each both after before out over under between against because would should
could can will may might has have had does do did i we they you he she there here
""")
_ATTRIBUTES = _words("""
new total unit more different separate other distinct unique full consecutive independent random small large extra open
""")
_DASHES = "-−–"
NOUN = regex(r"([A-Za-z][\w-]*)(?: ([a-z][\w-]*))?")


_OPTION = regex(r"\b(?:kill|head|tail|nice|ls|grep|xargs|git log|uniq|gzip|xz|zstd|make) -$")
"""A number behind one of these and a hyphen is a command's option."""


def sign(text: str, start: int, found: list[Quantity], skipped: int) -> tuple[str, int]:
    """The sign before a number and where the number then begins; -1 where what stands before makes it a part of a name."""
    if start == 0:
        return "", start
    last = text[start - 1]
    if last in "#@^&":
        return "", -1
    before = text[start - 2] if start > 1 else " "
    if last in _DASHES or last == "+":
        if last == "-" and before == " " and _OPTION.search(text, max(0, start - 12), start):
            return "", -1
        if before.isspace() or before in "([{|`\"'*~=:,;<>≈→/" or start == 1:
            return last.replace("–", ""), start - (last != "–")
        if (found and found[-1].end in (start - 1, start - 2)) or before == last == "-":
            return "", start if last != "+" and before != last else -1
        return "", -1 if before.isalnum() or before in "_)" else start
    if last in ":/=" and (before.isalnum() or before in "_."):
        if last == "=":
            return "", start
        if skipped == start - 1:
            return "", -1
        token = text[max(text.rfind(" ", 0, start), text.rfind("\n", 0, start)) + 1 : start - 1]
        return "", -1 if (last == "/" and not token[-1:].isdigit()) or "." in token or "/" in token else start
    return "", start


def before(text: str, start: int) -> tuple[Hedge, bool]:
    """The hedge directly before a number, and whether the word before makes it a reference ("msg 31", "line 12", "Nov 30")."""
    if start == 0:
        return "", False
    last = text[start - 1]
    if last in "~≈∼":
        return "about", False
    if last == "<":
        return "below", False
    if last == ">":
        return ("above", False) if text[start - 2 : start - 1] not in "-=" or start < 2 else ("", False)
    if last == "≤":
        return "up-to", False
    if last == "≥":
        return "above", False
    if last not in " \u00a0*`(":
        return "", False
    gone = text[max(0, start - 28) : start].rstrip(" \u00a0*`(")
    if gone[-1:] in "~≈<>≤≥" and gone[-2:] not in ("->", "=>"):
        return (before(gone, len(gone))[0], False) if gone else ("", False)
    first, _, word = gone.replace("\n", " ").rpartition(" ")
    word = word.lower().lstrip("(*`\"'")
    if word in _TWO_WORDS:
        rest, _, second = first.rpartition(" ")
        second = second.lower().lstrip("(*")
        if second == "up" and rest.rpartition(" ")[2].lower() in _SUMMING:
            return "", False
        hedge = _TWO_WORDS[word].get(second, "")
        if word == "than" and hedge and rest.rpartition(" ")[2].lower() in ("no", "not", "never"):
            hedge = "above" if hedge == "below" else "up-to"
        return hedge, False
    if word in _HEDGES:
        return _HEDGES[word], False
    return "", word in _REFERENCE


def noun(text: str, end: int) -> str | None:
    """What a bare number counts: the next word, with the one after it where the first only describes ("5 failing tests")."""
    if text[end : end + 1] not in (" ", "\u00a0"):
        return None
    match = NOUN.match(text, end + 1)
    if match is None or match[1].lower() in STOP or text[match.end(1) : match.end(1) + 1] == "=":
        return None
    if match[1].endswith("n") and text[match.end(1) : match.end(1) + 2] in ("'t", "’t"):
        return None  # "0.2 doesn't explain it"
    first, second = match[1], match[2]
    describes = first in _ATTRIBUTES or (first.endswith(("ing", "ed")) and first not in ("passed", "failed", "skipped", "ignored"))
    return f"{first} {second}" if describes and second and second not in STOP else first


def is_marker(text: str, start: int, end: int) -> bool:
    """Whether a number is a list marker: first on its line, then `.` or `)` and a space."""
    if text[end : end + 1] not in (".", ")") or text[end + 1 : end + 2] not in (" ", "", "\n"):
        return False
    line = text.rfind("\n", 0, start) + 1
    return not text[line:start].strip(" \t>*-") and text[end + 1 : end + 2] == " "
