"""What several rules, or one large one, look for: causes given, repeats of a run, signs of drift, statements taken back."""
