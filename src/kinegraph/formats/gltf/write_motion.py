"""Clips and keyed animations as glTF animations: LINEAR samples, and CUBICSPLINE keys with true slopes."""

from dataclasses import asdict
from typing import Any, Protocol

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


class Nodes(Protocol):
    """The nodes of a skeleton's joints in a document."""

    def number(self, joint: int) -> int:
        """The node of a joint."""
        ...

    def local(self, joint: int, path: str, values: Floats, rate: bool) -> Floats:
        """(K, n) translations [m] or rotations of a joint as those of its node. rate: They are per second."""
        ...


class JointNodes:
    """Joint i is node i, without any scale."""

    def number(self, joint: int) -> int:
        """The joint's own number."""
        return joint

    def local(self, joint: int, path: str, values: Floats, rate: bool) -> Floats:
        """The values as they are."""
        return values


class MotionWriter:
    """Writes motions. nodes: Where their joints are; by default joint i is node i."""

    def __init__(self, buffer: BufferWriter, tolerance: Tolerance, nodes: Nodes | None = None) -> None:
        self._buffer = buffer
        self._tolerance = tolerance
        self._nodes = nodes or JointNodes()

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
            for joint in range(values.shape[1]):
                if resting[joint] and joint > 0:
                    continue
                keys = self._nodes.local(joint, path, values[:, joint], rate=False).astype(np.float32)
                times = frames
                if still[joint] and joint > 0:
                    if start is None:
                        start = self._buffer.array(np.zeros(1, np.float32), bounds=True)
                    times, keys = start, keys[:1]
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
            keys = self._buffer.array(self._keys(track))
            kind = "STEP" if track.stepped else "CUBICSPLINE"
            self._channel(written, track.joint, track.path, times_of[key], keys, kind)
        return written

    def _channel(
        self, written: NodeAnimation, joint: int, path: str, times: int, keys: int, interpolation: str
    ) -> None:
        target = Target(node=self._nodes.number(joint), path=path)
        written.channels.append(AnimationChannel(sampler=len(written.samplers), target=target))
        written.samplers.append(Sampler(input=times, output=keys, interpolation=interpolation))

    def _keys(self, track: SplineTrack) -> np.ndarray:
        """(K, n) values, or (3 K, n) rate before, value, rate after, as CUBICSPLINE has them."""
        joint, path = track.joint, track.path
        values = self._nodes.local(joint, path, track.values, rate=False)
        if track.stepped:
            return values.astype(np.float32)
        slopes = [
            self._nodes.local(joint, path, each, rate=True) for each in (track.in_slopes, track.out_slopes)
        ]
        parts: Floats = np.stack([slopes[0], values, slopes[1]], axis=1)
        return parts.reshape(-1, parts.shape[2]).astype(np.float32)
