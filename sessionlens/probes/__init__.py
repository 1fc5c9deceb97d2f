"""Running a session's own commands again, safely, and comparing: plan, sandbox, fingerprint, compare.

A transcript is untrusted input. What a command is taken to do is a label; what contains it is the sandbox, and without one nothing runs.
"""
