"""More motion out of a library's own: transplants, grafts, cluster graphs, does it look human, annotation by example (papers 003, 004)."""
