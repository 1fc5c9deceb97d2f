"""The same investigation under other names and with other numbers: the verdicts must follow.

    python -m tests.renaming [--seed N] [--detail] [TRANSCRIPT ...]

renames every recorded session and case that it finds and prints what moved. `names` changes words, `numbers` changes values,
`rename` applies both to a session or a case, `compare` says what came out otherwise.
"""
