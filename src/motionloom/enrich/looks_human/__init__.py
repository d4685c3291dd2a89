"""Does it look human? Classifiers of frames by the second about them (paper 004 section 3.2), measured on one set."""
