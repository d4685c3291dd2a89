"""Foot plants: find them, learn them from a person's corrections, and hold the feet still."""
