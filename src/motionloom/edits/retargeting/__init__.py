"""Motion on another body: the maker, what it starts from, and how well it comes out."""
