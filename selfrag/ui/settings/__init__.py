"""What a person may choose."""
