"""Adding files: what was chosen, how far it is, and what became of it."""
