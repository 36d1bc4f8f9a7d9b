"""PlainHand: a hand that performs with nothing around it, from its place to a frame in one compiled call.

Nothing around it means: no other layers, no fade from set to set and no release. That is how most performing
goes, and where many documents share a machine it must cost little. Frames are the same, byte for byte, as
those made the long way.
"""

import math
from collections.abc import Sequence

import numpy as np

from kinegraph.perform.playing.locomotion import Walker
from kinegraph.studio.document.frames import FrameTemplate
from kinegraph.studio.document.records import Placement
from kinegraph.studio.perform.hand_path import PACE, Pointed
from kinegraph.studio.perform.passes import Pass
from kinegraph.studio.protocol.perform_frames import PerformFrame

_CHANGING = ("sequence", "time")
_FLOAT = np.dtype(np.float32).itemsize


class PlainHand:
    """Makes the frames of one hand on one set.

    set: The id of the set.
    """

    def __init__(self, ready: Pass, character: str, set: str, name: str, placement: Placement) -> None:
        """
        name: The set's name.
        placement: Where the character stands.
        """
        self.set = set
        self._ready, self._name = ready, name
        player = ready.hand_player(name)
        arrays = {part: np.zeros(shape, np.float32) for part, shape in player.shapes.items()}
        arrays |= {"degenerate": np.zeros(0, np.int32), "walked": np.zeros(4, np.float32)}
        header = PerformFrame(character=character, set=set, sequence=0, time=0.0)
        self._template = FrameTemplate(header, arrays, _CHANGING)
        self._walked = self._template.starts["walked"] // _FLOAT
        starts = {part: self._template.starts[part] // _FLOAT for part in player.shapes}
        player.write_to(self._template.content.view(np.float32), starts)
        self._play, self._walk, self._frame = player.play, player.walk, self._template.frame
        self._base: tuple[float, ...] | None = None
        if ready.carriers[name] is None:
            self._base = tuple(ready.base(name, np.zeros(1))[0].tolist())
        self._stand(placement)

    def _stand(self, placement: Placement) -> None:
        self._origin = placement.position
        self._cosine, self._sine = math.cos(placement.heading), math.sin(placement.heading)
        base = self._base or (0.0, 0.0, 0.0)
        self._stands = np.array([*self._origin, self._cosine, self._sine, *base])

    def frame(self, hand: Pointed) -> bytes | None:
        """The frame of a hand at a place; None where it takes the long way to make it."""
        (x, y, z), (left, down, back) = hand.position, self._origin
        x, y, z = x - left, y - down, z - back
        x, z = self._cosine * x - self._sine * z, self._sine * x + self._cosine * z
        if self._base is None:
            points = np.array([[x, y, z]])
            x, y, z = self._ready.displacements(self._name, np.zeros(1), points)[0].tolist()
        else:
            left, down, back = self._base
            x, y, z = x - left, y - down, z - back
        return self._frame(hand.sequence, hand.time) if self._play(x, y, z) else None

    def walk(self, walker: Walker, before: Pointed, way: Sequence[Pointed]) -> bytes | None:
        """The frame of a hand at the end of its way, where feet carry the character; None where it takes the
        long way to make it, with the walker as it was.

        before: Where the hand was when the way began.
        """
        if self._base is None:
            return None
        hand = way[-1]
        places = np.array([(*each.position, each.time) for each in (before, *way)])
        walked = self._walk(walker, places, PACE, self._stands, self._walked)
        return self._frame(hand.sequence, hand.time) if walked else None
