"""DoodleScene: the props of a doodle, and the ground with them."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.doodles.props.drawn_ground import DrawnGround
from kinegraph.doodles.props.motion import prop_motion, prop_paths, settle_props
from kinegraph.doodles.props.path import PropPath
from kinegraph.doodles.props.prop import Prop, PropKind

_MOST_PROPS = 500


@dataclass(frozen=True, eq=False)
class DoodleScene:
    """The surroundings of a doodle: ground, level at height 0 or drawn, and props."""

    props: tuple[Prop, ...] = ()
    drawn: DrawnGround = field(default_factory=DrawnGround)

    def __post_init__(self) -> None:
        object.__setattr__(self, "props", tuple(self.props))
        if len(self.props) > _MOST_PROPS:
            raise InvalidValue(f"A doodle can have up to {_MOST_PROPS} props, not {len(self.props)}.")

    @property
    def paths(self) -> tuple[PropPath, ...]:
        """The path of each prop."""
        return prop_paths(self.props, self.drawn)

    @cached_property
    def standing_boxes(self) -> tuple[Prop, ...]:
        """The boxes at the places where they come to rest, for standing on."""
        return tuple(prop for prop in settle_props(self.props, self.drawn) if prop.kind == PropKind.BOX)

    @property
    def is_level(self) -> bool:
        """True if the ground is at height 0 everywhere."""
        return not self.standing_boxes and not self.drawn

    def ground(self, points: ArrayLike) -> Floats:
        """(...) height of the ground, or of the highest box, at the x and z of points (..., 3) [m].

        Drawn ground carries the points above it (`DrawnGround.heights`); for boxes the heights of the points
        do not matter. Boxes are at the places where they come to rest.
        """
        places = np.asarray(points, dtype=np.float64)
        if places.shape[-1:] != (3,):
            raise InvalidValue("The ground needs points of three numbers.")
        heights = np.zeros(places.shape[:-1])
        if self.drawn:
            rows = places.reshape(-1, 3)
            heights = self.drawn.heights(rows[:, 2], rows[:, 1]).reshape(heights.shape)
        for prop in self.standing_boxes:
            inside = (np.abs(prop.plan_offsets(places)) <= 0.5 * prop.size[[0, 2]]).all(axis=-1)
            heights = np.where(inside, np.maximum(heights, prop.top), heights)
        return heights

    def prop_motions(self, times: ArrayLike) -> tuple[tuple[Floats, Floats], ...]:
        """Places (F, 3) and rotations (F, 4) of every prop at some times [s]."""
        return tuple(
            prop_motion(path, prop, times) for path, prop in zip(self.paths, self.props, strict=True)
        )
