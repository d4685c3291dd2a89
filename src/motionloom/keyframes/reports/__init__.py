"""What is measured of completed sketches, each a committed command: `motionloom sketch report`."""
