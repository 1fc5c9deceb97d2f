"""Shell text to what it does: simple commands, wrappers peeled, whose exit status was visible, and what each is for."""

from sessionlens.commands.intent import actions
from sessionlens.commands.shell import known, simple_commands

__all__ = ["actions", "known", "simple_commands"]
