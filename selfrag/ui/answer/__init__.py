"""An answer with its support, and a draft of one that waits."""
