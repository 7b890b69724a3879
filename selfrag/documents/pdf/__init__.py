"""Reads PDFs, which are hostile, in child processes: pages of clean text come out."""
