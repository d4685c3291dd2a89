"""Ways to keep clear of others: each is one file here that ends in `register(...)`, and one name in `_MODULES`."""

from motionloom.navigation.avoidance.base import Avoidance, Seen, avoidances, find_avoidance

__all__ = ["Avoidance", "Seen", "avoidances", "find_avoidance"]
