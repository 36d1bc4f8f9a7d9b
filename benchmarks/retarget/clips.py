"""Clips that are put on rigs: standing, walking, a cartwheel and lying down, of the wooden figure."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kinegraph.characters.cast import character
from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import end_positions, forward_kinematics
from kinegraph.core.math.easing import smoothstep
from kinegraph.core.math.rotations import quat_between, quat_conjugate, quat_from_axis_angle, quat_multiply
from kinegraph.creatures.animations import shipped_animation
from kinegraph.creatures.body.neutral_stance import neutral_creature
from kinegraph.creatures.playing.play import play
from kinegraph.formats import load

CAPTURED = {"captured walk": "cmu/16_15.bvh", "captured cartwheel": "more_cmu/49_06.bvh"}
_FPS = 60.0


@dataclass(frozen=True, eq=False)
class Source:
    """A clip and the character that it belongs to."""

    clip: Clip
    character: Character


def sources(data: Path | None = None) -> Mapping[str, Source]:
    """The clips by name; captured ones only where the folder of real files is there."""
    figure = character("figure")
    own = neutral_creature(figure)
    found = {
        "stand": Source(play(shipped_animation("breathe"), own, fps=_FPS, seconds=2.0), figure),
        "walk": Source(play(None, own, fps=_FPS, seconds=3.0, velocity=(0.0, 0.9)), figure),
        "cartwheel": Source(cartwheel(figure), figure),
        "faint": Source(play(shipped_animation("faint"), own, fps=_FPS), figure),
    }
    for name, file in CAPTURED.items():
        if data is not None and (data / file).exists():
            scene = load(data / file)
            assert scene.character is not None
            found[name] = Source(scene.clips[0], scene.character)
    return found


def cartwheel(figure: Character) -> Clip:
    """A wheel to the left over straight arms: the lowest point is on the ground, and stays where it lands."""
    times = np.arange(round(2.6 * _FPS)) / _FPS
    share = smoothstep((times - 0.5) / 1.6)
    raised, apart = smoothstep(4.0 * share) * smoothstep(4.0 * (1.0 - share)), np.sin(np.pi * share)
    skeleton, rest = figure.skeleton, forward_kinematics(figure.rest)
    rotations = np.tile(figure.rest.rotations, (len(times), 1, 1))
    for side, word in ((1.0, "left"), (-1.0, "right")):
        arm, thigh = skeleton.index(f"{word}_upper_arm"), skeleton.index(f"{word}_thigh")
        hanging = rest.positions[skeleton.index(f"{word}_hand")] - rest.positions[arm]
        for frame in range(len(times)):
            way = (1.0 - raised[frame]) * hanging + raised[frame] * 0.6 * np.array([0.3 * side, 1.0, 0.0])
            _turn(rotations[frame], rest.rotations, skeleton.parents, arm, quat_between(hanging, way))
            spread = quat_from_axis_angle(np.array([0.0, 0.0, 0.6 * side * apart[frame]]))
            _turn(rotations[frame], rest.rotations, skeleton.parents, thigh, spread)
    turns = quat_from_axis_angle(-2.0 * np.pi * share[:, None] * [0.0, 0.0, 1.0])
    rotations[:, 0] = quat_multiply(turns, rotations[:, 0])
    roots = np.zeros((len(times), 3))
    clip = Clip(skeleton, _FPS, roots, rotations, name="cartwheel")
    world = forward_kinematics(clip)
    points = np.concatenate([world.positions, end_positions(skeleton, world)], axis=1)
    return Clip(skeleton, _FPS, _rolled(points), rotations, name="cartwheel")


def _turn(pose: Floats, rest: Floats, parents: np.ndarray, joint: int, turn: Floats) -> None:
    """Turns a joint about the character's axes, from rest."""
    above = rest[parents[joint]]
    pose[joint] = quat_multiply(quat_conjugate(above), quat_multiply(turn, rest[joint]))


def _rolled(points: Floats) -> Floats:
    """(F, 3) places of the root so that points (F, P, 3) roll over the ground without slipping."""
    roots = np.zeros((len(points), 3))
    low = points[:, :, 1].argmin(axis=1)
    for frame in range(len(points)):
        if frame:
            stood = low[frame - 1]
            roots[frame] = roots[frame - 1] + points[frame - 1, stood] - points[frame, stood]
        roots[frame, 1] = -points[frame, low[frame], 1]
    return roots
