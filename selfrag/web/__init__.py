"""Search on the web: providers, what they find as passages, and where that is kept."""
