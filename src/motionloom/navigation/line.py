"""A line on the floor that somebody is to follow: how far it is along it, what is ahead on it, and how far off it a way goes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from motionloom.navigation.scene import Place

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Line:
    """Straight from corner to corner. It should not cross itself: whoever is at a crossing may go on either way."""

    corners: tuple[Place, ...]

    @cached_property
    def shape(self) -> shapely.LineString:
        return shapely.LineString(self.corners)

    def distance(self, places: Floats) -> Floats:
        """Metres (N,) that are left from places (N, 2): to the line, and along it to its end."""
        return np.asarray(self.shape.length - self.along(places) + self.stray(places))

    def along(self, places: Floats) -> Floats:
        """Metres (N,) from the line's beginning to what of it is nearest to places (N, 2)."""
        return np.asarray(shapely.line_locate_point(self.shape, shapely.points(places)))

    def look_ahead(self, places: Floats, metres: Floats) -> Floats:
        """Places (N, 2) on the line, so many metres (N,) farther than what is nearest to places (N, 2)."""
        at = self.along(places) + metres
        return np.asarray(shapely.get_coordinates(shapely.line_interpolate_point(self.shape, np.minimum(at, self.shape.length))))

    def stray(self, places: Floats) -> Floats:
        """Metres (N,) from the line."""
        return np.asarray(shapely.distance(self.shape, shapely.points(places)))

    def find_room(self, places: Floats) -> Floats:
        """Metres (N,) that a body at places (N, 2) can be off by: nobody has asked what stands beside a line."""
        return np.full(len(places), np.inf)
