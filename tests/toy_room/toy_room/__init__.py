"""A room that makes motion, in a package of its own: slow motion. It touches no file of Motionloom's."""
