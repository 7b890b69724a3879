"""Graders against people, drawn and as tables."""
