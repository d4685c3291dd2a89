"""Characters of the user's own: the file as it is, its joint map, and our motion on it."""
