"""The record of a thread, gathered from the stores and checked against them."""
