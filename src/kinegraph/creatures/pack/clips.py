"""Clips of a game pack: looping walks by speed and direction, and animations, with what happens in them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.clip import Clip
from kinegraph.core.clip_event import ClipEvent
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.gait.plan import GaitPlan
from kinegraph.creatures.playing.happenings import find_events
from kinegraph.creatures.playing.play import play
from kinegraph.creatures.playing.play_layers import TimedAnimation
from kinegraph.creatures.playing.walk_cycle import walk_cycle


@dataclass(frozen=True)
class Walk:
    """A walk of a pack.

    speed: [m/s]. direction: Of the velocity, to the left of the heading [degrees].
    """

    speed: float
    direction: float = 0.0


@dataclass(frozen=True, eq=False)
class PackedClip:
    """A clip of a pack, with what a game must know of it.

    loops: Whether the last frame is the first again (moved on, with root motion).
    distance: From the first frame to the last along the ground [m].
    walk: The walk that it is; None for an animation.
    """

    clip: Clip
    loops: bool
    distance: float
    walk: Walk | None = None


def pack_walk(
    creature: Creature,
    walk: Walk,
    *,
    style: str | GaitPlan = "plain",
    fps: float = 30.0,
    root_motion: bool = True,
) -> PackedClip:
    """A walk that loops, with the steps of its feet as events."""

    def made(moving: bool) -> Clip:
        direction = math.radians(walk.direction)
        return walk_cycle(
            creature, walk.speed, direction=direction, style=style, fps=fps, root_motion=moving
        ).clip

    moving = made(True)
    steps = loop_events(moving, creature)
    clip = replace(moving if root_motion else made(False), events=steps)
    way = moving.root_translations[-1] - moving.root_translations[0]
    distance = float(np.hypot(way[0], way[2])) if root_motion else 0.0
    return PackedClip(clip, loops=True, distance=distance, walk=walk)


def pack_animation(animation: GeneralAnimation, creature: Creature, *, fps: float = 30.0) -> PackedClip:
    """An animation on the spot, with its own events and the steps of its feet."""
    clip = play(animation, creature, fps=fps)
    events = find_events(clip, creature, [TimedAnimation(animation)])
    return PackedClip(replace(clip, name=animation.name, events=events), animation.loops, 0.0)


def loop_events(clip: Clip, creature: Creature) -> tuple[ClipEvent, ...]:
    """The events of a clip that loops: those of its second round, where no step is cut by the start."""
    length = clip.duration
    found: Sequence[ClipEvent] = find_events(_two_rounds(clip), creature, [])
    later = [event for event in found if event.time >= length - 0.5 / clip.fps]
    placed = [replace(event, time=(event.time - length) % length) for event in later]
    first = {(round(event.time * clip.fps), event.name, event.part): event for event in placed}
    return tuple(sorted(first.values(), key=lambda event: (event.time, event.name, event.part)))


def _two_rounds(clip: Clip) -> Clip:
    """The clip twice, the second time from where the first ends."""
    roots, rotations = clip.root_translations, clip.rotations
    turn = quat_multiply(rotations[-1, 0], quat_conjugate(rotations[0, 0]))
    shift = roots[-1] - quat_rotate(turn, roots[0])
    again = rotations[1:].copy()
    again[:, 0] = quat_multiply(turn, again[:, 0])
    moved = quat_rotate(turn, roots[1:]) + shift
    slides = clip.translations
    if slides is not None:
        more = slides[1:].copy()
        more[:, 0] = moved
        slides = np.concatenate([slides, more])
    return Clip(
        clip.skeleton,
        clip.fps,
        np.concatenate([roots, moved]),
        np.concatenate([rotations, again]),
        slides,
        clip.name,
    )
