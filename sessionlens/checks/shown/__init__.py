"""What outputs show in words: searches, contents of files, errors, answers, silence; and statements without a check of their own."""
