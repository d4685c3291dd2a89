"""Transplants (paper 004): limbs of one motion on another, by rules, as recipes."""
