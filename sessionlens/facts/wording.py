"""A belief in one flat line for a reader: a statement, without doubt, asides and pointers back; a remedy says that it would help."""

import re

from sessionlens.prose import cues
from sessionlens.prose.remedies import REMEDIES
from sessionlens.prose.sentences import lowered
from sessionlens.prose.verbs import look
from sessionlens.text.regex import regex

ASIDE = regex(r"\s+\((?![A-Z]{1,2}\d)[^()]*\)")
DOUBT = regex(
    r",?\s*\b(?:(?:most\s+)?likely|probably|presumably|i\s+(?:think|guess|suppose|suspect|bet)|almost\s+certainly|"
    r"(?:might|may|could|must)\s+(?:also\s+|well\s+)?(?:be\b(?P<be>)|(?P<verb>contribute|explain|cause|come|make|trigger|affect|slow|hurt|help|matter|"
    r"dominate|hide|add|account)\b)|should\s+have|perhaps|maybe)\b,?",
    re.I,
)
PLURAL = regex(r"\b(we|they|you|these|those) is\b", re.I)
EXPECTS = regex(r"^i(?:['’]d|\s+would)?\s+expect\s+(?P<what>.+?)\s+to\s+(?P<effect>\w+)\b", re.I)
DOUBTS = (
    "likely",
    "probably",
    "presumably",
    "certainly",
    "perhaps",
    "might",
    "may",
    "could",
    "should have",
    "must",
    "i think",
    "i g",
    "i s",
    "i bet",
)
"""One of these stands in every doubt."""
BULLET = regex(r"\s*\n\s*(?:[-*+•]|\d+[.)])\s+")
LEAD = regex(r"^(?:(?:but|so|and|also|then|hence|however|honestly|still|well)\b,?\s+)+", re.I)
FRAME = regex(
    r"^(?:the\s+fact\s+that|the\s+(?:real\s+)?question\s+is\s+(?:why|whether|if|how)|(?:it(?:['’]s|\s+is)|is\s+it)\s+(?:also\s+|quite\s+)?possible\s+that|"
    r"it\s+(?:could|may|might)\s+(?:(?:also|well|just)\s+)?be\s+that|(?:one|another)\s+possibility(?:\s+is(?:\s+that)?|:)|a\s+possible\s+(?:cause|reason|explanation)(?:\s+is(?:\s+that)?|:)|"
    r"(?:it\s+)?(?:(?:looks|seems|appears)\s+(?:like|that|as\s+(?:if|though))|(?:seems|appears)(?=\s+(?:the|an?|our|`)))|(?:it|that|this)\s+smells\s+(?:like|of)|(?:the|our)\s+theory\s+is(?:\s+that|:)?|"
    r"the\s+(?:prime|main|top|likely|best)\s+suspect\s+is|my\s+money\s+is\s+on|i\s+have\s+a\s+(?:hunch|feeling|suspicion)\s+that|what\s+if)\s+",
    re.I,
)
ASKS = regex(r"^(?:do|does|did)\s+(?=(?:we|i|you|they|it|the|this|these|other|all)\b)|^(?:could|can)\s+it\s+be\s+that\s+", re.I)
IS_IT = regex(
    r"^(?P<verb>is|are|was|were)\s+(?P<what>.+?)\s+(?P<role>(?:the|a|an|our|my)\s+(?:\w+\s+)?\w+|to\s+blame|responsible|related\s+.+)$",
    re.I,
)
"""A question that names a culprit: "is the proxy the problem"."""
IT_IS = regex(r"^(?P<verb>is|are|was)\s+(?P<it>it|this|that|these)\s+(?=(?:because|due|related|caused|how|what|why|where)\b)", re.I)
IS_SO = regex(r"^(?P<verb>is|are|was|were)\s+(?P<what>.+?)\s+(?=(?:because|due\s+to|caused\s+by|coming\s+from)\b)", re.I)
ASKS_BE = regex(r"^(?:could|can|might|may)\s+(?P<what>.+?)\s+be\s+", re.I)
ASKS_DOES = regex(r"^(?:does|did)\s+(?P<what>.+?)\s+(?P<verb>explain|cause|affect|slow|break|help|hurt|matter|scale)\b", re.I)
ASKS_THERE = regex(r"^(?P<verb>is|are)\s+there\s+(?:any\b|(?=an?\b))", re.I)
ASKS_NOT = regex(r"^(?:is|was)n['’]?t\s+(?:that|it|this)\s+", re.I)
THIS_BE = regex(r",\s+(?:could|might|can|would)\s+(this|that|it)\s+be\s+", re.I)
TAIL = regex(r",?\s+(?:when|if)\s+(?:you|we|i)\s+(?:look|compare|think|consider|check|see)\b.*$", re.I | re.S)
OPTIONAL = regex(r",?\s+(?:and|or)\s+[^,;]*\b(?:when(?:ever)?|if|as)\s+(?:you|needed|required|necessary|desired)\b.*$", re.I | re.S)
"""What is left to the reader: ", and run it by hand when you like"."""
NOT_ELSE = regex(r"\s+[—–-]\s+(?:and\s+)?not\s+[^.;—–]*$|,?\s+(?:as\s+a\s+result|in\s+the\s+end)\b", re.I)
"""A denial of something else at the end, and fillers."""
EXCLUDES = regex(r"\b(?:it|this|that|which)\s+rules\s+out\s+(?P<what>[^,;—–]{2,60}?)\s+as\s+(?P<role>the\s+\w+|a\s+\w+)", re.I)
POINTS = regex(r"\s*[—–:,]\s*(?P<it>this|that|it|these|those|which)(?:['’]s|\s+(?P<verb>is|was|are|were))\s+", re.I)
RELATIVE = regex(r"\b(?:that|which|who|what)\s+(?:\w+ly\s+)?$", re.I)
"""What stands before the verb of a clause that only describes a thing."""
STEP = regex(r"(?:now\s+)?(?:let\s+me|i['’]ll)\s+(?:\w+\s+){1,2}?(?=the|whether|if|our|my|`)", re.I)
LOOKS_FOR = regex(
    r"^(?:now\s+)?(?:let\s+me|i['’]ll)\s+(?:\w+\s+){1,3}?what(?:['’]s|\s+is|\s+was|\s+keeps)\s+(?P<doing>\w+ing\s+[^—–:]+?)\s*[—–:]\s*"
    r"(?:it(?:['’]s|\s+is)\s+)?(?P<who>.+)$",
    re.I | re.S,
)
"""A search with a suspicion at its end: "let me see what's filling the disk - probably the spool"."""
THEN = regex(r"^(if\b[^,]*),\s+(?=then\b)", re.I)
GOES_ON = regex(r",\s+\w+ing\b[^;]*")
"""A phrase that goes on about one part of a list: ", leaving the old entry behind"."""
OUTLOOK = regex(r"\b(?:should|would|will|might|may|could|so\s+that|expect(?:ed|s)?)\b", re.I)
LED = regex(rf"^({cues.words(REMEDIES)})\b", re.I)
ORDERED = regex(rf"((?:,|;)?\s+and\s+)({cues.words(REMEDIES)})\b", re.I)
"""The first order of a remedy, and those after it."""
DOUBLES = regex(r"^[^aeiou]*[aeiou][bdglmnprt]$|(?:mit|[^aeiou]set)$")
"""Verbs that double their last letter: "set", "drop", "pin"."""


LIKE = regex(r",\s+(?:just\s+)?(?:matching|following|mirroring|like|as\s+in|similar\s+to|in\s+line\s+with)\s[^,;]*$", re.I)
"""What only says what a remedy resembles: ", following the other writers"."""
TRAILING = regex(r"\s+[—–-]\s.*$", re.S)
ROLE_OF = regex(
    r"(?:(?:this|that|it)\s+)(?=(?:is|was)\s+(?:likely\s+|probably\s+|indeed\s+)?(?:the\s+|our\s+)?(?:real\s+|actual\s+)?(?:root\s+)?(?:cause|culprit|reason)\s+(?:of|for|behind)\b)",
    re.I,
)
"""How a sentence begins that says of something told before what it is the cause of."""


def plain(quote: str) -> str:
    """A belief in one flat line: no emphasis, asides or words of doubt, a pointer back replaced by "is".

    >>> plain("Now let me check the retry loop — this is likely the culprit")
    'the retry loop is the culprit'
    >>> plain("let me see what's filling the disk — probably the mail spool")
    'the mail spool is filling the disk'
    """
    text = BULLET.sub("; ", quote.replace("**", "")) if "\n" in quote or "**" in quote else quote
    if "; " in text and "\n" in quote:
        text = GOES_ON.sub("", text)
    text = FRAME.sub("", LEAD.sub("", ASIDE.sub("", text))).replace(":;", ":")
    if text.rstrip().endswith("?"):
        text = _answered(TAIL.sub("", text).rstrip("? "))
    elif IT_IS.match(text):
        text = _answered(text)
    if text.endswith(" at all"):
        text = denied(text)
    text = THEN.sub(r"\1 ", NOT_ELSE.sub("", text) if "not " in text or "result" in text or "in the end" in text else text)
    text = EXPECTS.sub(r"\g<what> should \g<effect>", text)
    low = text.lower()
    text = PLURAL.sub(r"\1 are", DOUBT.sub(_stated, text)) if any(map(low.__contains__, DOUBTS)) else text
    text = EXCLUDES.sub(r"\g<what> is not \g<role>", text) if "rules out" in text else text
    found = LOOKS_FOR.match(text)
    text = (
        f"{found['who'].strip()} is {found['doing'].strip()}"
        if found
        else _joined(STEP.sub("", text) if "let me" in low or "ll " in low else text)
    )
    text = " ".join(text.split())
    return f"it {text}" if text.startswith("is ") else text


def _answered(text: str) -> str:
    """A question that names a culprit, as its own answer: "is the proxy the problem" is "the proxy is the problem"."""
    if IT_IS.match(text):
        return IT_IS.sub(lambda m: f"{m['it']} {m['verb'].lower()} ", text)
    if IS_SO.match(text):
        return IS_SO.sub(lambda m: f"{m['what']} {m['verb'].lower()} ", text)
    asked = IS_IT.match(text)
    if asked:
        return f"{asked['what']} {asked['verb'].lower()} {asked['role']}"
    text = ASKS.sub("", ASKS_DOES.sub(r"\g<what> \g<verb>s", text))
    text = ASKS_THERE.sub(lambda m: f"there {m[1].lower()} ", ASKS_NOT.sub("it is ", text))
    text = ASKS_BE.sub(r"\g<what> is ", text)
    return THIS_BE.sub(lambda m: f"; {m[1].lower()} is ", text)


def _joined(text: str) -> str:
    """A text with its pointer back replaced: what it points to is the subject where it is a phrase, and stays a clause where it is one."""
    m = POINTS.search(text)
    if not m:
        return text
    head, verb, rest = text[: m.start()], m["verb"] or "is", text[m.end() :]
    if rest.startswith("because "):
        return f"{head} {rest}"
    if m["it"].lower() == "which":
        return f"{head}, which {verb} {rest}"
    clause = any(not RELATIVE.search(head, 0, v) for v in look(lowered(head), 0, len(head)).verbs)
    return f"{head}; {m['it']} {verb} {rest}" if clause else f"{head} {verb} {rest}"


def _stated(m: re.Match[str]) -> str:
    """A word of possibility as one of fact: "might be" is "is", "may explain" is "explains"; other doubt is left out."""
    if m["be"] is not None:
        return " is"
    return f" {m['verb']}s" if m["verb"] else ""


ASKED = regex(r"^(?P<verb>is|are|was|were)\s+(?P<what>.+?)\s+(?P<said>\S+\s+at\s+all)$", re.I)
AUX = regex(r"\b(?:is|are|was|were|has|have|had|can|could|will|would|does|do|did)\b", re.I)


def denied(text: str) -> str:
    """What somebody suspects who asks whether a thing is so at all: that it is not.

    >>> denied("the images exist on the mirror at all"), denied("the flag is read at all")
    ('the images do not exist on the mirror at all', 'the flag is not read at all')
    """
    asked = ASKED.match(text)
    if asked:
        return f"{asked['what']} {asked['verb'].lower()} not {asked['said']}"
    low = lowered(text)
    verbs = look(low, 0, len(text)).verbs
    if not verbs or " not " in low or "n't" in low or "never" in low:
        return text
    at = verbs[0]
    aux = AUX.match(text, at)
    if aux:
        return f"{text[: aux.end()]} not{text[aux.end() :]}"
    verb = text[at:].split(None, 1)[0]
    third = verb.endswith("s") and not verb.endswith("ss")
    return f"{text[:at]}{'does' if third else 'do'} not {verb[:-1] if third else verb}{text[at + len(verb) :]}"


def named(quote: str, role: str) -> str:
    """What a passage is about, with the role that a later sentence gives it.

    >>> named("`Pool.idle` is a plain list.", "This was the root cause of the slow logins")
    '`Pool.idle` was the root cause of the slow logins'
    """
    verbs = look(lowered(quote), 0, len(quote)).verbs
    if not verbs or not verbs[0]:
        return plain(quote)
    return f"{plain(quote[: verbs[0]]).strip(' ,;:')} {plain(TRAILING.sub('', ROLE_OF.sub('', role)))}"


def remedy(quote: str) -> str:
    """A remedy as a belief that can be tested.

    >>> remedy("raise `pool.max` to 64, and restart it when you like")
    'raising `pool.max` to 64 would fix the problem'
    """
    text = ORDERED.sub(
        lambda m: m[1] + gerund(m[2]), LED.sub(lambda m: gerund(m[1]), plain(LIKE.sub("", OPTIONAL.sub("", quote))).rstrip(".:; "))
    )
    return text if OUTLOOK.search(text) else f"{text} would fix the problem"


def gerund(verb: str) -> str:
    """The form in -ing.

    >>> [gerund(v) for v in ("replace", "set", "add", "free", "swap")]
    ['replacing', 'setting', 'adding', 'freeing', 'swapping']
    """
    verb = verb.lower()
    if verb.endswith("e") and not verb.endswith("ee"):
        return verb[:-1] + "ing"
    return verb + (verb[-1] if DOUBLES.search(verb) else "") + "ing"
