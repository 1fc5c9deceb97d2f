"""A family of rows against the one other: "the ring buffer costs 5 s" over rows plain, ring 1, ring 2."""

from sessionlens.checks.binding.named import Pair
from sessionlens.checks.claims.claim import Claim
from sessionlens.checks.claims.words import STOP, tokens
from sessionlens.checks.grids.tables import side_of, value_in
from sessionlens.checks.values.intervals import Interval
from sessionlens.model.trace import Statement


def family(claim: Claim, statements: tuple[Statement, ...], dimension: str) -> list[tuple[str, Interval, Pair]]:
    """What each row of the message's own table that the claim names as a family differs by from the one other row: "the ring buffer
    costs 5 s" over rows plain, ring 1, ring 2."""
    words = frozenset(w for w in claim.tokens if w not in STOP and not w[0].isdigit() and len(w) > 2)
    for table in dict.fromkeys(s.table for s in statements if s.table is not None and s.start < claim.conclusion.at):
        labels = [tokens(row[0]) if row else frozenset() for row in table.rows]
        mine = [r for r, label in enumerate(labels) if label & words]
        rest = [r for r in range(len(labels)) if r not in mine]
        if len(mine) < 2 or len(rest) != 1:
            continue
        for column in range(1, len(table.header)):
            old = value_in(table, rest[0], column)
            news = [(r, q) for r in mine if (q := value_in(table, r, column)) is not None and q.dimension == dimension]
            if old is None or old.dimension != dimension or len(news) != len(mine):
                continue
            pairs = [(table.rows[r][0], Pair(side_of(old), side_of(q), "table")) for r, q in news]
            return [(name, pair.new.value.minus(pair.old.value), pair) for name, pair in pairs]
    return []
