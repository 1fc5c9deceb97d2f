"""Servers that a session starts to see whether they come up: what they print says when they are ready, no exit status does."""

import re

from sessionlens.model.trace import Action, Run
from sessionlens.text.regex import regex

_TASKS = frozenset(("dev", "serve", "server", "start", "preview", "runserver"))
_SERVERS = frozenset(
    ("uvicorn", "gunicorn", "hypercorn", "daphne", "flask", "http-server", "live-server", "puma", "rackup", "streamlit", "jekyll", "hugo",
     "caddy", "nodemon", "vite", "next")
)  # fmt: skip
_READY = regex(
    r"(?<!not )\bready\b(?! to\b)|\blistening\b|\b(?:running|serving|available|started|accepting connections)\b[^\n]{0,40}\b(?:on|at)\b"
    r"|\bstartup complete\b|\bcompiled successfully\b|\bdevelopment server at\b|\bserver (?:is |has )?(?:up|running|started)\b",
    re.I,
)


def serves(run: Run, action: Action) -> bool:
    """Whether a command starts a server that was still up when the call was answered: `npm run dev`, `uvicorn app:main &`."""
    if action.intent != "run" or run.call.exit_code is not None:
        return False
    return action.command.tool in _SERVERS or action.runner.rsplit(" ", 1)[-1] in _TASKS or not _TASKS.isdisjoint(action.command.argv[1:4])


def ready(output: str) -> bool:
    """Whether a server said that it is up: "Ready in 1.1 s", "Listening on :8080"; an address and "Starting..." do not say so.

    >>> ready("Uvicorn running on http://127.0.0.1:8000"), ready("Local: http://localhost:5000  Starting...")
    (True, False)
    """
    return _READY.search(output) is not None
