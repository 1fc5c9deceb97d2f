"""Plain statements, judged by slots: things, a metric, a relation, numbers, and no word beside them that says anything else."""
