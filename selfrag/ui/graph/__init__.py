"""The strategies drawn, and the way of a question through them."""
