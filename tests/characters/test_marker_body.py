"""A skeleton solved from markers: of bodies whose joints are known, and of a real capture."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kinegraph.characters.marker_body import solve_markers
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_rotate
from kinegraph.core.skeleton import Skeleton

FRAMES, FPS = 50, 100.0
WIDTH = 0.25  # between the front markers of the pelvis [m]
DEPTH = 0.2
HIP = (WIDTH * (0.5 - 0.14), -WIDTH * 0.30, 0.5 * DEPTH - WIDTH * 0.22)
NAMES = ["Hips", "Spine", "Neck", "Head"]
PARENTS = [-1, 0, 1, 2]
OFFSETS: list[tuple[float, float, float]] = [(0, 1, 0), (0, 0.25, 0), (0, 0.25, 0), (0, 0.2, 0.05)]
# Markers in the frames of joints; a joint is in the middle of its markers.
ON = {
    "LASI": ("Hips", (0.5 * WIDTH, 0, 0.5 * DEPTH)),
    "RASI": ("Hips", (-0.5 * WIDTH, 0, 0.5 * DEPTH)),
    "LPSI": ("Hips", (0.06, 0, -0.5 * DEPTH)),
    "RPSI": ("Hips", (-0.06, 0, -0.5 * DEPTH)),
    "T10": ("Spine", (0, 0.02, -0.1)),
    "STRN": ("Spine", (0, -0.02, 0.1)),
    "C7": ("Neck", (0, 0, -0.08)),
    "CLAV": ("Neck", (0, 0, 0.08)),
    "LFHD": ("Head", (0.07, 0, 0.09)),
    "RFHD": ("Head", (-0.07, 0, 0.09)),
    "LBHD": ("Head", (0.07, 0, -0.09)),
    "RBHD": ("Head", (-0.07, 0, -0.09)),
}
for name, letter, sign in (("Left", "L", 1.0), ("Right", "R", -1.0)):
    first = len(NAMES)
    NAMES += [f"{name}{part}" for part in ("UpLeg", "Leg", "Foot", "Arm", "ForeArm", "Hand")]
    PARENTS += [0, first, first + 1, 2, first + 3, first + 4]
    OFFSETS += [(sign * HIP[0], HIP[1], HIP[2]), (0, -0.42, 0.01), (0, -0.41, -0.02)]
    OFFSETS += [(sign * 0.18, -0.05, 0), (sign * 0.28, 0, 0), (sign * 0.25, 0, 0.02)]
    ON |= {
        f"{letter}KNE": (f"{name}Leg", (0, 0, 0)),
        f"{letter}ANK": (f"{name}Foot", (0, 0, 0)),
        f"{letter}TOE": (f"{name}Foot", (0, -0.06, 0.15)),
        f"{letter}SHO": (f"{name}Arm", (0, 0, 0)),
        f"{letter}ELB": (f"{name}ForeArm", (0, 0, 0)),
        f"{letter}WRA": (f"{name}Hand", (0, 0, 0.03)),
        f"{letter}WRB": (f"{name}Hand", (0, 0, -0.03)),
        f"{letter}FIN": (f"{name}Hand", (sign * 0.1, 0, 0)),
    }


def body(turn: float = 1.0) -> Clip:
    """A person that moves every joint while the pelvis travels and turns."""
    skeleton = Skeleton.from_offsets(NAMES, PARENTS, OFFSETS)
    t = np.linspace(0.0, 1.0, FRAMES)
    rng = np.random.default_rng(4)
    axes = rng.normal(size=(len(NAMES), 3))
    phases = rng.uniform(0.0, 6.0, len(NAMES))
    angles = 0.25 * np.sin(4.0 * t[:, None] + phases)
    angles[:, 0] = turn * t
    axes[0] = (0.0, 1.0, 0.0)
    axes /= np.linalg.norm(axes, axis=1)[:, None]
    roots = np.stack([0.3 * t, 1.0 + 0.02 * np.sin(9 * t), 0.8 * t], axis=1)
    return Clip(skeleton, FPS, roots, quat_from_axis_angle(angles[..., None] * axes))


def marked(clip: Clip, noise: float = 0.0) -> MarkerClip:
    world = forward_kinematics(clip)
    places = []
    for joint, offset in ON.values():
        own = NAMES.index(joint)
        places.append(world.positions[:, own] + quat_rotate(world.rotations[:, own], np.array(offset)))
    stacked = np.stack(places, axis=1) + noise * np.random.default_rng(1).normal(size=(FRAMES, len(ON), 3))
    seen = np.ones(stacked.shape[:2], dtype=bool)
    return MarkerClip(tuple(ON), FPS, stacked, seen, np.zeros(seen.shape))


def joint_errors(clip: Clip, solved: Clip) -> np.ndarray:
    truth, found = forward_kinematics(clip).positions, forward_kinematics(solved).positions
    order = [solved.skeleton.index(name) for name in NAMES]
    return np.linalg.norm(found[:, order] - truth, axis=-1)


@pytest.mark.parametrize("turn", [0.0, 1.0, 6.0])
def test_joints_of_a_known_body_are_found(turn: float) -> None:
    clip = body(turn)
    solved = solve_markers(marked(clip))
    assert set(solved.clip.skeleton.names) == set(NAMES)
    assert joint_errors(clip, solved.clip).max() < 0.001
    assert solved.largest < 0.001
    assert solved.clip.fps == FPS
    assert len(solved.clip) == FRAMES


def test_the_stated_error_is_that_of_noisy_markers() -> None:
    clip = body()
    solved = solve_markers(marked(clip, noise=0.004))
    errors = joint_errors(clip, solved.clip)
    assert 0.001 < solved.mean < 0.006
    assert errors.mean() < 0.006
    assert f"{1000 * solved.mean:.1f} mm from the markers' places on average" in solved.notes[0]


def test_bones_keep_their_length() -> None:
    solved = solve_markers(marked(body(), noise=0.004)).clip
    assert solved.translations is None


def test_gaps_are_filled_and_said() -> None:
    clip = body()
    markers = marked(clip)
    seen, places = markers.seen.copy(), markers.positions.copy()
    column = list(ON).index("LKNE")
    seen[10:16, column] = False
    places[10:16, column] = 0.0
    solved = solve_markers(replace(markers, seen=seen, positions=places))
    assert "gaps were filled" in solved.notes[1]
    assert joint_errors(clip, solved.clip).max() < 0.01


def test_a_body_without_arms_and_with_a_prefix_is_solved() -> None:
    markers = marked(body())
    kept = [n for n, name in enumerate(ON) if name[1:] not in ("SHO", "ELB", "WRA", "WRB", "FIN")]
    part = replace(
        markers,
        names=tuple(f"Anna:{list(ON)[n]}" for n in kept),
        positions=markers.positions[:, kept],
        seen=markers.seen[:, kept],
        residuals=markers.residuals[:, kept],
    )
    solved = solve_markers(part)
    assert "LeftFoot" in solved.clip.skeleton
    assert "LeftHand" not in solved.clip.skeleton
    assert solved.largest < 0.001


def test_missing_markers_are_named() -> None:
    markers = marked(body())
    names = tuple("other" if name == "LANK" else name for name in markers.names)
    with pytest.raises(InvalidValue, match=r"this file lacks LANK\."):
        solve_markers(replace(markers, names=names))
    seen = markers.seen.copy()
    seen[:, list(ON).index("RKNE")] = False
    with pytest.raises(InvalidValue, match="RKNE"):
        solve_markers(replace(markers, seen=seen))


def test_a_real_capture_is_solved_within_a_centimetre(shared_data: Path) -> None:
    from kinegraph.formats import load

    solved = solve_markers(load(shared_data / "c3d" / "Sample_Static.c3d").markers[0])
    assert len(solved.clip.skeleton) == 16
    assert solved.largest < 0.01
    height = np.ptp(forward_kinematics(solved.clip).positions[0, :, 1])
    assert 1.0 < height < 2.0
