"""When two names are the same name: "RingBuffer", "ring-buffer" and "with_ringbuffer" all name one thing."""

from functools import lru_cache

from sessionlens.text.regex import regex

_WORD = regex(r"[^\W_]+")
_SPELLED = {i: chr(i).lower() if chr(i).isalnum() else None for i in range(128)}
"""ASCII's letters and digits in lower case, and nothing for its other characters: a fifth of the time that finding the words takes."""
_LONGEST = 4
"""Names of more words than this are sentences, and are matched by their words elsewhere."""


def words(text: str) -> list[str]:
    """Letters and digits of a text, case folded, split at everything else: "with-k7 (x2)" is ["with", "k7", "x2"]."""
    return _WORD.findall(text.casefold())


def key(name: str) -> str:
    """One spelling for all spellings of a name; empty if nothing could tell it from ordinary text.

    A single letter or a bare number names nothing: "2" would match every second configuration.
    """
    parts = words(name)
    joined = "".join(parts)
    return joined if len(parts) <= _LONGEST and len(joined) > 1 and not joined.isdigit() else ""


@lru_cache(maxsize=8192)
def keys(text: str) -> frozenset[str]:
    """Every name that a short text (a configuration, a label, a title) could hold: runs of one to four words, joined."""
    parts = words(text)
    count = len(parts)
    return frozenset(["".join(parts[i:j]) for i in range(count) for j in range(i + 1, min(i + _LONGEST, count) + 1)])


def spelling(text: str) -> str:
    """The letters and digits of a text, case folded: a name that is not in them is not in the text."""
    return text.translate(_SPELLED) if text.isascii() else "".join(words(text))


def holds(text: str, name: str) -> bool:
    """Whether a text of any length names `name`, which is a `key`: the same as `name in keys(text)`, but the words are looked at
    only where their letters occur at all. Example: `holds("the ring-buffer build", "ringbuffer")`."""
    if name not in spelling(text):
        return False
    parts = words(text)
    for first in range(len(parts)):
        if not name.startswith(parts[first]):
            continue
        spelled = ""
        for part in parts[first : first + _LONGEST]:
            spelled += part
            if spelled == name:
                return True
    return False
