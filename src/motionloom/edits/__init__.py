"""Editing by hand and by example: posing, edits that spread, and motion on other bodies."""
