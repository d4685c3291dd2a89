"""The checks, one kind of glitch a file; `check.KINDS` lists them."""
