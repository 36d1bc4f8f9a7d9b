"""Front views perform as cut-outs in twisted perspective, as children draw them.

A puppet of the same lengths plays the motion as for a side view. Its motion is then laid onto the cut-out,
after Smith, Zheng, Li, Jain and Hodgins, "A Method for Animating Children's Drawings of the Human Figure"
(2023). Head and torso keep facing us and lean along the line. Planted feet stay where they are. A difference
between both legs or both arms goes along the sheet; what both do alike goes sideways and towards us,
foreshortened. Turning round swings the paper, and a somersault turns all of it.

World axes: the sheet is the plane of y and z, its viewer is at -x. Sides: 0 right, at the left of the sheet.
"""

from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.character import Character
from kinegraph.core.math.easing import smoothstep
from kinegraph.doodles.performing import puppet_layout as at
from kinegraph.doodles.performing.puppet_layout import PoseGoals, PuppetPoses
from kinegraph.doodles.sketch.proportions import Proportions

_SWAY = 0.45  # lean over the standing foot [rad] for a step as high as the leg is long
_SWING_ROUND = 0.6  # of the paper on the way from one heading to the other [rad]
_ARMS_OUT = 0.2  # of hanging arms [rad]
_ALONG, _TOWARD = 0.55, 0.75  # shares of a swinging arm that go along the sheet and towards us
_FEET_OUT = 0.1  # of standing feet beyond the hips, as a share of the leg
_KNEE_OUT, _KNEE_TOWARD = 1.0, 0.6  # of knees that bend together
_NOD = 0.6  # of the head's nodding that is seen
_OUT = np.array([-1.0, 1.0])  # along z, of each side


class FrontSizes(NamedTuple):
    """Sizes that a cut-out adds to its puppet [m].

    shoulders, hips: (2,) of each side, along the sheet. shoulder: from the upper back up to the shoulders.
    """

    shoulders: Floats
    hips: Floats
    shoulder: float


def front_sizes(character: Character) -> FrontSizes | None:
    """The sizes of a cut-out; None for a side view."""
    skeleton = character.skeleton
    if "right_upper_leg" not in skeleton or "right_upper_arm" not in skeleton:
        return None
    sides = ("right", "left")
    legs = np.array([skeleton.offsets[skeleton.index(f"{side}_upper_leg")] for side in sides])
    if np.abs(legs[:, at.X]).max() > 0.0 or legs[0, at.Z] >= legs[1, at.Z]:
        return None
    arms = np.array([skeleton.offsets[skeleton.index(f"{side}_upper_arm")] for side in sides])
    return FrontSizes(arms[:, at.Z], legs[:, at.Z], float(arms[0, at.Y]))


def front_proportions(character: Character) -> Proportions:
    """The proportions of the puppet that plays for a cut-out."""
    skeleton = character.skeleton

    def offset(name: str) -> Floats:
        return skeleton.offsets[skeleton.index(name)]

    def end(name: str) -> Floats:
        return skeleton.end_offsets[np.flatnonzero(skeleton.end_joints == skeleton.index(name))[0]]

    upper_leg, lower_leg = -offset("right_lower_leg")[1], -offset("right_foot")[1]
    torso = offset("waist")[1] + offset("upper_back")[1] + offset("head")[1]
    head = end("head")[1]
    height = offset("hips")[1] + torso + head
    head_box = character.bodies[skeleton.index("head")].box
    trunk = [character.bodies[skeleton.index(name)].box for name in ("hips", "waist", "upper_back")]
    return Proportions(
        upper_leg=float(upper_leg), lower_leg=float(lower_leg),
        ankle=float(offset("hips")[1] - upper_leg - lower_leg), heel=0.03 * height, toe=0.06 * height,
        torso=float(torso), shoulder=float(torso - offset("head")[1] + offset("right_upper_arm")[1]),
        head=float(head), upper_arm=float(-offset("right_lower_arm")[1]),
        lower_arm=float(-end("right_lower_arm")[1]), hip_width=0.04 * height, shoulder_width=0.08 * height,
        head_radius=float(max(np.ptp(head_box[:, 2]) / 2.0, 0.02 * height)),
        torso_radius=float(max(*(np.ptp(box[:, 2]) / 2.0 for box in trunk), 0.02 * height)),
        arm_radius=0.015 * height, leg_radius=0.015 * height,
    )  # fmt: skip


def lay_on_front(
    front: FrontSizes, lengths: tuple[float, float, float, float], goals: PoseGoals, poses: PuppetPoses
) -> PuppetPoses:
    """The poses of a cut-out that plays what its puppet does.

    lengths: Upper and lower leg, upper and lower arm [m].
    """
    rotations = np.tile(np.eye(3), (*poses.rotations.shape[:2], 1, 1))
    leans = _lean_trunk(lengths, goals, poses, rotations)
    _pose_legs(front, lengths, goals, poses, leans[:, at.HIPS], rotations)
    _pose_arms(poses, leans[:, at.UPPER_BACK], rotations)
    return poses._replace(rotations=kernel_floats(rotations))


def _lean_trunk(
    lengths: tuple[float, float, float, float], goals: PoseGoals, poses: PuppetPoses, rotations: Floats
) -> Floats:
    """(F, TRUNK) lean of each part of the trunk along the sheet [rad]; writes their rotations."""
    up = poses.rotations[:, : at.TRUNK, :, at.Y]
    leans = np.arctan2(up[..., at.Z], up[..., at.Y])
    leans = leans[:, :1] + _wrap(leans - leans[:, :1])
    leans[:, at.HEAD] = leans[:, at.UPPER_BACK] + _NOD * _wrap(leans[:, at.HEAD] - leans[:, at.UPPER_BACK])
    leg = lengths[0] + lengths[1]
    lifts = poses.places[:, at.FOOT, at.Y]
    # Over the foot that stands; nothing while both are in the air or the body is upside down.
    sway = np.clip((lifts[:, 0] - lifts[:, 1]) / leg, -0.6, 0.6) * np.clip(up[:, at.HIPS, at.Y], 0.0, 1.0)
    leans = (
        leans
        + (_SWAY * sway * np.maximum(goals.feet[:, 0, at.FOOT_GRIP], goals.feet[:, 1, at.FOOT_GRIP]))[:, None]
    )
    ahead = np.einsum("fij,fj->fi", _about_x(-leans[:, at.HIPS]), poses.rotations[:, at.HIPS, :, at.Z])
    swing = _SWING_ROUND * np.sin(2.0 * np.arctan2(ahead[:, at.X], ahead[:, at.Z]))
    round_ = np.zeros((len(leans), 3, 3))
    cos, sin = np.cos(swing), np.sin(swing)
    round_[:, 0, 0], round_[:, 0, 2], round_[:, 2, 0], round_[:, 2, 2] = cos, sin, -sin, cos
    round_[:, 1, 1] = 1.0
    for part in range(at.TRUNK):
        rotations[:, part] = _about_x(leans[:, part]) @ round_
    return leans


def _pose_legs(
    front: FrontSizes,
    lengths: tuple[float, float, float, float],
    goals: PoseGoals,
    poses: PuppetPoses,
    lean: Floats,
    rotations: Floats,
) -> None:
    """Legs reach for their planted feet; in the air they do what the puppet's do."""
    upper, lower = lengths[0], lengths[1]
    root, hips = poses.places[:, at.HIPS], rotations[:, at.HIPS]
    grips = goals.feet[:, :, at.FOOT_GRIP]
    free = (1.0 - grips[:, 0]) * (1.0 - grips[:, 1])
    ankles = np.stack([poses.places[:, at.FOOT[side]] - root for side in (0, 1)], axis=1)  # (F, 2, 3)
    # In the air: seen from the leaning body, along the sheet only where the two differ.
    level = _about_x(-lean)
    seen = np.einsum("fij,fsj->fsi", level, ankles)
    alike = seen[..., at.Z].mean(axis=1, keepdims=True)
    apart = np.sign(_heading(poses))[:, None]
    mirrored = seen.copy()
    mirrored[..., at.Z] = seen[..., at.Z] - alike + 0.35 * np.abs(alike) * _OUT
    mirrored[..., at.X] = -np.abs(0.8 * alike) * np.abs(apart)
    seen = seen + free[:, None, None] * (mirrored - seen)
    seen[..., at.X] *= 1.0 - grips
    feet = front.hips + _FEET_OUT * (upper + lower) * _OUT
    in_air = np.einsum("fji,fsj->fsi", level, seen + np.stack([np.zeros(2), np.zeros(2), feet], axis=1))
    planted = ankles + np.stack([np.zeros(2), np.zeros(2), feet], axis=1)
    goal = root[:, None] + in_air + grips[..., None] * (planted - in_air)
    stride = np.abs(ankles[:, 0, at.Z] - ankles[:, 1, at.Z]) / (upper + lower)
    together = np.maximum(free, grips[:, 0] * grips[:, 1] * (1.0 - smoothstep(stride / 0.35)))
    for side in (0, 1):
        hip = root + hips[:, :, at.Z] * front.hips[side]
        knee_of_puppet = poses.places[:, at.LOWER_LEG[side]] - 0.5 * (
            poses.places[:, at.UPPER_LEG[side]] + poses.places[:, at.FOOT[side]]
        )
        outward = np.zeros_like(hip)
        outward[:, at.Z], outward[:, at.X] = _KNEE_OUT * _OUT[side], -_KNEE_TOWARD
        outward = np.einsum("fji,fj->fi", level, outward)
        way = _unit(knee_of_puppet) * (1.0 - together)[:, None] + outward * together[:, None]
        knee, ankle = _bend_between(hip, goal[:, side], upper, lower, way)
        rotations[:, at.UPPER_LEG[side]] = _hang_along(knee - hip)
        rotations[:, at.LOWER_LEG[side]] = _hang_along(ankle - knee)
        foot = poses.rotations[:, at.FOOT[side], :, at.Y]
        turn = np.arctan2(foot[:, at.Z], foot[:, at.Y])
        rotations[:, at.FOOT[side]] = rotations[:, at.BALL[side]] = _about_x(turn)


def _heading(poses: PuppetPoses) -> Floats:
    """(F,) along the sheet, 1 to the right."""
    return poses.rotations[:, at.HIPS, at.Z, at.Z]


def _bend_between(
    start: Floats, goal: Floats, upper: float, lower: float, way: Floats
) -> tuple[Floats, Floats]:
    """(F, 3) the joint and the end of two bones that reach from a start for a goal and bend towards `way`."""
    span = goal - start
    distance = np.linalg.norm(span, axis=1, keepdims=True)
    along = span / np.maximum(distance, 1e-9)
    reach = np.clip(distance, abs(upper - lower) + 1e-6, 0.9999 * (upper + lower))
    side = way - (way * along).sum(axis=1, keepdims=True) * along
    side = _unit(side)
    ahead = (reach**2 + upper**2 - lower**2) / (2.0 * reach)
    aside = np.sqrt(np.maximum(upper**2 - ahead**2, 0.0))
    return start + ahead * along + aside * side, start + reach * along


def _pose_arms(poses: PuppetPoses, lean: Floats, rotations: Floats) -> None:
    """Arms that do the same are raised sideways; others swing along the sheet and towards us."""
    back = np.swapaxes(poses.rotations[:, at.UPPER_BACK], 1, 2)
    raised, outs, elbows = [], [], []
    for side in (0, 1):
        upper = -np.einsum("fij,fj->fi", back, poses.rotations[:, at.UPPER_ARM[side], :, at.Y])
        lower = -np.einsum("fij,fj->fi", back, poses.rotations[:, at.LOWER_ARM[side], :, at.Y])
        angle = np.arctan2(upper[:, at.Z], -upper[:, at.Y])
        raised.append(np.mod(angle + 0.5 * np.pi, 2.0 * np.pi) - 0.5 * np.pi)
        outs.append(np.arcsin(np.clip(upper[:, at.X] * _OUT[side], -1.0, 1.0)))
        elbows.append(np.arccos(np.clip((upper * lower).sum(axis=1), -1.0, 1.0)))
    alike = 0.5 * (raised[0] + raised[1])
    lifted = np.where(alike > 0.0, alike, -0.4 * alike)
    heading = _heading(poses)
    for side in (0, 1):
        own = raised[side] - alike
        turn = _ARMS_OUT + outs[side] + 0.95 * lifted + _ALONG * own * heading * _OUT[side]
        toward = np.clip(_TOWARD * own, -1.0, 1.0)
        bent = turn + 0.7 * elbows[side]
        body = _about_x(lean)
        rotations[:, at.UPPER_ARM[side]] = body @ _hang_along(_spread(turn, toward, side))
        rotations[:, at.LOWER_ARM[side]] = body @ _hang_along(
            _spread(bent, np.clip(toward + 0.5 * elbows[side], -1.2, 1.2), side)
        )


def _spread(turn: Floats, toward: Floats, side: int) -> Floats:
    """(F, 3) the direction of a bone that is turned outwards from hanging, and then towards us [rad]."""
    flat = np.cos(toward)
    return np.stack([-np.sin(toward), -flat * np.cos(turn), flat * np.sin(turn) * _OUT[side]], axis=1)


def _hang_along(bone: Floats) -> Floats:
    """(F, 3, 3) rotations that turn a hanging bone into a direction: in the sheet first, then out of it."""
    bone = _unit(bone)
    toward = np.arcsin(np.clip(bone[:, at.X], -1.0, 1.0))
    tilt = np.zeros((len(bone), 3, 3))
    cos, sin = np.cos(toward), np.sin(toward)
    tilt[:, 0, 0], tilt[:, 0, 1], tilt[:, 1, 0], tilt[:, 1, 1], tilt[:, 2, 2] = cos, -sin, sin, cos, 1.0
    return _about_x(np.arctan2(-bone[:, at.Z], -bone[:, at.Y])) @ tilt


def _about_x(angles: Floats) -> Floats:
    """(F, 3, 3) rotations about x, from y to z."""
    result = np.zeros((len(angles), 3, 3))
    cos, sin = np.cos(angles), np.sin(angles)
    result[:, 0, 0], result[:, 1, 1], result[:, 1, 2], result[:, 2, 1], result[:, 2, 2] = (
        1.0,
        cos,
        -sin,
        sin,
        cos,
    )
    return result


def _unit(vectors: Floats) -> Floats:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9)


def _wrap(angles: Floats) -> Floats:
    return np.mod(angles + np.pi, 2.0 * np.pi) - np.pi
