"""Reports on foot plants and clean-up: measured against labels and captures, for `motionloom feet report`."""
