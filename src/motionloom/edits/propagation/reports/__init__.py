"""How well edits spread: known edits of captures, and real ones, beside doing nothing and simpler ways."""
