"""Cluster graphs (paper 003, section 3): frames that are alike gathered in nodes, and all ways from clip to clip through them."""
