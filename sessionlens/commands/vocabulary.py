"""Lists of words, written as text."""


def words(text: str) -> frozenset[str]:
    """`words("cp mv ln")` is the set of the three: tables of names read better so than with a pair of quotes around each."""
    return frozenset(text.split())
