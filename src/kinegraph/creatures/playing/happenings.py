"""Events of a creature that plays: those of its animations, and the steps of its feet."""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.clip_event import ClipEvent
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.creatures.animation.events import EventKind
from kinegraph.creatures.binding.binding import DoesNotBind, bind
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.playing.play_layers import TimedAnimation

FOOTSTEP = "footstep"
_STILL = 0.02  # sizes a second: a foot that is slower stands
_SWUNG = 0.02  # sizes that a foot must have moved in flight for its landing to be a step
_SHORTEST = 0.05  # [s] of a flight


def find_events(clip: Clip, creature: Creature, layers: Sequence[TimedAnimation]) -> tuple[ClipEvent, ...]:
    """The events of a clip that a creature played, in order.

    layers: What it played, each from its start.
    """
    found = [*_footsteps(clip, creature)]
    for layer in layers:
        found += _own_events(clip, creature, layer)
    return tuple(sorted(found, key=lambda event: (event.time, event.name, event.part)))


def _own_events(clip: Clip, creature: Creature, layer: TimedAnimation) -> list[ClipEvent]:
    animation = layer.animation
    try:
        bodies = bind(animation, creature).play(layer.variant).bodies
    except DoesNotBind:
        return []
    longest = clip.duration - layer.start + 0.5 / clip.fps
    played = longest if layer.seconds is None and animation.loops else min(layer.end - layer.start, longest)
    names = clip.skeleton.names
    turns: dict[int, int] = {}
    found = []
    for event in animation.events_between(0.0, max(played, 0.0)):  # one each time round
        turn = turns.get(id(event), 0)
        turns[id(event)] = turn + 1
        own = bodies.get(event.channel, ())
        part = names[own[0]] if own else ""
        time = layer.start + event.time + turn * animation.duration
        found.append(ClipEvent(min(time, clip.duration), event.name, str(event.kind), part))
    return found


def _footsteps(clip: Clip, creature: Creature) -> list[ClipEvent]:
    """A sound for each landing of a foot after a step."""
    if len(clip) < 3 or not creature.legs:
        return []
    world, size = forward_kinematics(clip), float(creature.size.max())
    found = []
    for leg in creature.legs:
        handle = world.positions[:, leg.foot] + quat_rotate(
            world.rotations[:, leg.foot], creature.handles[leg.foot]
        )
        for frame in _landings(handle / size, clip.fps):
            name = clip.skeleton.names[leg.foot]
            found.append(ClipEvent(frame / clip.fps, FOOTSTEP, str(EventKind.SOUND), name))
    return found


def _landings(places: Floats, fps: float) -> list[int]:
    """The frames at which a foot (F, 3), in sizes of its body, comes to stand."""
    moves = np.linalg.norm(np.diff(places, axis=0), axis=1) * fps > _STILL
    edges = np.flatnonzero(np.diff(np.concatenate([[False], moves, [False]]).astype(int)))
    found = []
    for start, stop in edges.reshape(-1, 2).tolist():
        long = (stop - start) / fps >= _SHORTEST
        far = np.ptp(places[start : stop + 1], axis=0).max() > _SWUNG
        if long and far and stop < len(moves):
            found.append(stop)
    return found
