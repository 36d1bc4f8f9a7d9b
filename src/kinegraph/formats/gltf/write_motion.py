"""Clips and keyed animations as glTF animations: LINEAR samples, and CUBICSPLINE keys with true slopes."""

from dataclasses import asdict
from typing import Any

import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import unroll_quats
from kinegraph.formats.gltf.buffer import BufferWriter
from kinegraph.formats.gltf.schema import (
    AnimationChannel,
    NodeAnimation,
    Sampler,
    Target,
)
from kinegraph.formats.gltf.splines import SplineTrack, Tolerance, spline_tracks

_REST = 1e-9  # a joint that stays this close to rest needs no channel


class MotionWriter:
    """Writes motions whose joint i is node i."""

    def __init__(self, buffer: BufferWriter, tolerance: Tolerance) -> None:
        self._buffer = buffer
        self._tolerance = tolerance

    def clip(self, clip: Clip) -> NodeAnimation:
        """A clip as LINEAR keys on every frame; joints that keep still have one key, or none if they rest.

        The root always has all of its keys: they carry the clip's length.
        """
        own: dict[str, Any] = {"kind": "clip", "fps": clip.fps}
        if clip.events:
            own["events"] = [asdict(event) for event in clip.events]
        written = NodeAnimation(name=clip.name, channels=[], samplers=[], extras={"kinegraph": own})
        frames = self._buffer.array(clip.times.astype(np.float32), bounds=True)
        start = None
        skeleton = clip.skeleton
        places = clip.root_translations[:, None] if clip.translations is None else clip.translations
        for path, values, rest in (
            ("translation", places, skeleton.offsets),
            ("rotation", unroll_quats(clip.rotations), skeleton.rest_rotations),
        ):
            still = (np.abs(values - values[0]) <= _REST).all(axis=(0, 2))
            resting = still & (np.abs(values[0] - rest[: values.shape[1]]) <= _REST).all(axis=1)
            by_joint = np.ascontiguousarray(values.transpose(1, 0, 2), dtype=np.float32)
            for joint in range(values.shape[1]):
                if resting[joint] and joint > 0:
                    continue
                if still[joint] and joint > 0:
                    if start is None:
                        start = self._buffer.array(np.zeros(1, np.float32), bounds=True)
                    times, keys = start, by_joint[joint, :1]
                else:
                    times, keys = frames, by_joint[joint]
                self._channel(written, joint, path, times, self._buffer.array(keys), "LINEAR")
        return written

    def animation(self, animation: Animation) -> NodeAnimation:
        """A keyed animation as CUBICSPLINE keys, with more keys where its handles need them."""
        splines = spline_tracks(animation, self._tolerance)
        columns = [
            [float(time), str(tag)]
            for time, tag in zip(animation.column_times, animation.column_tags, strict=True)
        ]
        own: dict[str, Any] = {"kind": "animation", "fps": animation.fps, "columns": columns}
        shift = max(0.0, -animation.start)  # glTF's time starts at zero
        if shift:
            own["shift"] = shift
        if splines.added_keys:
            own["resampled"] = (
                f"{animation.name!r} was written with {splines.added_keys} keys more than it had, because "
                f"glTF has no handles; it strays by at most {splines.rotation_error:.2g} degrees and "
                f"{splines.translation_error:.2g} mm."
            )
        written = NodeAnimation(name=animation.name, channels=[], samplers=[], extras={"kinegraph": own})
        times_of: dict[bytes, int] = {}
        for track in splines.tracks:
            moments = (track.times + shift).astype(np.float32)
            key = moments.tobytes()
            if key not in times_of:
                times_of[key] = self._buffer.array(moments, bounds=True)
            keys = self._buffer.array(_keys(track))
            kind = "STEP" if track.stepped else "CUBICSPLINE"
            self._channel(written, track.joint, track.path, times_of[key], keys, kind)
        return written

    @staticmethod
    def _channel(
        written: NodeAnimation, joint: int, path: str, times: int, keys: int, interpolation: str
    ) -> None:
        target = Target(node=joint, path=path)
        written.channels.append(AnimationChannel(sampler=len(written.samplers), target=target))
        written.samplers.append(Sampler(input=times, output=keys, interpolation=interpolation))


def _keys(track: SplineTrack) -> np.ndarray:
    """(K, n) values, or (3 K, n) rate before, value, rate after, as CUBICSPLINE has them."""
    if track.stepped:
        return track.values.astype(np.float32)
    parts: Floats = np.stack([track.in_slopes, track.values, track.out_slopes], axis=1)
    return parts.reshape(-1, parts.shape[2]).astype(np.float32)
