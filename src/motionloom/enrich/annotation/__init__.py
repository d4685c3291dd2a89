"""Annotation by example: a person's few words, each a classifier of one second of motion, written over a whole library."""
