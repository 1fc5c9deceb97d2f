"""Shell text to what it does: simple commands, wrappers peeled, whose exit status was visible, and what each is for."""

from sessionlens.commands.intent import actions
from sessionlens.commands.shell import LONGEST, known, simple_commands, unread

__all__ = ["LONGEST", "actions", "known", "simple_commands", "unread"]
