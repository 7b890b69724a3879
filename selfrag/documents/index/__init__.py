"""Finds passages by their words and by their meaning."""
