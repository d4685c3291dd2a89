"""More motion out of a library: parts of bodies, transplants, grafts, cluster graphs, what looks human, and words for what is done."""
