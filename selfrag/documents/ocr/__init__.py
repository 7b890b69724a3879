"""Recognises the text of pages that are pictures, with Tesseract where it is installed."""
