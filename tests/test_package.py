"""What is shipped: a built wheel carries the templates and nothing of the tests, and an installed copy finds them."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT, check=True, capture_output=True
    )
    return next(folder.glob("*.whl"))


def test_the_wheel_carries_every_template(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    templates = [p.relative_to(ROOT / "templates") for p in (ROOT / "templates").rglob("*") if p.is_file()]
    assert templates
    assert {f"sessionlens/_templates/{t.as_posix()}" for t in templates} <= names
    assert not any(n.startswith(("tests/", "samples/", "benchmarks/")) for n in names)


def test_an_unpacked_wheel_renders_a_report(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "import sessionlens; from sessionlens.pipeline import investigate; from sessionlens.reports import render;"
        "assert sessionlens.__file__.startswith(sys.argv[1]);"
        "print(render(investigate(sys.argv[2])))"
    )
    sample = ROOT / "samples" / "quickstart" / "transcript.jsonl"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "site"), str(sample)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("# ")
