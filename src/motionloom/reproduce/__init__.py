"""Every figure and table of the papers by one command: each result is one file, run on the data given, its numbers beside the paper's."""
