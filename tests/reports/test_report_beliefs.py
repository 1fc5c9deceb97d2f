"""How reports head a belief, in which words they print it, and what they say put it to work."""

from sessionlens.pipeline import investigate
from sessionlens.reports.context import Sections, hypotheses
from sessionlens.reports.context.common import judged_words, name_of
from sessionlens.reports.lines import plain
from sessionlens.reports.scope import of_session
from tests.story import tell

LABELLED = """
    user: Make the import faster.
    say: M1: batch the inserts, so that the log is flushed once per file.
    edit src/db.c: put(r) => put_all(rs)
    say: M4: keep the parser warm, so that it need not load the grammar.
    edit src/parse.c: load() => warm()
    $ ./bench
    > total 31.0 s
    say: M1 is likely the main culprit for the slow end.
    say: Now a look.
    edit src/db.c: put_all(rs) => put_all(rs, M1)
    $ ./bench
    > total 30.1 s
"""
WORDED = """
    user: Why is the login slow?
    say: The session table may be the trouble.
    $ ./trace
    > scans 3
    say: **Root cause:** the session table is scanned in full by the expiry job, and every login waits for its lock.
    $ ./trace
    > scans 3
"""


def rows(story: str) -> hypotheses.Hypotheses:
    built = hypotheses.build(of_session(investigate(tell(story)), "methodology", None))
    assert built is not None
    return built


def test_a_label_heads_only_the_belief_that_was_stated_under_it() -> None:
    view = investigate(tell(LABELLED))
    assert [name_of(h) for h in view.hypotheses] == ["M1", "M4", "M1 is likely the main culprit for the slow end"]


def test_what_was_changed_before_a_belief_did_not_put_it_to_work() -> None:
    told = {r.name: " ".join(plain(line) for line in r.lines) for r in rows(LABELLED).rows}
    assert "Put to work" in told["M1"]
    assert all("Put to work" not in text for name, text in told.items() if name.startswith("M1 is"))


def test_what_a_later_message_worded_is_printed_as_it_was_judged() -> None:
    view = investigate(tell(WORDED))
    worded = [h for h in view.hypotheses if h.text != h.quote and "may be" in h.quote]
    assert [judged_words(h) for h in worded] == [worded[0].text]
    for row, h in zip(rows(WORDED).rows, view.hypotheses, strict=False):
        assert row.worded == h.text
    assert Sections(of_session(view, "postmortem", None)).hypotheses is not None
