"""Films of scenes: what the camera of each shot sees, frame by frame."""

from collections.abc import Iterator

import numpy as np

from kinegraph.characters.rendering.camera import THREE_QUARTER, Camera, framing
from kinegraph.characters.rendering.picture import Actor, Image, draw
from kinegraph.characters.rendering.stage import theme_named
from kinegraph.characters.rendering.surface import Surface, model_of, pose_surface
from kinegraph.core.arrays import Floats
from kinegraph.core.kinematics.forward import WorldTransforms
from kinegraph.scenes.stage_player import StagePlayer

_LOOKED_AT = 12  # moments that are posed to find out how much room a scene takes


class Film:
    """The pictures of a scene. size: Width and height [px]."""

    def __init__(self, player: StagePlayer, size: tuple[int, int] = (1280, 720)) -> None:
        self.player, self.size = player, size
        self._models = {name: model_of(shape) for name, shape in player.shapes.items()}
        self._theme = theme_named(player.stage.light)
        times = np.linspace(0.0, player.stage.duration, _LOOKED_AT)
        clouds = [surface.vertices for time in times.tolist() for surface in self._surfaces(time)]
        cloud = np.concatenate([each for each in clouds if len(each)] or [np.zeros((1, 3))])
        self._extent = cloud.min(axis=0), cloud.max(axis=0)
        self._whole = framing(cloud[:: max(1, len(cloud) // 20_000)], size, *THREE_QUARTER)

    def picture(self, time: float) -> Image:
        """(H, W, 3) the scene at a time [s]."""
        return draw(
            [Actor(surface) for surface in self._surfaces(time)],
            self.camera(time),
            self.size,
            self._theme,
            ground=0.0,
            extent=self._extent,
        )

    def pictures(self, fps: float) -> Iterator[Image]:
        """All pictures at a rate."""
        for time in self.player.times(fps).tolist():
            yield self.picture(time)

    def camera(self, time: float) -> Camera:
        """The camera of the shot at a time; without shots, one that sees the whole scene."""
        return self.player.camera(time) or self._whole

    def _surfaces(self, time: float) -> list[Surface]:
        moment = self.player.moment(time)
        worlds = {name: moment.world(name) for name in moment.poses}
        worlds |= {name: _rigid(*spot) for name, spot in moment.props.items()}
        return [pose_surface(self._models[name], world) for name, world in worlds.items()]


def _rigid(place: Floats, turn: Floats) -> WorldTransforms:
    return WorldTransforms(place[None], turn[None])
