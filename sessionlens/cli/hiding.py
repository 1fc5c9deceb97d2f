"""Secrets taken out of what a command prints: tokens and passwords that stood in a transcript's commands, outputs and texts."""

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sessionlens.graph.view import View
    from sessionlens.model.session import Message, ToolCall
    from sessionlens.reports.redact import Redactor


@cache
def _redactor() -> "Redactor":
    """One for the whole command, so that a secret has the same number wherever it is printed."""
    from sessionlens.reports.redact import Redactor

    return Redactor()


def hidden(text: str) -> str:
    """The text without secrets; one that has none comes back as it is, so that quotes stay exact."""
    return _redactor()(text)


def know(view: "View") -> None:
    """Meets the secrets of whole statements first: a conclusion that quotes a part of one may have lost the key beside the value."""
    for conclusion in view.conclusions:
        if conclusion.quote != conclusion.statement.text:
            hidden(conclusion.statement.text)


def blotted(text: str) -> str:
    """The text with its secrets blotted out, every line and column where it was."""
    return _redactor().blotted(text)


def hidden_in(data: Any) -> Any:
    """Plain data with every string so treated; keys stay."""
    if isinstance(data, str):
        return hidden(data)
    if isinstance(data, dict):
        return {key: hidden_in(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [hidden_in(value) for value in data]
    return data


def hidden_message(message: "Message") -> "Message":
    """A message whose text, commands and outputs hold no secrets. Whole texts are looked at, because a key goes over many lines."""
    return replace(message, text=hidden(message.text), calls=tuple(map(_hidden_call, message.calls)))


def _hidden_call(call: "ToolCall") -> "ToolCall":
    edits = tuple(replace(e, path=hidden(e.path)) for e in call.edits)
    command = hidden(call.command) if call.command is not None else None
    return replace(call, command=command, output=hidden(call.output), edits=edits)
