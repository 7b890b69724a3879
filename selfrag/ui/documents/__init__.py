"""What is stored, and what can be done with it."""
