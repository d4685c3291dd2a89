"""Ikemoto and Forsyth, Enriching a Motion Collection by Transplanting Limbs (2004)."""
