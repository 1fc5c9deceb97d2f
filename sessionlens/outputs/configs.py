"""The words of a configuration, each once and in order."""

from functools import lru_cache


@lru_cache(maxsize=512)
def names(labels: tuple[str, ...], config: str) -> tuple[str, ...]:
    """What a value goes by, each word once: most configurations have several values, one after the other."""
    return tuple(dict.fromkeys(filter(None, (*labels, *config.split()))))


def join(*parts: str) -> str:
    """Configuration words in order, without blanks and repetitions: `join("full", "", "n=50 full") == "full n=50"`."""
    seen: dict[str, None] = {}
    for part in parts:
        for word in part.split():
            seen.setdefault(word)
    return " ".join(seen)
