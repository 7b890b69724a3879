"""What became of a question, and what can still be done with it."""
