"""Edits with a known answer: pure functions of a whole capture, by which propagation is measured. One a file, named in `registry`."""
