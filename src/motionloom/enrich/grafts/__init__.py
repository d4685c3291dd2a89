"""Grafts (paper 003): the upper body of one locomotion on the lower body of another, where both are safe and on one clock."""
