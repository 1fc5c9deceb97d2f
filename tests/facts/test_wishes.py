"""What a person wants or does not want: a wish is no belief, and a no is on what its sentence names."""

from sessionlens.pipeline import investigate
from tests.story import tell


def test_a_person_s_wish_with_its_reason_is_no_belief() -> None:
    asked = "user: Mara now wants `--jobs 2` in the script because CI has two cores. Is that worth it?\n"
    assert not investigate(tell(asked + "say: Let me see.\n$ make test\n> 9 passed, 0 failed")).hypotheses


def test_a_no_is_on_what_its_sentence_names() -> None:
    told = (
        "user: The import loses rows.\n"
        "say: My guess is that `test_merge` only notices by luck, so add a case that forces the clash.\n"
        "edit tests/test_merge.py: a => b\nsay: Done.\n"
        "user: Fine, no second worker. How do the times add up?\nsay: Let me look."
    )
    found = investigate(tell(told)).hypotheses
    assert found and "abandoned" not in [h.status for h in found]
