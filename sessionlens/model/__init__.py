"""Pure data: what every other folder speaks of. Nothing here imports anything of the project but its own siblings."""
