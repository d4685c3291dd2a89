"""The figures of paper 002, drawn with our own sketches and captures."""
