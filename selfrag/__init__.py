"""selfrag: a reviewer's desk for retrieval-augmented answers."""
