"""One way to make motion: recipes, derived clips, proposals, review, the choice of clips, the shelf, long work."""
