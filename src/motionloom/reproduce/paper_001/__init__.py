"""Srinivasan, Behavior Graphs for Data-driven Animation of 3D Characters (2009): planning and steering, sections 6.2, 6.3, 7.1 to 7.3."""
