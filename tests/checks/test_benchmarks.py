"""Cells and clauses of benchmark sessions: medians of peaks, shares, differences that the agent worked out."""

import pytest

from sessionlens.pipeline import investigate
from tests.story import tell

PEAKS = """
user: How much memory do the two indexers need?
say: Three runs each.
$ for r in 1 2 3; do ./idx trie; ./idx hash; done
> trie cpu: 0.41 s max_rss: 30120 KB
> hash cpu: 0.30 s max_rss: 41344 KB
> trie cpu: 0.44 s max_rss: 30388 KB
> hash cpu: 0.35 s max_rss: 41020 KB
> trie cpu: 0.40 s max_rss: 30244 KB
> hash cpu: 0.31 s max_rss: 41876 KB
say: Medians of the three runs:
say|
say| | | trie | hash |
say| |---|---|---|
say| | cpu | 0.41 s | 0.31 s |
say| | {name} | {trie} KB | {hash} KB |
"""


@pytest.mark.parametrize("name", ["max RSS", "peak RSS", "memory"])
def test_the_maximum_in_a_metrics_name_is_no_aggregate_of_runs(name: str) -> None:
    view = investigate(tell(PEAKS.format(name=name, trie=30244, hash=41344)))
    assert [view.verdicts[c.id].verdict for c in view.conclusions[-2:]] == ["supported"] * 2
    view = investigate(tell(PEAKS.format(name=name, trie=30244, hash=41434)))
    assert view.verdicts[view.conclusions[-1].id].verdict in ("unsupported", "contradicted")
