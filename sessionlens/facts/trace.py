"""A session read closely: each message's commands parsed, its outputs read, its prose cut into statements.

`closely` is the one place where the four sibling readers meet, so that the files beside it see finished values only.
"""

from dataclasses import replace

from sessionlens import commands, outputs, prose
from sessionlens.facts.declared import units_said
from sessionlens.model.session import Message, Session, ToolCall
from sessionlens.model.span import Problem
from sessionlens.model.trace import Run, Trace, Turn

CLOSE = 2 * 1024 * 1024
"""Characters of one message's text that are read closely: nobody argues at such length, and every claim in what is pasted is checked."""


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
    return Turn(message, runs, prose.statements(near(message.text)) if message.text else ())


def near(text: str) -> str:
    """As much of a text as is read closely: all, or its beginning up to the end of a line or a word."""
    if len(text) <= CLOSE:
        return text
    end = max(text.rfind("\n", CLOSE // 2, CLOSE), text.rfind(" ", CLOSE - 4096, CLOSE))
    return text[: end if end > 0 else CLOSE]


def _told(session: Session) -> Session:
    """The session with a problem for each text that is not read to its end; one that was told before is not told again."""
    far = [
        Problem(
            record=f"message {m.number}",
            why=f"only {len(near(m.text)):,} of its {len(m.text):,} characters were read closely",
        )
        for m in session.messages
        if len(m.text) > CLOSE
    ]
    far += [
        Problem(record=f"message {m.number}", why=f"the last {left:,} of the {len(c.command):,} characters of a command were not read")
        for m in session.messages
        for c in m.calls
        if c.command and len(c.command) > commands.LONGEST and (left := commands.unread(c.command))
    ]
    new = tuple(p for p in far if p not in session.problems)
    return replace(session, problems=session.problems + new) if new else session


def closely(session: Session) -> Trace:
    """Example: `closely(session).turns[0].runs[0].actions[0].intent == "test"` for a session that begins with `pytest`."""
    return Trace(_told(session), units_said(tuple(read_message(message) for message in session.messages)))
