"""Playing a script: one clip for each character, all on one stage and of one length.

A cursor may follow another character's joint while that character follows the first one. So all characters
perform once without following, and then again with the others' motion, until no cursor moves any more.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.locator_clip import LocatorClip
from kinegraph.core.math.rotations import (
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
)
from kinegraph.perform.files.script import (
    Follow,
    Performer,
    Script,
    ScriptLayer,
)
from kinegraph.perform.files.script_path import event_times, every_switch, layer_places
from kinegraph.perform.files.script_reading import MOST_FRAMES
from kinegraph.perform.performances.layers import Layer, Switch, audible
from kinegraph.perform.performances.performance import (
    Performance,
    carried_along,
    carry,
    controller_moves,
    perform,
    walk_of,
    with_locators,
)
from kinegraph.perform.playing.contact_tracks import contact_tracks
from kinegraph.perform.playing.locomotion import walking_times
from kinegraph.perform.playing.rig_player import Performed, PlayableRig
from kinegraph.perform.playing.steering import Carried
from kinegraph.perform.sets.rig import SpatialRig

_ROUNDS = 8
_SETTLED = 1e-4  # a cursor that moves less from round to round has arrived [m]


@dataclass(frozen=True, eq=False)
class Played:
    """The result of one performer of a script.

    performance: As if it had been recorded; its layers can be edited and packed.
    performed: In the character's own space, before it walks.
    clip: On the stage.
    locators: The points of its sets, on the stage; None where they have none.
    """

    performer: Performer
    performance: Performance
    performed: Performed
    clip: Clip
    locators: LocatorClip | None = None

    @property
    def degenerate(self) -> dict[str, int]:
        """Per set in how many frames some rotation was a guess, because keys cancel there; where any."""
        counts = {name: int(frames.sum()) for name, frames in self.performed.degenerate.items()}
        return {name: count for name, count in counts.items() if count}


def play_script(script: Script, progress: Callable[[str], None] | None = None) -> tuple[Played, ...]:
    """Plays all characters.

    progress: Called with the name of the next character to perform.
    """
    frame_times = np.arange(int(np.floor(script.length * script.fps + 1e-6)) + 1) / script.fps
    states = {each.name: _State(each, script, frame_times) for each in script.performers}
    for each in states.values():
        if progress is not None:
            progress(each.performer.name)
        each.play()
    for _ in range(_ROUNDS):
        # Each looks at what the others do now, those before it in this round already anew.
        changed = [each.look_at(states) for each in states.values()]
        if not any(changed):
            break
    return tuple(each.played for each in states.values())


@dataclass(eq=False)
class _State:
    """One performer during the rounds in which cursors that follow each other converge."""

    performer: Performer
    script: Script
    frame_times: Floats
    playable: PlayableRig = field(init=False)
    tracks: dict[tuple[str, Follow], Floats] = field(default_factory=dict)
    walked: Carried = field(init=False)
    played: Played = field(init=False)

    def __post_init__(self) -> None:
        self.playable = PlayableRig(self.performer.rig)

    def play(self) -> None:
        """Performs with the present tracks."""
        performer = self.performer
        whole = performer.walks == ((0.0, np.inf),)
        spans = () if whole else performer.walks
        performance = Performance(
            performer.rig, self._layers(), performer.fade, bool(performer.walks), spans, performer.way
        )
        performed = self._perform_layers(replace(performance, walks=False, walking=()))
        self.walked = self._walk(performance, performed.clip)
        clip = placed(self.walked.move(performed.clip), performer.at, performer.facing)
        self.played = Played(
            performer,
            performance,
            performed,
            replace(clip, name=performer.name),
            self._locators(performance, performed),
        )

    def _locators(self, performance: Performance, performed: Performed) -> LocatorClip | None:
        """The points of its sets on the stage, under the name of its clip."""
        if performed.locators is None:
            return None
        here = with_locators(
            carried_along(performed, self.walked), performance, self.playable, self.frame_times
        ).locators
        assert here is not None  # the same sets have them
        turn = _about_vertical(self.performer.facing)
        return replace(here.moved(turn, self.performer.at), name=self.performer.name)

    def _perform_layers(self, performance: Performance) -> Performed:
        """The motion in the character's own space; a character without sets stands still."""
        fps, rest = self.script.fps, self.performer.rig.character.rest
        if not self.playable.blends:
            return Performed(Clip.from_poses([rest] * len(self.frame_times), fps), {})
        return perform(performance, fps, self.playable, self.script.length)

    def _walk(self, performance: Performance, clip: Clip) -> Carried:
        """The way on which feet carry the base."""
        if self.playable.blends:
            return walk_of(performance, self.playable, self.frame_times, clip)
        return carry(performance, contact_tracks(performance.rig.character, clip))

    def look_at(self, states: "dict[str, _State]") -> bool:
        """Performs again if a joint that it follows has moved; returns whether it did."""
        change = 0.0
        for layer in self.performer.layers:
            for follow in {point.follow for point in layer.points if point.follow is not None}:
                track = self._path_of_other(layer.set, follow, states[follow.performer].played.clip)
                before = self.tracks.get((layer.set, follow))
                change = max(change, np.inf if before is None else float(np.abs(track - before).max()))
                self.tracks[layer.set, follow] = track
        if change < _SETTLED:
            return False
        self.play()
        return True

    def _layers(self) -> tuple[Layer, ...]:
        layers = self.performer.recorded
        for each in self.performer.layers:
            layers = _take_over(self.performer.rig, layers, each)
            times = event_times(each, self._path_times)
            base = _base(self.performer.rig, layers, self.playable, each.set, times)
            tracks = {
                follow: _at(times, self.frame_times, track)
                for (name, follow), track in self.tracks.items()
                if name == each.set
            }
            path = layer_places(each, times, base, tracks) - base
            made = Layer(each.name, each.set, times, path, every_switch(each), each.releases)
            layers = (*layers, made)
        return layers

    @cached_property
    def _path_times(self) -> Floats:
        """Event times of paths: at frames, and where feet push at each of their steps, so that a walk goes
        equally far at every rate.
        """
        if not self.performer.walks or len(self.frame_times) < 2:
            return self.frame_times
        times, _ = walking_times(self.frame_times)
        return times if len(times) <= MOST_FRAMES else self.frame_times

    def _path_of_other(self, set_name: str, follow: Follow, other: Clip) -> Floats:
        """(F, 3) where another's joint is, in the space of a set's controller [m]."""
        performer, own = self.performer, self.played.performed.clip
        joint = other.skeleton.index(follow.joint)
        on_stage = forward_kinematics(other).positions[:, joint] + follow.offset
        seen = self.walked.undo(quat_rotate(_about_vertical(-performer.facing), on_stage - performer.at))
        carrier = performer.rig.carrier(set_name)
        if carrier is not None:
            world = forward_kinematics(own)
            back = quat_conjugate(world.rotations[:, carrier])
            seen = quat_rotate(back, seen - world.positions[:, carrier])
        if follow.reach is None:
            return seen
        middle = np.mean([key.place for key in performer.rig.set(set_name).keys], axis=0)
        away = seen - middle
        far = np.linalg.norm(away, axis=1, keepdims=True)
        return middle + away * np.minimum(1.0, follow.reach / np.maximum(far, 1e-9))


def placed(clip: Clip, at: Floats, facing: float) -> Clip:
    """The clip turned about the vertical [rad] and then moved by `at` (3,) [m]."""
    turn = _about_vertical(facing)
    roots = quat_rotate(turn, clip.root_translations) + at
    rotations = clip.rotations.copy()
    rotations[:, 0] = quat_multiply(turn, rotations[:, 0])
    return clip.with_roots(roots, rotations)


def _take_over(rig: SpatialRig, layers: tuple[Layer, ...], each: ScriptLayer) -> tuple[Layer, ...]:
    """The layers so far, with another layer's set taking over from its alternatives when that layer begins.

    The first layer among the alternatives carries the switches between them.
    """
    group = rig.alternatives(each.set)
    lead = next((layer for layer in layers if layer.set in group), None)
    if lead is None:
        return layers
    current = next((s.set for s in reversed(lead.switches) if s.time <= each.start), lead.set)
    begins = () if current == each.set else (Switch(each.start, each.set),)
    switching = replace(lead, switches=(*lead.switches, *begins, *every_switch(each)))
    return tuple(switching if layer is lead else layer for layer in layers)


def _base(
    rig: SpatialRig, layers: tuple[Layer, ...], playable: PlayableRig, set_name: str, times: Floats
) -> Floats:
    """(N, 3) where a controller is at times with the layers so far [m]."""
    placed = playable.placed(*controller_moves(Performance(rig, layers), audible(layers), times))
    return placed[:, playable.names.index(set_name)]


def _at(times: Floats, frame_times: Floats, track: Floats) -> Floats:
    return np.stack([np.interp(times, frame_times, track[:, axis]) for axis in range(3)], axis=1)


def _about_vertical(angle: float) -> Floats:
    return quat_from_axis_angle(np.array([0.0, angle, 0.0]))
