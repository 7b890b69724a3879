"""selfrag: a reviewer's desk for retrieval-augmented answers."""

__version__ = "0.1.0"
