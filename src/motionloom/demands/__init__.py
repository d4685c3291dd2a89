"""Motion to order: what a performer is to do over time, found in a library's frames and made into a motion (papers 004 sections 4 and 5)."""
