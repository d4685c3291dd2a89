"""Keyframe sketches, textured and completed from capture (paper 002)."""
