"""An artist edits seconds, the rest follows: edits learned from pairs of source and edited motion (paper 000, chapter 6)."""
