"""What commands do beside editing files: they put something where others see it, or write a new project's files."""

import re

from sessionlens.commands import known
from sessionlens.model.trace import Action, Run
from sessionlens.text.regex import regex

_PUBLISHES = frozenset(("publish", "push", "upload", "deploy", "apply", "destroy", "up"))
"""Words of programs that put something where others see it: `npm publish`, `docker push`, `terraform apply`, `deploy.sh`."""
_CLUSTER = frozenset(("kubectl apply", "kubectl delete", "kubectl patch", "kubectl scale", "kubectl set"))
DISPATCHES = frozenset(("gh workflow run", "gh run rerun", "gh run cancel", "gh workflow enable", "gh workflow disable", "glab ci run"))
"""What sets a service to work, which nothing printed here says the end of."""
_TRIALS = frozenset(("--dry-run", "--check", "--help", "-h", "-n", "--plan"))
_DRY = frozenset(("--dry-run", "--help", "-h"))
_WORDS = regex(r"[a-z]+")
_MADE = regex(r"\b(?:creat(?:ed|ing)|success\w*|generated|initiali[sz]ed|scaffold\w*|done|wrote|added)\b", re.I)
"""What a generator prints that was not left waiting for an answer."""
_NAMELESS = frozenset(("npm", "pnpm", "yarn", "bun", "dotnet", "copier", "cookiecutter"))
"""Generators whose first word is a template, not the folder."""


def published(run: Run, action: Action) -> bool:
    """Whether a command has certainly put something where others see it; a name alone, as that of `make release`, does not tell."""
    words = {w for said in (action.runner, *action.command.argv[1:3]) for w in _WORDS.findall(said.lower())}
    return not _PUBLISHES.isdisjoint(words) and not _trial(action) and known(action.command, run.call.exit_code) == "ok"


def applied(action: Action) -> bool:
    """Whether a command changes what runs in a cluster: `kubectl apply -f pool.yaml`, not with `--dry-run`."""
    return action.runner in _CLUSTER and not _trial(action)


def _trial(action: Action) -> bool:
    trials = _TRIALS if action.runner not in _CLUSTER else _DRY
    return any(w.partition("=")[0] in trials for w in action.command.argv)


def waits(run: Run) -> bool:
    """Whether a generator was left waiting for an answer: it printed something, and nothing of what it made."""
    return bool(run.call.output.strip()) and _MADE.search(run.call.output) is None


def folder(action: Action) -> tuple[str, ...]:
    """The folder that a generator was told to write: `cargo new meter` gives `meter`."""
    return action.targets[:1] if action.command.tool not in _NAMELESS else ()
