"""What a finding or verdict is recognised by when it is met again.

It is made of what was said and not of where, so that it is the same after a session has gone on or a document was edited elsewhere.
Two alike are told apart by their order: the second is "9f0c...-2".
"""

import hashlib
from collections import Counter
from collections.abc import Iterable


def fingerprint(name: str, text: str) -> str:
    """Sixteen hex digits of a kind's or issue's name and a text, blanks as one space.

    >>> fingerprint("level", "it takes  3 s") == fingerprint("level", "it takes 3 s")
    True
    """
    return hashlib.sha256(f"{name}\0{' '.join(text.split())}".encode("utf-8", "replace")).hexdigest()[:16]


def numbered(prints: Iterable[str]) -> list[str]:
    """Fingerprints with repeats told apart, in the given order."""
    seen: Counter[str] = Counter()
    out = []
    for one in prints:
        seen[one] += 1
        out.append(one if seen[one] == 1 else f"{one}-{seen[one]}")
    return out
