"""The measures, one a file; `judge/measure.py` lists them in the order in which they are shown."""
