"""What waits for a person, and what was said about it."""
