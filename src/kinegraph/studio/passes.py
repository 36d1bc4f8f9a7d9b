"""Passes: a hand that moves a controller while the layers around it play.

Both what is seen while performing and what a take becomes are made here, by the same functions, so that what
was seen plays back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.forward_kinematics import forward_kinematics
from kinegraph.core.rotations import quat_conjugate, quat_rotate
from kinegraph.spatial.layers import Layer, audible
from kinegraph.spatial.performance import Performance, controller_moves, set_shares
from kinegraph.spatial.playing import Performed, PlayableRig


@dataclass(frozen=True, eq=False)
class Pass:
    """What plays around a hand.

    around: The performance without the hand's own layer.
    index: The place that the hand's layer takes among the layers.
    carriers: Of the sets that the hand may move, the joints that carry their controllers.
    """

    playable: PlayableRig
    around: Performance
    index: int
    carriers: Mapping[str, int | None]

    def base(self, name: str, times: Floats) -> Floats:
        """(F, 3) where a set's controller is at times without the hand, in its own space [m]."""
        return self._places(self.around, times)[name]

    def seen_from_controller(self, name: str, times: Floats, points: Floats) -> Floats:
        """(F, 3) points of the character's space in the space of a set's controller, at times."""
        carrier = self.carriers[name]
        if carrier is None:
            return points
        world = forward_kinematics(self.played(self.around, times).clip)
        back = quat_conjugate(world.rotations[:, carrier])
        return quat_rotate(back, points - world.positions[:, carrier])

    def displacements(self, name: str, times: Floats, points: Floats) -> Floats:
        """(F, 3) how far a hand at points of the character's space displaces a set's controller [m]."""
        return self.seen_from_controller(name, times, points) - self.base(name, times)

    def with_hand(self, layer: Layer) -> Performance:
        """The performance with the hand's own layer in its place."""
        layers = self.around.layers
        return replace(self.around, layers=(*layers[: self.index], layer, *layers[self.index :]))

    def played(self, performance: Performance, times: Floats, fps: float = 60.0) -> Performed:
        """What a performance is at times (F,), ascending."""
        grid, wanted = self._grid(performance, times)
        layers = audible(performance.layers)
        shares = set_shares(performance, layers, grid)
        places = self._places(performance, grid)
        in_force = {name: shares[name] for name in self.playable.blends}
        done = self.playable.perform(places, fps, in_force)
        if len(grid) == len(times):
            return done
        clip = done.clip
        sliding = None if clip.translations is None else clip.translations[wanted]
        clip = replace(
            clip,
            root_translations=clip.root_translations[wanted],
            rotations=clip.rotations[wanted],
            translations=sliding,
        )
        return Performed(
            clip,
            {name: found[wanted] for name, found in done.places.items()},
            {name: found[wanted] for name, found in done.degenerate.items()},
        )

    def _places(self, performance: Performance, times: Floats) -> dict[str, Floats]:
        grid, wanted = self._grid(performance, times)
        displaced, kept = controller_moves(performance, audible(performance.layers), grid)
        places = self.playable.places(displaced, len(grid), kept)
        return places if len(grid) == len(times) else {name: at[wanted] for name, at in places.items()}

    def _grid(self, performance: Performance, times: Floats) -> tuple[Floats, np.ndarray]:
        """Times to play at, and which of them are wanted: a released controller stays where it was when it
        was released, so that moment is played too.
        """
        released = [r.start for layer in performance.layers for r in layer.releases if r.start < times[-1]]
        if not released:
            return times, np.arange(len(times))
        grid = np.unique(np.concatenate([times, released]))
        return grid, np.searchsorted(grid, times)


def make_pass(playable: PlayableRig, performance: Performance | None, name: str, punch: str | None) -> Pass:
    """A pass of a set's controller over a performance, or over nothing.

    punch: The layer that the hand records anew; None for a layer on top.
    """
    if name not in playable.blends:
        raise InvalidValue(f"The set {name!r} has no key yet; set one before performing it.")
    rig = playable.rig
    carriers = {each: rig.carrier(each) for each in rig.alternatives(name)}
    if performance is None:
        return Pass(playable, Performance(rig), 0, carriers)
    index = len(performance.layers)
    if punch is not None:
        old = performance.layer(punch)
        if old.set != name:
            raise InvalidValue(f"The layer {punch!r} moves {old.set!r}: record it anew with that set.")
        index = performance.layers.index(old)
        performance = performance.without_layer(punch)
    for layer in audible(performance.layers):
        if layer.set != name and layer.set in carriers:
            raise InvalidValue(
                f"The layer {layer.name!r} has {layer.set!r} in force, which moves the same as {name!r}: "
                "mute it, or record a performance of its own."
            )
    return Pass(playable, performance, index, carriers)
