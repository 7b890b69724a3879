"""What outlives a run: checkpoints, the catalog of threads and reviews, leases, and the data directory's lock."""
