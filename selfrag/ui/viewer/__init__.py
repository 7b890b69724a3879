"""Pages of documents as pictures."""
