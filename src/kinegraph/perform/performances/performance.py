"""Performance: a rig with its recorded layers. The performance is the document; the clip is made from it."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.perform.performances.layers import Layer, audible
from kinegraph.perform.performances.locators import performed_locators
from kinegraph.perform.playing.contact_tracks import ContactTracks, walking_tracks
from kinegraph.perform.playing.rig_player import Kept, Performed, PlayableRig
from kinegraph.perform.playing.steering import Carried, Way, check_way, steer
from kinegraph.perform.playing.walking_spans import walking_offsets
from kinegraph.perform.sets.fading import faded
from kinegraph.perform.sets.manipulators import ManipulatorKind
from kinegraph.perform.sets.rig import SpatialRig

FADE = 0.25  # how long one set takes over from another [s]


class UnknownLayer(UnknownName):
    """A layer name that the performance does not have."""

    kind = "layer"


@dataclass(frozen=True, eq=False)
class Performance:
    """A rig with its recorded layers, and how they play.

    layers: In the order they were recorded; those on one controller add up.
    fade: How long one set takes over from another, or a controller from the set above it [s].
    walks: Whether the character goes where its feet push it.
    walking: From when to when it does, in order of time [s]; empty for all the time.
    way: Where it goes: points on the ground, x and z in its own space [m]; empty for straight ahead.
    """

    rig: SpatialRig
    layers: tuple[Layer, ...] = ()
    fade: float = FADE
    walks: bool = False
    walking: tuple[tuple[float, float], ...] = ()
    way: Way = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "layers", tuple(self.layers))
        names = [layer.name for layer in self.layers]
        for layer in self.layers:
            if names.count(layer.name) > 1:
                raise InvalidValue(f"There are two layers called {layer.name!r}; rename one.")
            valid = self.rig.alternatives(layer.set)
            for switch in layer.switches:
                self.rig.set(switch.set)
                if switch.set not in valid:
                    raise InvalidValue(
                        f"The set {switch.set!r} is not an alternative to {layer.set!r}: they share nothing."
                    )
        if not (np.isfinite(self.fade) and self.fade >= 0):
            raise InvalidValue(f"The fade between sets must last zero seconds or more, not {self.fade}.")
        object.__setattr__(self, "walking", tuple((float(a), float(b)) for a, b in self.walking))
        ends = [time for span in self.walking for time in span]
        if not np.isfinite(ends).all() or (np.diff(ends) < 0).any():
            raise InvalidValue("The times at which the character starts and stops walking must increase.")
        object.__setattr__(self, "way", check_way(self.way))

    @property
    def spans(self) -> tuple[tuple[float, float], ...]:
        """From when to when the character walks [s]."""
        if not self.walks:
            return ()
        return self.walking or ((0.0, np.inf),)

    @property
    def duration(self) -> float:
        """End of the last layer [s]."""
        return max((layer.end for layer in self.layers), default=0.0)

    def layer(self, name: str) -> Layer:
        """The layer of a name."""
        for layer in self.layers:
            if layer.name == name:
                return layer
        raise UnknownLayer(name, [layer.name for layer in self.layers])

    def with_layer(self, changed: Layer) -> "Performance":
        """The performance with a layer added, or with the layer of that name replaced."""
        if any(layer.name == changed.name for layer in self.layers):
            return replace(
                self, layers=tuple(changed if one.name == changed.name else one for one in self.layers)
            )
        return replace(self, layers=(*self.layers, changed))

    def without_layer(self, name: str) -> "Performance":
        """The performance without a layer."""
        gone = self.layer(name)
        return replace(self, layers=tuple(layer for layer in self.layers if layer is not gone))

    def with_rig(self, rig: SpatialRig) -> "Performance":
        """The same passes over a changed rig: what editing a pose afterwards does."""
        return replace(self, rig=rig)


def perform(
    performance: Performance,
    fps: float = 60.0,
    playable: PlayableRig | None = None,
    length: float | None = None,
) -> Performed:
    """Plays all layers together, from 0 s on.

    playable: The fitted rig, where there is one already.
    length: Until when [s]; by default until the end of the last layer.
    """
    if not (np.isfinite(fps) and fps > 0):
        raise InvalidValue(f"A rate must be a positive number of frames per second, not {fps}.")
    playable = playable or PlayableRig(performance.rig)
    length = performance.duration if length is None else length
    times = np.arange(int(np.floor(length * fps + 1e-6)) + 1) / fps
    done = _play_audible(performance, playable, times, fps)
    if performance.walks:
        walked = walk_of(performance, playable, times, done.clip)
        done = carried_along(done, walked)
    return with_locators(done, performance, playable, times)


def carried_along(done: Performed, walked: Carried) -> Performed:
    """A performance on the way on which feet have carried it."""
    return replace(done, clip=walked.move(done.clip), walked=walked.offsets, headings=walked.headings)


def with_locators(
    done: Performed, performance: Performance, playable: PlayableRig, times: Floats
) -> Performed:
    """A performance with the places of its locators at times [s]."""
    kinds = {manipulator.kind for each in performance.rig.sets for manipulator in each.manipulators}
    if ManipulatorKind.LOCATOR not in kinds:
        return done
    shares = set_shares(performance, audible(performance.layers), times)
    return replace(done, locators=performed_locators(playable, done, shares))


def walk_of(performance: Performance, playable: PlayableRig, frame_times: Floats, clip: Clip) -> Carried:
    """The way on which feet have carried the base until each of evenly spaced times.

    clip: The performance before it walks, at these times.
    """
    tracks, steps = tracks_of(performance, playable, frame_times, clip)
    return carry(performance, tracks).every(steps)


def tracks_of(
    performance: Performance, playable: PlayableRig, frame_times: Floats, clip: Clip
) -> tuple[ContactTracks, int]:
    """Contact points at every step of a walk, and the number of steps from frame to frame.

    clip: The performance before it walks, at `frame_times`, which are evenly spaced.
    """
    layers = audible(performance.layers)

    def play(times: Floats) -> tuple[Floats, Floats]:
        placed = placed_at(performance, playable, layers, times)
        played = playable.play(placed, set_shares(performance, layers, times))
        return played.slides, played.rotations

    return walking_tracks(performance.rig.character, clip, frame_times, play)


def carry(performance: Performance, tracks: ContactTracks) -> Carried:
    """The way on which feet carry the base, step by step.

    tracks: The performance before it walks, in steps that are short beside a stride.
    """
    character = performance.rig.character
    offsets = walking_offsets(tracks, character, performance.spans, performance.fade)
    return steer(character, tracks, offsets, performance.way) if performance.way else Carried(offsets)


def _play_audible(performance: Performance, playable: PlayableRig, times: Floats, fps: float) -> Performed:
    layers = audible(performance.layers)
    placed = placed_at(performance, playable, layers, times)
    return playable.performed(placed, fps, set_shares(performance, layers, times))


def placed_at(
    performance: Performance, playable: PlayableRig, layers: tuple[Layer, ...], times: Floats
) -> Floats:
    """(F, S, 3) where all controllers are at increasing times [m].

    A released controller stays where it was when it was released, so that moment is played too.
    """
    released = [r.start for layer in layers for r in layer.releases if r.start < times[-1]]
    if not released:
        return playable.placed(*controller_moves(performance, layers, times))
    grid = np.unique(np.concatenate([times, released]))
    placed = playable.placed(*controller_moves(performance, layers, grid))
    return placed[np.searchsorted(grid, times)]


def set_shares(performance: Performance, layers: tuple[Layer, ...], times: Floats) -> Floats:
    """(F, S) how much each set is in force at times, 0 to 1.

    Alternatives take turns: a layer activates its own set, or the one that it has switched to. Where layers
    of alternatives meet, the later one overrides the others while it lasts, and from then on where no other
    is left; it fades in before it begins, so that all of it plays as it was performed.
    """
    rig = performance.rig
    number = {each.name: index for index, each in enumerate(rig.sets)}
    shares = np.zeros((len(times), len(rig.sets)))
    settled: set[str] = set()
    for index, layer in enumerate(layers):
        claim = _claim(rig, layers[:index], layer, times, performance.fade)
        own = _switch_shares(layer, times, performance.fade)
        for rival in {rival for name in own for rival in rig.alternatives(name)}:
            theirs = sum(share for name, share in own.items() if rival in rig.alternatives(name))
            shares[:, number[rival]] *= 1.0 - claim * theirs
            settled.add(rival)
        for name, share in own.items():
            shares[:, number[name]] += claim * share
    for each in rig.sets:
        if each.name not in settled and each.keys:
            settled.update(rig.alternatives(each.name))
            shares[:, number[each.name]] = 1.0
    return shares


def constant_shares(rig: SpatialRig, layers: tuple[Layer, ...]) -> bool:
    """True if layers have the same sets in force all the time."""
    return not any(layer.switches or _rivals(rig, layers[:i], layer) for i, layer in enumerate(layers))


def _claim(
    rig: SpatialRig, before: tuple[Layer, ...], layer: Layer, times: Floats, fade: float
) -> Floats | float:
    """Share by which a layer overrides those before it: (F,), or 1 where it is the first of its kind."""
    rivals = _rivals(rig, before, layer)
    if not rivals:
        return 1.0
    begun = faded(times, layer.start - fade, fade) if layer.start > 0.0 else 1.0
    if all(rival.end <= layer.end for rival in rivals):
        return begun
    return begun * (1.0 - faded(times, layer.end, fade))


def _rivals(rig: SpatialRig, before: tuple[Layer, ...], layer: Layer) -> list[Layer]:
    """The earlier layers that at some time put other sets in force that key the same manipulators."""
    own = _sets_of(layer)
    alike = {other for name in own for other in rig.alternatives(name)}
    return [each for each in before if (theirs := _sets_of(each)) & alike and len(theirs | own) > 1]


def _sets_of(layer: Layer) -> set[str]:
    return {layer.set, *(switch.set for switch in layer.switches)}


def _switch_shares(layer: Layer, times: Floats, fade: float) -> dict[str, Floats | float]:
    """Shares of a layer's sets in force: (F,), together 1."""
    if not layer.switches:
        return {layer.set: 1.0}
    shares: dict[str, Floats | float] = {layer.set: np.ones(len(times))}
    for switch in layer.switches:
        arrived = faded(times, switch.time, fade)
        shares = {name: share * (1.0 - arrived) for name, share in shares.items()}
        shares[switch.set] = shares.get(switch.set, 0.0) + arrived
    return shares


def controller_moves(
    performance: Performance, layers: tuple[Layer, ...], times: Floats
) -> tuple[Floats, list[Kept]]:
    """(F, S, 3) displacement of every controller [m], and when some are kept from the sets above them."""
    rig = performance.rig
    number = {each.name: index for index, each in enumerate(rig.sets)}
    displaced = np.zeros((len(times), len(rig.sets), 3))
    kept: list[Kept] = []
    joined: set[str] = set()
    for layer in layers:
        path = layer.at(times)
        # The path moves whichever alternative is in force, so all of them follow it.
        for name in rig.alternatives(layer.set) if layer.switches else (layer.set,):
            displaced[:, number[name]] += path
            if name != layer.set and name not in joined:
                # The hand stays where it is when the set changes, wherever the new set is at home.
                displaced[:, number[name]] += rig.set(layer.set).home - rig.set(name).home
                joined.add(name)
        for release in layer.releases:
            away = faded(times, release.start, performance.fade)
            back = faded(times, release.stop, performance.fade)
            frame = int(np.searchsorted(times, release.start))
            kept.append(Kept(layer.set, away * (1.0 - back), frame))
    return displaced, kept


def perform_path(
    rig: SpatialRig,
    set_name: str,
    times: ArrayLike,
    places: ArrayLike,
    fps: float = 60.0,
    walks: bool = False,
) -> Performed:
    """The shortest way to a clip: one set, the controller's places (N, 3) at times (N,) [s]."""
    home = rig.set(set_name).home
    layer = Layer("path", set_name, times, np.asarray(places, dtype=np.float64) - home)
    return perform(Performance(rig, (layer,), walks=walks), fps)
