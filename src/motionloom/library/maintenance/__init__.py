"""A library kept whole and small: what is wrong with it, what can be mended, what takes up space for nothing."""
