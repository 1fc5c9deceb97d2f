"""What a document calls otherwise than the session did is bound all the same: an alias of either, another unit, a prefix, another case."""

import pytest

from sessionlens.audit import Document, audit
from sessionlens.graph.view import View
from sessionlens.pipeline import investigate
from tests.story import tell

STORY = """user: Which codec is fastest?
say: Hypothesis H2: the zstdFast codec (C1) is faster than the old one.
$ ./bench --codec zlib
> decode: 731.0 ms
> memory: 2048.0 KB
say: Now C1.
$ ./bench --codec zstd-fast
> decode: 412.0 ms
> memory: 4096.0 KB
say: The scans.
$ go test -run=^$ -bench=Scan -count=1 .
> BenchmarkScanRows-8   812390   1515 ns/op
> BenchmarkScanCols-8   812390   1316 ns/op
"""


@pytest.fixture(scope="module")
def view() -> View:
    return investigate(tell(STORY))


@pytest.mark.parametrize(
    "text",
    [
        "The zstd-fast codec decodes in 412.0 ms.",
        "zstdFast decodes in 0.412 s.",
        "ZSTD-Fast needs 4 MB of memory.",
        "C1 decodes in 412 ms.",
        "C1 is 44 % faster than zlib.",
        "zstd_fast saves 0.319 s over zlib.",
        "The `--codec zstd-fast` run took 412.0 ms.",
        "ScanRows takes 1.515 µs.",
        "BenchmarkScanCols needs 1.316 us/op.",
    ],
)
def test_other_names_and_units_of_the_session(view: View, text: str) -> None:
    claims = audit([Document("note.md", text)], view).claims
    assert [(c.verdict, c.basis) for c in claims] == [("supported", "session")]


@pytest.mark.parametrize("name", ["K7", "ringBased", "`fast_path`"])
def test_a_name_that_only_the_document_gives(view: View, name: str) -> None:
    claims = audit([Document("note.md", f"We tried {name} (zstd-fast) next.\n\n{name} is 44 % faster than zlib.")], view).claims
    assert ("supported", "session", "percent") in [(c.verdict, c.basis, c.kind) for c in claims]


def test_another_value_under_another_name_is_not_borne_out(view: View) -> None:
    for text in ("C1 decodes in 512 ms.", "ScanRows takes 2.515 µs."):
        claims = audit([Document("note.md", text)], view).claims
        assert claims and all(c.verdict != "supported" for c in claims), text
