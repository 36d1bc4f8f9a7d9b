"""Passes: a hand that moves a controller while the layers around it play.

Both what is seen while performing and what a take becomes are made here, by the same functions, so that what
was seen plays back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.forward_kinematics import forward_kinematics
from kinegraph.core.rotations import quat_conjugate, quat_rotate
from kinegraph.spatial.layers import Layer, audible
from kinegraph.spatial.locomotion import Walker
from kinegraph.spatial.performance import FADE, Performance, controller_moves, perform, set_shares
from kinegraph.spatial.playing import Performed, PlayableRig
from kinegraph.spatial.walking_spans import walking_offsets
from kinegraph.studio.set_poses import joints_moved

Layers = tuple[Layer, ...]
_FPS = 60.0  # at which recordings are walked through


@dataclass(frozen=True, eq=False)
class Pass:
    """What plays around a hand.

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

    def base(self, name: str, times: Floats) -> Floats:
        """(F, 3) where a set's controller is at times without the hand, in its own space [m]."""
        layers = (*self.before, *self.after)
        if layers:
            return self._places(layers, times)[name]
        if name not in self._known:  # then nothing moves
            self._known[name] = self._places((), times[:1])[name]
        return self._known[name]

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

    def with_hand(self, times: Floats, hand: Layer) -> Performed:
        """What the performance is at times with the hand's own layer in its place."""
        return self._played((*self.before, hand, *self.after), times, tuple(self.playable.blends))

    def walk_up_to(self, walker: Walker, time: float) -> None:
        """Brings a walker to where the recording has the character at a time [s]."""
        walker.reset()
        clip = self._recorded.clip
        gone = min(round(time * clip.fps), len(clip))
        if gone > 0:
            walker.go(clip.frames(0, gone))

    def walked(self, time: float) -> Floats:
        """(3,) how far the recording's feet have carried the character at a time [m]."""
        clip, whole = self._recorded.clip, self.whole
        if "walked" not in self._known:
            character = self.playable.rig.character
            self._known["walked"] = walking_offsets(clip, character, whole.spans, whole.fade)
        return self._known["walked"][min(max(round(time * clip.fps), 0), len(clip) - 1)]

    @property
    def _recorded(self) -> Performed:
        """The recording before it walks."""
        if "recorded" not in self._known:
            still = replace(self.whole, walks=False, walking=())
            self._known["recorded"] = perform(still, _FPS, self.playable)
        return self._known["recorded"]

    def _carrying(self, carrier: int, times: Floats) -> tuple[Floats, Floats]:
        """(F, 3) and (F, 4) where a carrier is, by those sets alone that move it or a joint above it."""
        layers = (*self.before, *self.after)
        if not layers and carrier in self._known:
            return self._known[carrier]
        rig = self.playable.rig
        above = set(rig.character.skeleton.chain(carrier))
        movers = tuple(name for name in self.playable.blends if above & joints_moved(rig, {name}))
        world = forward_kinematics(self._played(layers, times if layers else times[:1], movers).clip)
        found = world.positions[:, carrier], world.rotations[:, carrier]
        if not layers:
            self._known[carrier] = found
        return found

    def _played(self, layers: Layers, times: Floats, names: tuple[str, ...]) -> Performed:
        """What layers make of the sets of these names at times (F,), ascending."""
        grid, wanted = _grid(layers, times)
        shares = self._shares(layers, grid)
        done = self.playable.perform(self._places(layers, grid), 60.0, {name: shares[name] for name in names})
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

    def _shares(self, layers: Layers, times: Floats) -> dict[str, Floats]:
        """How much each set is in force; without switches always alike, so looked up once."""
        if any(layer.switches for layer in layers):
            return set_shares(self.around, layers, times)
        key = tuple(layer.set for layer in layers)
        if key not in self._known:
            self._known[key] = set_shares(self.around, layers, times[:1])
        return {name: np.full(len(times), share[0]) for name, share in self._known[key].items()}

    def _places(self, layers: Layers, times: Floats) -> dict[str, Floats]:
        grid, wanted = _grid(layers, times)
        displaced, kept = controller_moves(self.around, layers, grid)
        places = self.playable.places(displaced, len(grid), kept)
        return places if len(grid) == len(times) else {name: at[wanted] for name, at in places.items()}


def _grid(layers: Layers, times: Floats) -> tuple[Floats, np.ndarray]:
    """Times to play at, and which of them are wanted: a released controller stays where it was when it was
    released, so that moment is played too.
    """
    released = [r.start for layer in layers for r in layer.releases if r.start < times[-1]]
    if not released:
        return times, np.arange(len(times))
    grid = np.unique(np.concatenate([times, released]))
    return grid, np.searchsorted(grid, times)


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
        raise InvalidValue(f"The set {name!r} has no key yet; set one before performing it.")
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
            raise InvalidValue(f"The layer {punch!r} moves {old.set!r}: record it anew with that set.")
        index = performance.layers.index(old)
        performance = performance.without_layer(punch)
    playing = audible(performance.layers)
    for layer in playing:
        if layer.set != name and layer.set in carriers:
            raise InvalidValue(
                f"The layer {layer.name!r} has {layer.set!r} in force, which moves the same as {name!r}: "
                "mute it, or record a performance of its own."
            )
    before = tuple(layer for layer in performance.layers[:index] if layer in playing)
    after = tuple(layer for layer in performance.layers[index:] if layer in playing)
    return Pass(playable, whole, performance, before, after, carriers)
