"""Which evidence a number or a comparison speaks of, and whether the difference that it states follows from it."""
