"""Beliefs told apart by letters or numbers: every way of writing the list with every way of naming one of it and every verdict."""

from pathlib import Path

import pytest
import yaml

from sessionlens import facts
from sessionlens.facts import trace
from tests.story import tell

BANK = yaml.safe_load((Path(__file__).parent.parent / "cases" / "facts" / "naming.yaml").read_text(encoding="utf-8"))


def fates(beliefs: str, *said: str) -> list[str]:
    """The statuses of the beliefs of message 2, where something is run between what is said."""
    story = ["user: What is wrong?", *(f"say: {text}\n$ ./run --verbose\n> 40 rows".replace("\n\n", "\n \n") for text in (beliefs, *said))]
    lines = [line if line.startswith(("user:", "say:", "$", ">")) else f"say| {line.strip()}" for line in "\n".join(story).splitlines()]
    return [h.status for h in facts.find(trace.closely(tell("\n".join(lines)))).hypotheses if h.msg == 2]


@pytest.mark.parametrize("way", BANK["beliefs"])
def test_a_belief_is_judged_by_whatever_it_is_called(way: str) -> None:
    beliefs, names = BANK["beliefs"][way]
    wrong = []
    for status, forms in BANK["said"].items():
        for said in (form.format(name) for name in names for form in forms):
            got = fates(beliefs, said[0].upper() + said[1:] if len(said.split()[0]) > 1 else said)
            if got != ["open", status, "open"]:
                wrong.append((said, got))
    assert not wrong


@pytest.mark.parametrize(("said", "status"), BANK["trials"])
def test_a_trial_decides_what_it_tries(said: list[str], status: str) -> None:
    assert fates(BANK["beliefs"]["noun and letter"][0], *said)[1] == status


@pytest.mark.parametrize(("person", "said", "statuses"), BANK["persons"])
def test_what_a_person_believes_is_judged(person: str, said: list[str], statuses: list[str]) -> None:
    story = [f"user: {person}"]
    for text in said:
        story += ["say: " + text.replace("\n", "\nsay| "), "$ ./run", "> 40 rows"]
    found = facts.find(trace.closely(tell("\n".join(story)))).hypotheses
    assert [h.status for h in found if h.msg == 1] == statuses


STORIES = yaml.safe_load((Path(__file__).parent.parent / "cases" / "facts" / "stories.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("story", STORIES, ids=lambda s: str(s["belief"][:40]))
def test_a_plain_belief_is_decided_by_the_next_words(story: dict[str, list[str]]) -> None:
    wrong = []
    for status in ("confirmed", "refuted", "open"):
        for said in story.get(status, []):
            told = f"user: What is wrong here?\nsay: {story['belief']} Let me check.\n$ ./look --all\n> 40 rows\nsay: {said}\n$ ls"
            found = [h.status for h in facts.find(trace.closely(tell(told))).hypotheses if h.msg == 2]
            if found != [status]:
                wrong.append((said, found))
    assert not wrong


@pytest.mark.parametrize(("beliefs", "names"), BANK["named"])
def test_a_belief_is_judged_by_the_name_it_begins_with(beliefs: str, names: list[str]) -> None:
    wrong = []
    for status, forms in BANK["said_of_names"].items():
        for name in names:
            low = name if name.startswith("*") else name[0].lower() + name[1:]
            for form in forms:
                got = fates(beliefs, form.format(S=name, s=low))
                if got != ["open", status, "open"]:
                    wrong.append((form.format(S=name, s=low), got))
    assert not wrong
