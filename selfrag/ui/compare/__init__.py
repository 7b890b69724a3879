"""Two runs of a question beside each other."""
