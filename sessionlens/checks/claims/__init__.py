"""What a claim says: its words, numbers, labels and references, and what kind of statement it is."""
