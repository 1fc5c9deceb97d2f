"""What both samples' tests need: the samples' folder, and looking things up in an investigated session."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml

from sessionlens.graph.view import View
from sessionlens.model.facts import Conclusion
from sessionlens.model.verdict import Verdict

SAMPLES = Path(__file__).parents[2] / "samples"


def script(path: Path) -> ModuleType:
    """A script of a sample, as a module."""
    spec = importlib.util.spec_from_file_location(path.parent.name.replace("-", "_") + "_" + path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def expected(sample: str) -> dict[str, Any]:
    """The sample's `expected.yaml`."""
    found: dict[str, Any] = yaml.safe_load((SAMPLES / sample / "expected.yaml").read_text(encoding="utf-8"))
    return found


def judged(view: View, message: int, quote: str) -> list[tuple[Conclusion, Verdict]]:
    """The conclusions of a message that contain the quote, or are a part of it; with their verdicts. Those that match best come first."""

    def fits(conclusion: Conclusion) -> bool:
        return conclusion.msg == message and (quote in conclusion.quote or (len(conclusion.quote) > 12 and conclusion.quote in quote))

    found = [(c, view.verdict(c.id)) for c in view.conclusions if fits(c)]
    return [(c, v) for c, v in sorted(found, key=lambda f: abs(len(f[0].quote) - len(quote))) if v is not None]


def in_message(view: View, message: int) -> str:
    """What was found in a message, for a failing test to show."""
    lines = [f"message {message}: {view.message(message).text!r}"]
    for c in (c for c in view.conclusions if c.msg == message):
        v = view.verdict(c.id)
        lines.append(f"  {c.id} {c.quote!r}: " + (f"{v.claim} {v.verdict} {list(v.caveats)} {v.derivation}" if v else "not judged"))
    for fact in (*view.changes, *view.verifications, *view.reversions):
        if fact.msg == message:
            lines.append(f"  {fact.id} {fact.text}")
    return "\n".join(lines)
