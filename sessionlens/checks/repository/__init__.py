"""What became of the code: edits, files, definitions, callers, commits, working trees, and what the session itself did."""
