"""What outputs and prose both need: quantities, units, tables, terminal clean-up."""
