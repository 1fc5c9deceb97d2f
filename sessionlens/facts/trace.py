"""A session read closely: each message's commands parsed, its outputs read, its prose cut into statements.

`closely` is the one place where the four sibling readers meet, so that the files beside it see finished values only.
"""

from sessionlens import commands, outputs, prose
from sessionlens.model.session import Message, Session, ToolCall
from sessionlens.model.trace import Run, Trace, Turn


def read_call(call: ToolCall, part: int) -> Run:
    """A tool call with what its shell text does and what its output says; silence says something of a shell command only."""
    actions = commands.actions(call.command, call.cwd) if call.command else ()
    if not call.output and not actions:
        return Run(call, part)
    readings, outcomes = outputs.read(call.output, actions, call)
    return Run(call, part, actions, readings, outcomes)


def read_message(message: Message) -> Turn:
    """A message with its runs and statements. A person's prompt is cut into statements too: hypotheses stand there."""
    runs = tuple(read_call(call, part) for part, call in enumerate(message.calls, 1))
    return Turn(message, runs, prose.statements(message.text) if message.text else ())


def closely(session: Session) -> Trace:
    """Example: `closely(session).turns[0].runs[0].actions[0].intent == "test"` for a session that begins with `pytest`."""
    return Trace(session, tuple(read_message(message) for message in session.messages))
