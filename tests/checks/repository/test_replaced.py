"""What stands in the place of something else, by the session's own edits."""

import pytest

from sessionlens.pipeline import investigate
from tests.story import tell

STORY = """
user: Use the pool.
say: Here.
edit src/db.py: conn = dial(url); print("Finished")  # old => conn = open_pool(url).lease(); print("Done.")
say: Done.
say|
say| - {}
"""


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("`connect` uses `open_pool` instead of `dial`", "supported"),
        ('It ends with "Done." instead of "Finished"', "supported"),
        ("It calls `open_pool()` rather than `dial()`", "supported"),
        ("`connect` uses `dial` instead of `open_pool`", "unsupported"),
        ("`connect` uses `open_pool` instead of `socket`", "unsupported"),
        ('It ends with "Ready." instead of "Finished"', "unsupported"),
    ],
)
def test_one_thing_instead_of_another(said: str, verdict: str) -> None:
    view = investigate(tell(STORY.format(said)))
    found = next(view.verdict(c.id) for c in view.conclusions if "ins" in c.quote or "rather" in c.quote)
    assert found is not None and found.verdict == verdict, found
