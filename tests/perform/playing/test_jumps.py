"""No set jumps: a pose turns little for a cursor that moves little, everywhere within two reaches."""

from collections.abc import Callable

import numpy as np
import pytest
from benchmarks.measures.jumps import Jump, find_jumps, play_set, random_paths
from benchmarks.synthetic.handle_rigs import NAME, drawn_rig, grown_rig

from kinegraph.core.math.rotations import quat_from_axis_angle
from kinegraph.perform.cast_sets import cast_rig
from kinegraph.perform.playing.rig_player import PlayableRig
from kinegraph.perform.sets.blend import blend
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet

LARGEST = 0.002
"""[deg] turn for a cursor that moves by 4e-11 of its markers' reach."""


def worst_turn(rig: SpatialRig, name: str, paths: int, seed: int) -> Jump:
    playable, rng = PlayableRig(rig), np.random.default_rng(seed)
    reach = playable.blends[name].layout.reach
    found = find_jumps(play_set(playable, name), random_paths(playable, name, paths, rng), reach)
    return max(found, key=lambda each: each.turn)


@pytest.mark.parametrize(
    ("member", "name"),
    [("lizard", "legs"), ("lizard", "left legs"), ("figure", "juggle"), ("bear", "look around")],
)
def test_sets_of_the_cast_do_not_jump(member: str, name: str) -> None:
    assert worst_turn(cast_rig(member), name, 10, 21).turn < LARGEST


@pytest.mark.parametrize("seed", [101, 102, 103])
@pytest.mark.parametrize("make", [grown_rig, drawn_rig])
def test_random_sets_with_handles_do_not_jump(make: Callable[[int], SpatialRig], seed: int) -> None:
    assert worst_turn(make(seed), NAME, 8, seed).turn < LARGEST


def ring(count: int, radius: float, tilt: float) -> SpatialSet:
    """A joint that turns by a whole round about a tilted axis, keyed around a circle."""
    angles = 2.0 * np.pi * np.arange(count) / count
    axis = np.array([np.sin(tilt), 0.0, np.cos(tilt)])
    keys = [
        SpatialKey(
            f"{i}",
            [radius * np.cos(angle), radius * np.sin(angle), 0.0],
            np.zeros((1, 3)),
            quat_from_axis_angle(angle * axis)[None],
        )
        for i, angle in enumerate(angles)
    ]
    return SpatialSet("ring", (Manipulator(ManipulatorKind.JOINT, "neck", turns=True),), tuple(keys))


@pytest.mark.parametrize("count", [3, 4, 6])
def test_all_that_turns_fast_inside_a_ring_is_flagged(count: int) -> None:
    fitted = blend(ring(count, 0.3, 0.4))
    cursors = np.stack(np.meshgrid(*[np.linspace(-0.3, 0.3, 121)] * 2, [0.0]), axis=-1)[:, :, 0]
    found = fitted.at(cursors)
    quats, guesses = found.rotations[..., 0, :], found.degenerate[..., 0]
    assert guesses[60, 60]
    assert not guesses[np.linalg.norm(cursors, axis=-1) > 0.2].any()
    turns = np.degrees(2.0 * np.arccos(np.minimum(np.abs((quats[1:] * quats[:-1]).sum(axis=-1)), 1.0)))
    assert turns[~(guesses[1:] | guesses[:-1])].max() < 12.0
    assert turns.max() > 30.0, "no way through the middle is continuous"


def test_only_single_points_of_a_ring_jump() -> None:
    """Random paths through the zone where keys cancel turn fast, and yet jump nowhere."""
    fitted = blend(ring(5, 0.25, 0.7))
    rng = np.random.default_rng(4)
    ends = np.concatenate([0.1 * rng.normal(size=(40, 2, 2)), np.zeros((40, 2, 1))], axis=-1)
    found = find_jumps(
        lambda cursors: (fitted.at(cursors).rotations, fitted.at(cursors).degenerate[:, 0]), ends, 0.25
    )
    assert max(each.turn for each in found) < LARGEST
