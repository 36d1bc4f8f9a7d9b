"""Sample motions made by code: loops to try things on before any motion is recorded or keyed."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from kinegraph.characters.cast import CAST, UnknownCharacter, character
from kinegraph.characters.follow.follower import Follower, idle_clip
from kinegraph.characters.follow.pose import bend_limbs
from kinegraph.characters.follow.rig import FollowRig, follow_rig
from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.easing import smoothstep
from kinegraph.core.math.rotations import (
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_normalize,
    quat_rotate,
    slerp,
    unroll_quats,
)

_FPS = 30.0


def sample_motions(name: str) -> tuple[Clip, ...]:
    """The loops that a cast member comes with; all of them have "looking around"."""
    if name not in CAST:
        raise UnknownCharacter(name, CAST)
    who = character(name)
    return (idle_clip(who), *(make(who) for make in MOTIONS.get(name, ())))


def wave(who: Character) -> Clip:
    """Raises the left arm, waves three times, and lowers it again. 3.2 s."""
    t = _loop_times(3.2)
    follower = Follower(who, period=3.2)
    lifted = _smooth_pulse(t, 0.3, 0.9, 2.4, 3.0)
    friend = follower.eye_level + follower.size * np.array([0.15, 0.05, 1.6])
    clip = follower.clip_along(np.tile(friend, (len(t), 1)), _FPS)
    rotations = np.array(clip.rotations)
    swing = np.sin(2 * np.pi * (t - 0.75) / 0.55)
    raised = {
        "left_upper_arm": _turns(len(t), z=0.85 + 0.06 * swing, y=-0.1),
        "left_forearm": _turns(len(t), z=0.35 + 0.42 * swing, y=-0.1),
        "left_paw": _turns(len(t), z=0.3 * np.sin(2 * np.pi * (t - 0.85) / 0.55)),
        "head": quat_multiply(rotations[:, who.skeleton.index("head")], _turns(len(t), z=-0.2, y=0.08)),
        "chest": quat_multiply(rotations[:, who.skeleton.index("chest")], _turns(len(t), z=-0.1)),
    }
    for joint, up in raised.items():
        j = who.skeleton.index(joint)
        rotations[:, j] = slerp(rotations[:, j], up, lifted)
    return _clip(who, "wave", clip.root_translations, rotations)


def walk(who: Character) -> Clip:
    """Waddles once round a circle, eight strides; planted feet stay exactly where they are. 7.2 s."""
    rig, strides, stride = _on_feet(who), 8, 0.33
    t = _loop_times(0.9 * strides)
    phase = t / 0.9
    turn = 2 * np.pi / strides
    radius = stride / turn
    sway = np.sin(2 * np.pi * phase)
    rotations = _rest(who, len(t))
    _set(who, rotations, "spine", _turns(len(t), x=0.05, y=-0.12 * sway, z=-0.05 * sway))
    _set(who, rotations, "chest", _turns(len(t), y=-0.1 * sway, z=-0.04 * sway))
    _set(
        who,
        rotations,
        "head",
        _turns(len(t), x=0.05 * np.cos(4 * np.pi * phase), y=0.1 * sway, z=0.06 * sway),
    )
    _set(who, rotations, "tail", _turns(len(t), y=0.25 * np.sin(2 * np.pi * phase - 0.8)))
    for side, name in ((1.0, "left"), (-1.0, "right")):
        swing = side * np.sin(2 * np.pi * phase + 0.3)
        _set(who, rotations, f"{name}_upper_arm", _turns(len(t), x=0.45 * swing, z=-0.45 * side))
        _set(who, rotations, f"{name}_forearm", _turns(len(t), x=0.2 * swing - 0.25, y=-0.3 * side))
        _set(who, rotations, f"{name}_ear", _turns(len(t), x=0.12 * np.cos(4 * np.pi * phase - 1.0)))
    hips = np.stack([0.03 * sway, -0.03 + 0.012 * np.cos(4 * np.pi * phase), np.zeros(len(t))], axis=1)
    heading = _turns(len(t), y=turn * phase)
    roots = _on_circle(radius, heading, rig.rest_places[0] + hips)
    rotations[:, 0] = quat_multiply(heading, _turns(len(t), y=0.14 * sway, z=0.07 * sway))
    places, soles = _steps(who, rig, phase, turn, radius)
    return _clip(who, "walk", roots, _standing(rig, roots, rotations, places, soles))


def hop(who: Character) -> Clip:
    """Crouches, leaps with both arms up, lands softly. 1.6 s."""
    rig = _on_feet(who)
    t = _loop_times(1.6)
    crouch = _smooth_pulse(t, 0.05, 0.35, 0.4, 0.52) + 0.8 * _smooth_pulse(t, 0.94, 1.06, 1.1, 1.45)
    flight = np.clip((t - 0.5) / 0.46, 0.0, 1.0)
    height = 0.26 * 4 * flight * (1 - flight)
    airborne = np.sin(np.pi * flight) ** 0.7
    rotations = _rest(who, len(t))
    _set(who, rotations, "spine", _turns(len(t), x=0.28 * crouch - 0.08 * airborne))
    _set(who, rotations, "chest", _turns(len(t), x=0.22 * crouch - 0.1 * airborne))
    _set(who, rotations, "head", _turns(len(t), x=-0.35 * crouch - 0.15 * airborne))
    _set(who, rotations, "tail", _turns(len(t), x=0.5 * airborne))
    for side, name in ((1.0, "left"), (-1.0, "right")):
        _set(
            who,
            rotations,
            f"{name}_upper_arm",
            _turns(len(t), x=0.7 * crouch, z=side * (1.25 * airborne - 0.3 * crouch)),
        )
        _set(who, rotations, f"{name}_forearm", _turns(len(t), x=-0.5 * crouch, z=side * 0.3 * airborne))
        _set(
            who, rotations, f"{name}_ear", _turns(len(t), x=0.4 * np.sin(np.pi * flight) * np.cos(3 * flight))
        )
    drop = np.stack([np.zeros(len(t)), height - 0.012 - 0.085 * crouch, -0.02 * crouch], axis=1)
    roots = rig.rest_places[0] + drop
    lift = np.zeros((len(t), len(rig.ends), 3))
    lift[..., 1] = (height + 0.05 * airborne * (height > 0))[:, None]
    tilt = _turns(len(t), x=0.5 * np.sin(np.pi * flight))
    soles = np.repeat(tilt[:, None], len(rig.ends), axis=1)
    return _clip(who, "hop", roots, _standing(rig, roots, rotations, rig.rest_places[rig.ends] + lift, soles))


def lamp_hop(who: Character) -> Clip:
    """Four hops that turn it once around, each with a squash before and after. 4.8 s."""
    hops = 4
    t = _loop_times(1.2 * hops)
    local, index = np.mod(t, 1.2), np.floor(t / 1.2 + 1e-9)
    squash = _smooth_pulse(local, 0.05, 0.33, 0.36, 0.46) + 0.75 * _smooth_pulse(local, 0.84, 0.93, 0.97, 1.2)
    flight = np.clip((local - 0.44) / 0.4, 0.0, 1.0)
    height = 0.16 * 4 * flight * (1 - flight)
    stretch = np.sin(np.pi * flight)
    bend = 0.42 * squash - 0.24 * stretch
    rotations = _rest(who, len(t))
    _set(who, rotations, "lower_arm", _turns(len(t), x=-bend))
    _set(who, rotations, "upper_arm", _turns(len(t), x=2.0 * bend - 0.1 * stretch))
    _set(
        who,
        rotations,
        "shade",
        _turns(len(t), x=-0.8 * bend - 0.3 * stretch, y=0.25 * np.sin(2 * np.pi * t / 4.8)),
    )
    yaw = (index + smoothstep(flight)) * (2 * np.pi / hops)
    tilt = 0.22 * np.sin(2 * np.pi * flight)
    rotations[:, 0] = quat_multiply(_turns(len(t), y=yaw), _turns(len(t), x=-tilt))
    roots = who.rest.root_translation + height[:, None] * np.array([0.0, 1.0, 0.0])
    return _clip(who, "hop", roots, rotations)


MOTIONS: Mapping[str, tuple[Callable[[Character], Clip], ...]] = MappingProxyType(
    {"bear": (wave, walk, hop), "lamp": (lamp_hop,)}
)


def _loop_times(seconds: float) -> Floats:
    """Frame times of a loop: the frame after the last would be the first [s]."""
    return np.arange(round(seconds * _FPS)) / _FPS


def _smooth_pulse(t: Floats, start: float, full: float, until: float, end: float) -> Floats:
    """0 before start, 1 from full until until, 0 from end on, smooth between."""
    return smoothstep((t - start) / (full - start)) - smoothstep((t - until) / (end - until))


def _turns(frames: int, x: Floats | float = 0.0, y: Floats | float = 0.0, z: Floats | float = 0.0) -> Floats:
    """(F, 4) rotations by a rotation vector given per axis, as arrays (F,) or constants [rad]."""
    return quat_from_axis_angle(np.stack([np.broadcast_to(a, (frames,)) for a in (x, y, z)], axis=-1))


def _rest(who: Character, frames: int) -> Floats:
    return np.tile(who.rest.rotations, (frames, 1, 1))


def _set(who: Character, rotations: Floats, joint: str, turns: Floats) -> None:
    rotations[:, who.skeleton.index(joint)] = turns


def _clip(who: Character, name: str, roots: Floats, rotations: Floats) -> Clip:
    return Clip(who.skeleton, _FPS, roots, unroll_quats(quat_normalize(rotations)), name=name)


def _on_feet(who: Character) -> FollowRig:
    """The character's limbs, legs only."""
    rig = follow_rig(who, 1.0)
    legs = {
        name: getattr(rig, name)[rig.planted]
        for name in (
            *("bases", "middles", "ends", "above_bases", "above_middles", "above_ends", "sides"),
            *(
                "planted",
                "reaching",
                "bends",
                "rest_angles",
                "upper_lengths",
                "lower_lengths",
                "limb_lengths",
            ),
        )
    }
    return replace(rig, **legs)


def _standing(rig: FollowRig, roots: Floats, rotations: Floats, places: Floats, soles: Floats) -> Floats:
    """Bends the legs so that ankles are at places (F, L, 3) [m], feet turned from rest by soles (F, L, 4)."""
    world = forward_kinematics(Clip(rig.skeleton, _FPS, roots, rotations))
    starts = world.positions[:, rig.bases]
    last = bend_limbs(rig, places - starts, rotations, world)
    feet = quat_multiply(soles, rig.rest_worlds[rig.ends])
    rotations[:, rig.ends] = quat_multiply(quat_conjugate(last), feet)
    return rotations


def _on_circle(radius: float, heading: Floats, offsets: Floats) -> Floats:
    """Points at `offsets` from a character that walks a circle that starts at the origin and curves left."""
    centre = np.array([radius, 0.0, 0.0])
    return centre + quat_rotate(heading, offsets - centre)


def _steps(
    who: Character, rig: FollowRig, phase: Floats, turn: float, radius: float
) -> tuple[Floats, Floats]:
    """Ankle places (F, L, 3) [m] and foot turns (F, L, 4) of a walk round a circle.

    phase: (F,) strides done; a foot stands for 60% of each, left first, half a stride apart.
    turn: Angle round the circle per stride [rad].
    """
    places, soles = [], []
    for limb, end in enumerate(rig.ends):
        own = phase + (0.0 if rig.sides[limb] > 0 else 0.5)
        count, part = np.floor(own), np.mod(own, 1.0)
        swing = np.clip((part - 0.6) / 0.4, 0.0, 1.0)
        # The foot is put where the hips pass in the middle of its stance.
        where = count + 0.3 + smoothstep(swing) - (own - phase)
        lift = np.sin(np.pi * swing) ** 2
        heading = _turns(len(phase), y=turn * where)
        roll = _turns(len(phase), x=0.45 * np.sin(2 * np.pi * swing) * lift)
        marks = np.array([contact.offset for contact in who.contacts if contact.joint == end])
        # However the foot rolls, its lowest mark stays on the ground, or clears it while it swings.
        lowest = quat_rotate(roll[:, None], marks)[..., 1].min(axis=1)
        ankle = np.tile(rig.rest_places[end], (len(phase), 1))
        ankle[:, 1] = 0.03 * lift - lowest
        places.append(_on_circle(radius, heading, ankle))
        soles.append(quat_multiply(heading, roll))
    return np.stack(places, axis=1), np.stack(soles, axis=1)
