"""Motion to order: what a performer is to do over time, found in a library's frames and made into a motion (paper 004, sections 4, 5)."""
