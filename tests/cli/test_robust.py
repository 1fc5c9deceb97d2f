"""What somebody types who does not know the tool yet, and two who type at once."""

import json
import multiprocessing
from pathlib import Path

import pytest

from sessionlens.store import open_store
from tests.cli.conftest import Cli

RECORDS = [
    {"role": "user", "content": "Is it faster?"},
    {"role": "assistant", "content": "No: it takes 3.1 s as before."},
]


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    file = tmp_path / "chat.jsonl"
    file.write_text("\n".join(json.dumps(r) for r in RECORDS) + "\n")
    return file


def test_a_path_that_does_not_exist_is_named_as_given_and_the_status_tells(cli: Cli, transcript: Path, tmp_path: Path) -> None:
    gone = tmp_path / "no" / "such.jsonl"
    done = cli("ingest", str(transcript), str(gone))
    assert done.code == 3 and str(gone) in done.err and "2 messages" in done.out


def test_a_folder_as_a_store_is_one_line_and_no_fault_of_ours(
    cli: Cli, transcript: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = cli("ingest", str(transcript), "--store", ".")
    assert done.code == 2 and "cannot use . as a store" in done.err


def test_a_baseline_that_knows_everything_leaves_nothing_new(kept: Cli, tmp_path: Path) -> None:
    known = tmp_path / "known.json"
    kept("check", "--write-baseline", str(known))
    done = kept("check", "--baseline", str(known))
    assert done.code == 0 and "nothing new" in done.err and "no conclusion was stated" not in done.err


def test_a_finding_is_told_once(kept: Cli) -> None:
    [result, *_] = json.loads(kept("lint", "--format", "sarif").out)["runs"][0]["results"]
    text = result["message"]["text"]
    issue = text.partition(":")[0]
    assert text.count(issue) == 1


def test_what_is_not_borne_out_has_not_failed(kept: Cli) -> None:
    page = kept("check", "--format", "junit").out
    assert page.count("<failure") == page.count('type="contradicted"') > 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("report", "--kind", "ledger", "--message", "2"), "--message goes with --kind message"),
        (("report", "--message", "2", "--hypothesis", "h2.1"), "without --hypothesis"),
    ],
)
def test_options_that_say_nothing_together_are_refused(kept: Cli, words: tuple[str, ...], says: str) -> None:
    done = kept(*words)
    assert done.code == 2 and says in done.err


def test_a_name_of_another_hypothesis_is_no_alias(kept: Cli, tmp_path: Path) -> None:
    with open_store(tmp_path / "store.db") as store:
        one, two, *_ = store.load(None).hypotheses
    done = kept("amend", "--alias", one.id, (two.aliases or (two.id,))[0])
    assert done.code == 2 and two.id in done.err


def opens(path: str) -> int:
    with open_store(path) as store:
        return len(list(store.sessions()))


def test_several_may_make_a_store_at_once(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        for number in range(4):
            assert pool.map(opens, [str(tmp_path / f"{number}.db")] * 6, chunksize=1) == [0] * 6
