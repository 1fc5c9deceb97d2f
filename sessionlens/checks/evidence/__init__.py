"""What a session holds for or against its conclusions, indexed once: measurements, outputs, groups, counts, hashes."""
