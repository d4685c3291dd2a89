"""Trials of the whole: what is tried against it, what held, what was lost. See docs/reliability.md."""
