"""The rules of paper 004, one a file."""
