"""Is it natural? Foot plants, balance, and classifiers behind one interface."""
