"""A second look, once a kind has judged: the setting and the parts of a clause, what the log itself is witness of, what came later."""
