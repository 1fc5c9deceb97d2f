"""`[tool.sessionlens]`: found above the working folder, strict about its keys; and baselines."""

from pathlib import Path

import pytest

from sessionlens.settings import Ignored, SettingsError, load, read_known, write_known

TABLE = """
[tool.sessionlens]
store = "kept/store.db"
fail-on = ["contradicted", "high"]
min-confidence = "medium"

[[tool.sessionlens.ignore]]
fingerprint = "0123456789abcdef"
reason = "repeated by hand"
"""


def put(folder: Path, text: str) -> Path:
    (folder / "pyproject.toml").write_text(text)
    return folder


def test_it_is_found_above_the_working_folder(tmp_path: Path) -> None:
    put(tmp_path, TABLE)
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    found = load(inner)
    assert found.store == tmp_path / "kept/store.db"
    assert (found.fail_on, found.min_confidence, found.session) == ("contradicted,high", "medium", None)
    assert found.ignore == (Ignored("0123456789abcdef", "repeated by hand"),)


def test_a_project_without_the_table_is_passed_over(tmp_path: Path) -> None:
    put(tmp_path, TABLE)
    inner = tmp_path / "a"
    inner.mkdir()
    put(inner, "[project]\nname = 'x'\n")
    assert load(inner).min_confidence == "medium"


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("store = 3", "store is no text"),
        ("colour = 'red'", "no such setting: colour"),
        ("min-confidence = 'some'", "one of high, medium, low"),
        ("ignore = [{fingerprint = '0123'}]", "needs a fingerprint and a reason"),
        ("ignore = [{fingerprint = '0123', reason = ' '}]", "needs a fingerprint and a reason"),
        ("store = ", "Invalid value"),
    ],
)
def test_a_fault_is_an_error_with_its_file(tmp_path: Path, table: str, why: str) -> None:
    with pytest.raises(SettingsError, match=why) as fault:
        load(put(tmp_path, f"[tool.sessionlens]\n{table}\n"))
    assert "pyproject.toml" in str(fault.value) and "\n" not in str(fault.value)


def test_a_baseline_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "known.json"
    write_known(path, {"b": "two", "a": "one"})
    assert read_known(path) == {"a", "b"}
    assert path.read_text().index('"a"') < path.read_text().index('"b"')


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": "other", "known": {}}'])
def test_what_is_no_baseline_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "known.json").write_text(text)
    with pytest.raises(SettingsError):
        read_known(tmp_path / "known.json")
    with pytest.raises(SettingsError):
        read_known(tmp_path / "none.json")
