"""Transitions of a given length between any two frames of a library, with a score that says how natural they will look."""
