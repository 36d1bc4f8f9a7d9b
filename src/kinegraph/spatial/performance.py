"""Performance: a rig with its recorded layers. The performance is the document; the clip is made from it."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.spatial.fading import faded
from kinegraph.spatial.layers import Layer, audible
from kinegraph.spatial.locomotion import moved
from kinegraph.spatial.playing import Kept, Performed, PlayableRig
from kinegraph.spatial.spatial_rig import SpatialRig
from kinegraph.spatial.walking_spans import walking_offsets

FADE = 0.25  # how long one set takes over from another [s]


class UnknownLayer(UnknownName):
    """A layer name that the performance does not have."""

    kind = "layer"


@dataclass(frozen=True, eq=False)
class Performance:
    """What was performed.

    layers: In the order they were recorded; those on one controller add up.
    fade: How long one set takes over from another, or a controller from the set above it [s].
    walks: Whether the character goes where its feet push it.
    walking: From when to when it does, in order of time [s]; empty for all the time.
    """

    rig: SpatialRig
    layers: tuple[Layer, ...] = ()
    fade: float = FADE
    walks: bool = False
    walking: tuple[tuple[float, float], ...] = ()

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
                        f"The set {switch.set!r} is no alternative to {layer.set!r}: they share nothing."
                    )
        if not (np.isfinite(self.fade) and self.fade >= 0):
            raise InvalidValue(f"Sets fade over in a time of zero or more, not {self.fade}.")
        object.__setattr__(self, "walking", tuple((float(a), float(b)) for a, b in self.walking))
        ends = [time for span in self.walking for time in span]
        if not np.isfinite(ends).all() or (np.diff(ends) < 0).any():
            raise InvalidValue("The times at which a character begins and ends to walk must increase.")

    @property
    def spans(self) -> tuple[tuple[float, float], ...]:
        """From when to when the character walks [s]."""
        if not self.walks:
            return ()
        return self.walking or ((0.0, np.inf),)

    @property
    def duration(self) -> float:
        """When the last layer ends [s]."""
        return max((layer.end for layer in self.layers), default=0.0)

    def layer(self, name: str) -> Layer:
        """The layer of a name."""
        for layer in self.layers:
            if layer.name == name:
                return layer
        raise UnknownLayer(name, [layer.name for layer in self.layers])

    def with_layer(self, changed: Layer) -> "Performance":
        """The performance with a layer more, or with the layer of that name changed."""
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
    layers = audible(performance.layers)
    shares = set_shares(performance, layers, times)
    displaced, kept = controller_moves(performance, layers, times)
    places = playable.places(displaced, len(times), kept)
    done = playable.perform(places, fps, {name: shares[name] for name in playable.blends})
    if not performance.walks:
        return done
    walked = walking_offsets(done.clip, performance.rig.character, performance.spans, performance.fade)
    return replace(done, clip=moved(done.clip, walked), walked=walked)


def set_shares(performance: Performance, layers: tuple[Layer, ...], times: Floats) -> dict[str, Floats]:
    """(F,) per set how much it is in force: alternatives take turns as the layers say, and fade over."""
    rig = performance.rig
    shares = {each.name: np.zeros(len(times)) for each in rig.sets}
    settled: set[str] = set()
    for layer in layers:
        if layer.set in settled:
            continue
        group = rig.alternatives(layer.set)
        settled.update(group)
        current = layer.set
        shares[current][:] = 1.0
        for switch in layer.switches:
            arrived = faded(times, switch.time, performance.fade)
            for name in group:
                shares[name] *= 1.0 - arrived
            shares[switch.set] += arrived
    for each in rig.sets:
        if each.name not in settled and each.keys:
            settled.update(rig.alternatives(each.name))
            shares[each.name][:] = 1.0
    return shares


def controller_moves(
    performance: Performance, layers: tuple[Layer, ...], times: Floats
) -> tuple[dict[str, Floats], dict[str, list[Kept]]]:
    """(F, 3) displacement per controller [m], and when each is kept from the set above it."""
    rig = performance.rig
    displaced: dict[str, Floats] = {}
    kept: dict[str, list[Kept]] = {}
    joined: set[str] = set()
    for layer in layers:
        path = layer.at(times)
        # The path moves whichever alternative is in force, so all of them follow it.
        for name in rig.alternatives(layer.set) if layer.switches else (layer.set,):
            displaced[name] = displaced.get(name, 0.0) + path
            if name != layer.set and name not in joined:
                # The hand stays where it is when the set changes, wherever the new set is at home.
                displaced[name] = displaced[name] + (rig.set(layer.set).home - rig.set(name).home)
                joined.add(name)
        for release in layer.releases:
            away = faded(times, release.start, performance.fade)
            back = faded(times, release.stop, performance.fade)
            frame = int(np.searchsorted(times, release.start))
            kept.setdefault(layer.set, []).append(Kept(away * (1.0 - back), frame))
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
