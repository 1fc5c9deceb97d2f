"""The house: data flows one way. A folder imports only from folders before it in this list, and siblings never import each other."""

import ast
from pathlib import Path

import pytest

HOUSE = [
    "model", "settings", "text", "formats", "commands", "outputs", "prose", "facts", "graph", "checks", "amendments", "rules", "audit",
    "probes", "store", "reports", "explain", "pipeline", "cli",
]  # fmt: skip
CHECKS = ["claims", "values", "evidence", "binding", "grids", "runs", "shown", "repository", "kinds", "plain", "review"]
"""The rooms of `checks/`, by the same law; what stands beside them puts them together."""
READERS = {"formats", "commands", "outputs", "prose"}
"""Siblings: four readers of one transcript, none of which may know another."""
ROOT = Path(__file__).parent.parent / "sessionlens"
FILES = sorted(p for p in ROOT.rglob("*.py") if p.relative_to(ROOT).parts[0].removesuffix(".py") in HOUSE)


def imported(tree: ast.AST) -> list[str]:
    """Top-level rooms of the package that a module imports, wherever in the file the import stands."""
    rooms = []
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [a.name for a in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names = [node.module or ""] if node.module != "sessionlens" else [f"sessionlens.{a.name}" for a in node.names]
        rooms += [n.split(".")[1] for n in names if n.startswith("sessionlens.")]
    return rooms


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_folder_imports_only_from_those_before_it(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0].removesuffix(".py")
    for other in imported(ast.parse(path.read_text())):
        if other not in HOUSE or other == room:
            continue
        assert HOUSE.index(other) < HOUSE.index(room), f"{path.relative_to(ROOT)} imports {other}, which comes later"
        assert not (room in READERS and other in READERS), f"{room} and {other} are siblings"


def test_every_folder_of_the_package_has_a_place_in_the_house() -> None:
    folders = {p.name for p in ROOT.iterdir() if p.is_dir() and not p.name.startswith("_")}
    assert folders <= set(HOUSE)


@pytest.mark.parametrize("path", sorted((ROOT / "checks").glob("*/*.py")), ids=lambda p: f"{p.parent.name}/{p.name}")
def test_a_room_of_the_checks_imports_only_from_those_before_it(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sessionlens.checks"):
            parts = (node.module or "").split(".")[2:]
            others = parts[:1] or [a.name for a in node.names]
            for other in others:
                assert other in CHECKS, f"{path.parent.name}/{path.name} imports checks.{other}, which stands above it"
                assert CHECKS.index(other) <= CHECKS.index(path.parent.name), (
                    f"{path.parent.name}/{path.name} imports {other}, which comes later"
                )
