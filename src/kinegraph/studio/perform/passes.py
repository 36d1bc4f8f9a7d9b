"""Passes: a hand that moves a controller while the layers around it play.

Both what is seen while performing and what a take becomes are made here, by the same functions, so that what
was seen plays back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward_kernels import world_transforms
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate
from kinegraph.perform.performances.layers import Layer, audible
from kinegraph.perform.performances.performance import (
    FADE,
    Performance,
    carry,
    constant_shares,
    perform,
    placed_at,
    set_shares,
    tracks_of,
)
from kinegraph.perform.playing.contact_tracks import SPARSE_RATE, ContactTracks
from kinegraph.perform.playing.hand_player import HandPlayer
from kinegraph.perform.playing.locomotion import Walker
from kinegraph.perform.playing.rig_player import PlayableRig, PlayedFrames
from kinegraph.perform.playing.steering import Carried
from kinegraph.studio.perform.set_poses import joints_moved

Layers = tuple[Layer, ...]


class Posed(NamedTuple):
    """Poses on the way to one.

    played: All of them; the last is the one to show.
    placed: (S, 3) where all controllers are in the last [m].
    slides: Whether joints but the root slide.
    """

    played: PlayedFrames
    placed: Floats
    slides: bool


@dataclass(frozen=True, eq=False)
class Pass:
    """The motion that plays around a hand.

    whole: The performance as it is recorded.
    around: The same without the hand's own layer.
    before, after: Its layers that play, before and after the place that the hand's layer takes.
    carriers: Of the sets that the hand may move, the joints that carry their controllers.
    """

    playable: PlayableRig
    whole: Performance
    around: Performance
    before: Layers
    after: Layers
    carriers: Mapping[str, int | None]
    _known: dict = field(default_factory=dict)

    @property
    def layers(self) -> Layers:
        """All layers that play around the hand."""
        return (*self.before, *self.after)

    def base(self, name: str, times: Floats) -> Floats:
        """(F, 3) where a set's controller is at times without the hand, in its own space [m]."""
        number = self.playable.names.index(name)
        if self.layers:
            return self._place_layers(self.layers, times)[:, number]
        if "homes" not in self._known:  # then nothing moves
            self._known["homes"] = self._place_layers((), times[:1])
        return self._known["homes"][:, number]

    def seen_from_controller(self, name: str, times: Floats, points: Floats) -> Floats:
        """(F, 3) points of the character's space in the space of a set's controller, at times."""
        carrier = self.carriers[name]
        if carrier is None:
            return points
        place, turn = self._carrying(carrier, times)
        return quat_rotate(quat_conjugate(turn), points - place)

    def displacements(self, name: str, times: Floats, points: Floats) -> Floats:
        """(F, 3) how far a hand at points of the character's space displaces a set's controller [m]."""
        return self.seen_from_controller(name, times, points) - self.base(name, times)

    def with_hand(self, times: Floats, hand: Layer) -> Posed:
        """The performance at times, with the hand's own layer in its place."""
        layers = (*self.before, hand, *self.after)
        placed = placed_at(self.around, self.playable, layers, times)
        shares = self._shares(layers, times)
        return Posed(self.playable.play(placed, shares), placed[-1], self.playable.slides(shares))

    def hand_player(self, name: str) -> HandPlayer:
        """Plays the hand alone, where no layers play around it."""
        shares = self._shares((Layer.of_hand("hand", name, np.zeros(1), np.zeros((1, 3))),), np.zeros(1))
        return self.playable.hand_player(name, shares)

    def walk_up_to(self, walker: Walker, time: float) -> None:
        """Brings a walker to where the recording has the character at a time [s]."""
        walker.reset()
        tracks = self._recorded
        gone = min(round(time * tracks.rate), len(tracks.points))
        if gone > 0:
            walker.follow(tracks.points[:gone], 1.0 / tracks.rate)

    def carried(self, time: float) -> tuple[Floats, float]:
        """The path that the recording's feet have carried the character, (3,) [m], and its turn [rad]."""
        tracks = self._recorded
        if "carried" not in self._known:
            self._known["carried"] = carry(self.whole, tracks)
        carried: Carried = self._known["carried"]
        frame = min(max(round(time * tracks.rate), 0), len(tracks.points) - 1)
        return carried.offsets[frame], 0.0 if carried.headings is None else float(carried.headings[frame])

    @property
    def _recorded(self) -> ContactTracks:
        """The recording's contact points before it walks."""
        if "recorded" not in self._known:
            still = replace(self.whole, walks=False, walking=(), way=())
            times = np.arange(int(np.ceil(still.duration * SPARSE_RATE)) + 1) / SPARSE_RATE
            clip = perform(still, SPARSE_RATE, self.playable, times[-1]).clip
            self._known["recorded"], _ = tracks_of(still, self.playable, times, clip)
        return self._known["recorded"]

    def _carrying(self, carrier: int, times: Floats) -> tuple[Floats, Floats]:
        """(F, 3) and (F, 4) where a carrier is, by those sets alone that move it or a joint above it."""
        if not self.layers and carrier in self._known:
            return self._known[carrier]
        times = times if self.layers else times[:1]
        shares = self._shares(self.layers, times) * self._movers(carrier)
        played = self.playable.play(self._place_layers(self.layers, times), shares)
        skeleton, frames = self.playable.rig.character.skeleton, len(times)
        places, turns = np.empty((frames, len(skeleton), 3)), np.empty((frames, len(skeleton), 4))
        roots = kernel_floats(played.slides[:, 0])
        world_transforms(skeleton.parents, roots, played.slides, played.rotations, places, turns)
        found = places[:, carrier], turns[:, carrier]
        if not self.layers:
            self._known[carrier] = found
        return found

    def _movers(self, carrier: int) -> Floats:
        """(S,) 1 for sets that move a joint or one above it, else 0."""
        if ("movers", carrier) not in self._known:
            rig = self.playable.rig
            above = set(rig.character.skeleton.chain(carrier))
            moving = [bool(above & joints_moved(rig, {name})) for name in self.playable.names]
            self._known["movers", carrier] = np.array(moving, dtype=np.float64)
        return self._known["movers", carrier]

    def _shares(self, layers: Layers, times: Floats) -> Floats:
        """(F, S) how much each set is in force; looked up once where it is always the same."""
        key = tuple((layer.set, bool(layer.switches)) for layer in layers)
        if key not in self._known:
            constant = constant_shares(self.around.rig, layers)
            self._known[key] = set_shares(self.around, layers, times[:1]) if constant else None
        found = self._known[key]
        if found is None:
            return set_shares(self.around, layers, times)
        return found if len(times) == 1 else np.repeat(found, len(times), axis=0)

    def _place_layers(self, layers: Layers, times: Floats) -> Floats:
        return placed_at(self.around, self.playable, layers, times)


def layer_places(playable: PlayableRig, performance: Performance, layer: Layer) -> Floats:
    """(N, 3) where the controller that a layer moves is at the layer's own events [m]."""
    whole = Pass(playable, performance, performance, audible(performance.layers), (), {})
    return whole.base(layer.set, layer.times)


def make_pass(
    playable: PlayableRig,
    performance: Performance | None,
    name: str,
    punch: str | None,
    fade: float | None = None,
) -> Pass:
    """A pass of a set's controller over a performance, or over nothing.

    punch: The layer that the hand records anew; None for a layer on top.
    fade: How long one set takes over from another [s]; None for the performance's own word.
    """
    if name not in playable.blends:
        raise InvalidValue(f"The set {name!r} has no pose yet; set one before performing.")
    rig = playable.rig
    carriers = {each: rig.carrier(each) for each in rig.alternatives(name)}
    if performance is None:
        alone = Performance(rig, fade=FADE if fade is None else fade)
        return Pass(playable, alone, alone, (), (), carriers)
    whole = performance = performance if fade is None else replace(performance, fade=fade)
    index = len(performance.layers)
    if punch is not None:
        old = performance.layer(punch)
        if old.set != name:
            raise InvalidValue(
                f"The layer {punch!r} moves the set {old.set!r}; record it again with that set."
            )
        index = performance.layers.index(old)
        performance = performance.without_layer(punch)
    playing = audible(performance.layers)
    before = tuple(layer for layer in performance.layers[:index] if layer in playing)
    after = tuple(layer for layer in performance.layers[index:] if layer in playing)
    return Pass(playable, whole, performance, before, after, carriers)
