"""SkelAnimation samples as clips."""

from typing import Any

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError
from kinegraph.core.rotations import quat_normalize
from kinegraph.formats.frame_grid import ON_FRAME, frame_grid
from kinegraph.formats.rigid_motion import rigid_rotations, rigid_translations
from kinegraph.formats.usd_skeleton import UsdJoints
from kinegraph.formats.usd_splines import KEY

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
    columns = [
        (column, joints.joint_of_token[token])
        for column, token in enumerate(tokens)
        if token in joints.joint_of_token
    ]
    if not columns:
        notes[f"The animation {name!r} belongs to another skeleton and was left out."] = None
        return None
    attributes = (schema.GetTranslationsAttr(), schema.GetRotationsAttr())
    samples = np.unique(
        np.concatenate([np.array(a.GetTimeSamples() or (), dtype=np.float64) for a in attributes])
    )
    samples = samples if len(samples) else np.zeros(1)
    if not np.isfinite(samples).all():
        raise FormatError(source, f"{name!r} has a sample at a time that is no number.")
    stated = own.get("fps")
    grid = frame_grid(
        samples / codes_per_second,
        float(stated) if isinstance(stated, int | float) and 0 < stated < 1e5 else None,
    )
    if grid.count * len(joints.skeleton) > _MOST_JOINT_FRAMES:
        raise FormatError(
            source, f"{name!r} would need {grid.count} frames of {len(joints.skeleton)} joints."
        )
    if not grid.exact:
        notes[
            f"The samples of {name!r} lie on no frame grid; it was sampled at {grid.fps:g} frames a second."
        ] = None
    codes = _snapped(grid.times() * codes_per_second, samples, ON_FRAME * codes_per_second)
    _note_scales(schema, columns, joints, name, notes)
    which = np.array([joint for _, joint in columns])
    read = [column for column, _ in columns]
    rotations = np.tile(joints.skeleton.rest_rotations, (grid.count, 1, 1))
    places = np.tile(joints.skeleton.offsets, (grid.count, 1, 1))
    moved = _values(attributes[0], codes, len(tokens), 3, source, name)
    turned = _values(attributes[1], codes, len(tokens), 4, source, name)
    if turned is not None:
        rotations[:, which] = rigid_rotations(joints.tree, which, quat_normalize(turned[:, read]))
    if moved is not None:
        places[:, which] = rigid_translations(joints.tree, which, moved[:, read])
    slack = 1e-6 * max(1.0, float(np.abs(joints.skeleton.offsets).max()))
    slides = bool((np.abs(places[:, 1:] - joints.skeleton.offsets[1:]) > slack).any())
    return Clip(joints.skeleton, grid.fps, places[:, 0].copy(), rotations, places if slides else None, name)


def _snapped(codes: Floats, samples: Floats, slack: float) -> Floats:
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
    schema: Any, columns: list[tuple[int, int]], joints: UsdJoints, name: str, notes: dict[str, None]
) -> None:
    attribute = schema.GetScalesAttr()
    for code in (attribute.GetTimeSamples() or [0.0])[:10_000]:
        scales = np.array(attribute.Get(code) if attribute.Get(code) is not None else (), dtype=np.float64)
        if scales.ndim != 2 or scales.shape[1] != 3:
            return
        for column, joint in columns:
            if column < len(scales) and np.abs(scales[column] - joints.scales[joint]).max() > _SCALE_NOISE:
                notes[f"The animated scale of {name!r} was left out: joints have none."] = None
                return
