"""A motion that plays in a notebook: the studio's stage in a cell, to play, scrub and look at from all sides.

With anywidget (`pip install "motionloom[notebook]"`) Python and the player hear of each other; without it the cell holds a page that
plays by itself.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from numpy.typing import ArrayLike

from motionloom.core import Motion
from motionloom.one_call import to_shown
from motionloom.render.sharing import make_page, read_player, to_player

HEIGHT = 480  # pixels
FASTEST = 60.0  # frames a second that are sent to a notebook


class Player:
    """Shows a motion, or several together, where a cell ends with it. plants, annotations: see `motionloom.share`.

    >>> player = ml.Player(ml.load("walk.bvh"))
    >>> player                      # plays in the cell
    >>> player.time = 1.5           # with anywidget: shows that moment
    """

    def __init__(
        self,
        motion: Motion | Sequence[Motion],
        *,
        plants: ArrayLike | Sequence[ArrayLike] | None = None,
        annotations: Sequence[tuple[str, int, int]] = (),
        title: str = "",
        height: int = HEIGHT,
    ) -> None:
        self._shown = to_shown(motion, plants, annotations)
        self._title, self._height = title, int(height)
        self._widget: Any = None

    def __repr__(self) -> str:
        names = ", ".join(each.motion.name or "motion" for each in self._shown)
        return f"Player({names}, {max(each.motion.duration for each in self._shown):.2f} s)"

    @property
    def widget(self) -> Any:
        """The widget (anywidget), made once; an error that names the extra where anywidget is not installed."""
        if self._widget is None:
            data = to_player([each.at_rate(FASTEST) for each in self._shown], self._title)
            self._widget = _widget_class()(shown=data, height=self._height)
        return self._widget

    @property
    def time(self) -> float:
        """Seconds from the beginning at which the player is, as it last said."""
        return float(self.widget.time)

    @time.setter
    def time(self, seconds: float) -> None:
        self.widget.time = float(seconds)

    @property
    def playing(self) -> bool:
        """Whether it plays."""
        return bool(self.widget.playing)

    @playing.setter
    def playing(self, playing: bool) -> None:
        self.widget.playing = bool(playing)

    def to_html(self) -> str:
        """The player as a piece of HTML that needs no kernel: a page in a frame."""
        page = html.escape(make_page(self._shown, self._title), quote=True)
        style = f"width:100%;height:{self._height}px;border:0;border-radius:6px"
        return f'<iframe title="Motionloom player" style="{style}" srcdoc="{page}"></iframe>'

    def _repr_mimebundle_(self, **asked: Any) -> Any:
        if find_spec("anywidget") is None:
            return {"text/plain": repr(self), "text/html": self.to_html()}
        return self.widget._repr_mimebundle_(**asked)


def _widget_class() -> Any:
    """Made on first use: a plain installation has no anywidget."""
    import anywidget
    import traitlets

    class MotionPlayer(anywidget.AnyWidget):  # type: ignore[misc]  # without types here
        """The player's script, what it shows, and where it is."""

        _esm = read_player()
        shown = traitlets.Unicode("{}").tag(sync=True)
        height = traitlets.Int(HEIGHT).tag(sync=True)
        time = traitlets.Float(0.0).tag(sync=True)
        playing = traitlets.Bool(False).tag(sync=True)

    return MotionPlayer
