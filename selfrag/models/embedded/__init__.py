"""The backend that needs no key, no network and no GPU."""
