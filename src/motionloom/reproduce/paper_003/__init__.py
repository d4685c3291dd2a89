"""Shanbhag and Chandran, Grafting Locomotive Motions (2006)."""
