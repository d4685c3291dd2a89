"""Pullen and Bregler, Motion Capture Assisted Animation: Texturing and Synthesis (2002)."""
