"""Pages as pictures, with the cited place marked."""
