"""SkelAnimation samples as clips."""

from typing import Any

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError
from kinegraph.core.math.rotations import quat_normalize
from kinegraph.formats.mapping.frame_grid import ON_FRAME, frame_grid
from kinegraph.formats.mapping.rigid_motion import clip_of_locals, rigid_rotations, rigid_translations
from kinegraph.formats.usd.skeleton import UsdJoints
from kinegraph.formats.usd.splines import KEY

# Limits on frames times joints of a clip, since two samples far apart ask for any number of frames: always
# allowed (half an hour of ten joints), allowed per sample, and the most for any clip.
_FREE_JOINT_FRAMES = 500_000
_FRAMES_PER_SAMPLE = 20
_MOST_JOINT_FRAMES = 40_000_000
_SCALE_NOISE = 2e-3  # scales are stored as half floats


def read_samples(
    prim: Any, joints: UsdJoints, codes_per_second: float, source: str, notes: dict[str, None]
) -> Clip | None:
    """The clip of the SkelAnimation at `prim`; None where it moves no joint of this skeleton."""
    from pxr import UsdSkel

    schema = UsdSkel.Animation(prim)
    own = prim.GetCustomDataByKey(KEY) or {}
    name = str(own.get("name", prim.GetName()))
    tokens = [str(token) for token in schema.GetJointsAttr().Get() or ()]
    columns = [column for column, token in enumerate(tokens) if token in joints.joint_of_token]
    if not columns:
        notes[f"The animation {name!r} belongs to another skeleton and was left out."] = None
        return None
    which = np.array([joints.joint_of_token[tokens[column]] for column in columns])
    _note_scales(schema, columns, which, joints, name, notes)
    skeleton = joints.skeleton
    moves, turns = schema.GetTranslationsAttr(), schema.GetRotationsAttr()
    samples = _sample_codes(moves, turns)
    grid = frame_grid(samples / codes_per_second, _stated_rate(own))
    allowed = _FREE_JOINT_FRAMES + _FRAMES_PER_SAMPLE * len(samples) * len(skeleton)
    if grid.count * len(skeleton) > min(allowed, _MOST_JOINT_FRAMES):
        needed = f"{grid.count} frames of {len(skeleton)} joints"
        raise FormatError(source, f"{name!r} lasts too long: it would need {needed}.")
    if not grid.exact:
        rate = f"{grid.fps:g} frames a second"
        notes[f"The samples of {name!r} lie on no frame grid; it was sampled at {rate}."] = None
    codes = _snap(grid.times() * codes_per_second, samples, ON_FRAME * codes_per_second)
    rotations = np.tile(skeleton.rest_rotations, (grid.count, 1, 1))
    places = np.tile(skeleton.offsets, (grid.count, 1, 1))
    if (turned := _values(turns, codes, len(tokens), 4, source, name)) is not None:
        rotations[:, which] = rigid_rotations(joints.tree, which, quat_normalize(turned[:, columns]))
    if (moved := _values(moves, codes, len(tokens), 3, source, name)) is not None:
        places[:, which] = rigid_translations(joints.tree, which, moved[:, columns])
    return clip_of_locals(skeleton, grid.fps, places, rotations, name)


def _sample_codes(moves: Any, turns: Any) -> Floats:
    """(S,) the time codes that have a sample; zero alone where there are none."""
    codes = [np.array(attribute.GetTimeSamples() or (), dtype=np.float64) for attribute in (moves, turns)]
    return np.unique(np.concatenate(codes)) if any(map(len, codes)) else np.zeros(1)


def _stated_rate(own: dict[str, Any]) -> float | None:
    fps = own.get("fps")
    return float(fps) if isinstance(fps, int | float) and 0.0 < fps <= 1e5 else None


def _snap(codes: Floats, samples: Floats, slack: float) -> Floats:
    """Frame times moved onto the samples that they are meant to be, so that nothing is interpolated there."""
    after = np.clip(np.searchsorted(samples, codes), 0, len(samples) - 1)
    before = np.maximum(after - 1, 0)
    nearest = np.where(np.abs(samples[before] - codes) < np.abs(samples[after] - codes), before, after)
    return np.where(np.abs(samples[nearest] - codes) <= slack, samples[nearest], codes)


def _values(attribute: Any, codes: Floats, count: int, width: int, source: str, name: str) -> Floats | None:
    """(F, count, width) of an array attribute, read once if it does not change; None if it has no value."""
    changing = attribute.ValueMightBeTimeVarying()
    found: Floats | None = None
    for frame, code in enumerate(codes.tolist() if changing else codes[:1].tolist()):
        value = attribute.Get(code)
        if value is None:
            return None
        row = np.array(value, dtype=np.float64)
        if row.shape != (count, width):
            if row.size == 0:
                return None
            raise FormatError(source, f"{name!r} has {len(row)} values for {count} joints.")
        if not np.isfinite(row).all():
            raise FormatError(source, f"{name!r} holds a value that is not a finite number.")
        if found is None:
            found = np.empty((len(codes), count, width))
        found[frame if changing else slice(None)] = row
    return found


def _note_scales(
    schema: Any, columns: list[int], which: Ints, joints: UsdJoints, name: str, notes: dict[str, None]
) -> None:
    attribute = schema.GetScalesAttr()
    for code in attribute.GetTimeSamples() or [0.0]:
        value = attribute.Get(code)
        scales = np.array(() if value is None else value, dtype=np.float64)
        if scales.ndim != 2 or scales.shape[1] != 3 or max(columns) >= len(scales):
            return
        if np.abs(scales[columns] - joints.scales[which]).max() > _SCALE_NOISE:
            notes[f"The animated scale of {name!r} was left out: joints have none."] = None
            return
