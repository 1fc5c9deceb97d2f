"""What printed numbers stand for: intervals by their digits, series of runs, noise, and the ladder from two intervals to a verdict."""
