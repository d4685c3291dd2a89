"""Which frames are alike, how two performances line up in time, and what lies between them."""
