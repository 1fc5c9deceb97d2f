"""Which verdicts and findings count: above a confidence, not ignored with a reason, not in a baseline."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from sessionlens.cli.common import CommandError, notice, plural, project, wanted

BaselineFile = Annotated[
    Path | None, typer.Option("--baseline", metavar="FILE", help="Leave out what this file knows: only new ones count.")
]
WriteBaseline = Annotated[Path | None, typer.Option("--write-baseline", metavar="FILE", help="Write all that is found to this file.")]
MinConfidence = Annotated[str | None, typer.Option("--min-confidence", metavar="LEVEL", help="Leave out less: high, medium or low.")]
CONFIDENCE = ("high", "medium", "low")


class Chooser:
    """Asked for each fingerprint in turn; remembers what it left out and what a new baseline holds."""

    def __init__(
        self, known: frozenset[str], ignored: dict[str, str], least: str, fail_on: tuple[str | None, bool], target: Path | None
    ) -> None:
        self._fail_on, self._from_settings = fail_on
        self._known, self._ignored, self._least, self._target = known, ignored, least, target
        self._written: dict[str, str] = {}
        self._left = {"known": 0, "ignored": 0}

    def __call__(self, fingerprint: str, confidence: str = "high", line: str = "") -> bool:
        """Whether it counts. Verdicts have no confidence and pass for "high"."""
        self._written[fingerprint] = line
        if fingerprint in self._ignored:
            self._left["ignored"] += 1
            return False
        if fingerprint in self._known:
            self._left["known"] += 1
            return False
        return CONFIDENCE.index(confidence) <= CONFIDENCE.index(self._least)

    def failing(self, allowed: Iterable[str], what: str) -> frozenset[str]:
        """The words that make a command fail. An option's must be the command's own; a setting is made for several commands, of which
        each takes its own."""
        if not self._from_settings:
            if not (self._fail_on or "").strip(" ,"):
                raise CommandError(f"--fail-on names no {what}; there are {', '.join(sorted(allowed))}")
            return wanted(self._fail_on, allowed, what)
        return wanted(self._fail_on, _words(), "verdict or issue") & frozenset(allowed)

    def finish(self) -> None:
        """Say what was left out, write the new baseline if one was asked for."""
        if self._left["ignored"]:
            notice(f"{self._left['ignored']} ignored, as pyproject.toml says")
        if self._left["known"]:
            notice(f"{self._left['known']} known from the baseline")
        if self._target is not None:
            from sessionlens.settings import SettingsError, write_known

            try:
                write_known(self._target, self._written)
            except SettingsError as error:
                raise CommandError(str(error)) from error
            notice(f"wrote {plural(len(self._written), 'fingerprint')} to {self._target}")


def chooser(baseline: Path | None, write: Path | None, least: str | None, fail_on: str | None) -> Chooser:
    """What the options say, and where they say nothing, the project's settings."""
    from sessionlens.settings import SettingsError, read_known

    settings = project()
    least = least or settings.min_confidence or "low"
    if least not in CONFIDENCE:
        raise CommandError(f"no such confidence: {least}; there are {', '.join(CONFIDENCE)}")
    try:
        known = read_known(baseline) if baseline is not None else frozenset()
    except SettingsError as error:
        raise CommandError(str(error)) from error
    ignored = {i.fingerprint: i.reason for i in settings.ignore}
    return Chooser(known, ignored, least, (fail_on, False) if fail_on is not None else (settings.fail_on, True), write)


def _words() -> tuple[str, ...]:
    """Every word that any command can fail on."""
    from sessionlens.model import words

    return (*words.VERDICTS, *words.ISSUES, *words.DEFECTS, *CONFIDENCE, "any")
