"""Tables: the agent's own and the tools', as grids of things by metrics, and the numbers that were worked out from them."""
