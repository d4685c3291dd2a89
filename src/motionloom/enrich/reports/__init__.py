"""Reports of this room: the experiment of paper 004 section 3.4, and which classifier of looks-human wins."""
