"""`python -m motionloom` is the command line."""

from motionloom.cli import main

if __name__ == "__main__":
    main()
