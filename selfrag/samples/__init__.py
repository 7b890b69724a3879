"""Sample PDFs that a newcomer can load, and the script that makes them."""
