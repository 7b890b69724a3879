"""Graders measured against people, and what questions took: plain rows in, figures out."""
