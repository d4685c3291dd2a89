"""Ikemoto, Hybrid Artist- and Data-driven Techniques for Character Animation (2007): foot plants, and transitions with their score."""
