"""Node animations of a glTF file: smooth ones as keyed Animations, the others as dense Clips."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from kinegraph.core.animation import QUATERNION, Animation, Channel, KeyTag, Property
from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.clip_event import ClipEvent
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import InvalidValue
from kinegraph.formats.gltf.accessors import Accessors
from kinegraph.formats.gltf.container import GltfFile
from kinegraph.formats.gltf.nodes import NodeTree
from kinegraph.formats.gltf.schema import AnimationChannel, NodeAnimation, own_extras
from kinegraph.formats.mapping.frame_grid import FrameGrid, frame_grid
from kinegraph.formats.mapping.key_sampling import curves_of_slerp, sample_keys
from kinegraph.formats.mapping.rigid_motion import (
    clip_of_locals,
    rigid_rotations,
    rigid_translations,
    to_rest,
)

# Limits on frames times joints of all motions of one file, since two keys far apart ask for any number of
# frames: always allowed (an hour of ten joints), more with the file's size (a byte each; a dense key has
# twenty), and the most for any file.
_FREE_JOINT_FRAMES = 2_000_000
_MOST_JOINT_FRAMES = 40_000_000
_MOST_ANIMATIONS = 10_000
_MOST_EVENTS = 100_000
_SCALE_NOISE = 1e-3
_KINDS = {"translation": "VEC3", "rotation": "VEC4", "scale": "VEC3"}


class Track(NamedTuple):
    """The keys of one joint's translation, rotation or scale.

    values: (K, n), or for CUBICSPLINE (K, 3, n): rate before the key, value, rate after it.
    input: The accessor that the times came from: tracks that share it are sampled together.
    """

    joint: int
    path: str
    interpolation: str
    times: Floats
    values: Floats
    input: int


@dataclass
class AnimationReader:
    """Reads the animations of one file; keeps the motions read so far, their size, and notes."""

    file: GltfFile
    accessors: Accessors
    nodes: NodeTree

    def __post_init__(self) -> None:
        self.notes: dict[str, None] = {}
        self.clips: list[Clip] = []
        self.animations: list[Animation] = []
        size = sum(map(len, self.file.buffers))
        self._joint_frames_left = min(_FREE_JOINT_FRAMES + size, _MOST_JOINT_FRAMES)
        self._checked_times: set[int] = set()
        if len(self.file.document.animations) > _MOST_ANIMATIONS:
            count = len(self.file.document.animations)
            raise self.file.fail(f"it has {count} animations; at most {_MOST_ANIMATIONS} are supported.")
        for index, animation in enumerate(self.file.document.animations):
            self._read(animation, animation.name or f"animation_{index}")

    def _read(self, animation: NodeAnimation, name: str) -> None:
        tracks = [track for channel in animation.channels if (track := self._track(animation, channel, name))]
        self._note_scales(tracks, name)
        tracks = [track for track in tracks if track.path != "scale"]
        if not tracks:
            self.notes[f"The animation {name!r} moves no joint and was left out."] = None
            return
        own = own_extras(animation)
        smooth = any(track.interpolation == "CUBICSPLINE" for track in tracks)
        moments = {track.input: track.times for track in tracks}
        grid = frame_grid(np.concatenate(list(moments.values())), _stated_rate(own))
        if any(self.nodes.tree.uneven[track.joint] for track in tracks):
            self.notes["Joints below an uneven scale move approximately: a skeleton has no scale."] = None
        self._charge(grid, name)
        if smooth or own.get("kind") == "animation":
            self.animations.append(self._animation(tracks, grid, name, own))
        else:
            clip = self._clip(tracks, grid, name)
            self.clips.append(replace(clip, events=_events(own)))

    def _track(self, animation: NodeAnimation, channel: AnimationChannel, name: str) -> Track | None:
        path, node = channel.target.path, channel.target.node
        if path == "weights":
            self.notes["Animated morph targets were left out."] = None
        if path not in _KINDS or node not in self.nodes.joint_of_node:
            return None
        sampler = self.file.at(animation.samplers, channel.sampler, f"a channel of {name!r}")
        times = self._times(sampler.input, name)
        values = self.accessors.floats(sampler.output, (_KINDS[path],), f"the keys of {name!r}")
        if sampler.interpolation not in ("STEP", "LINEAR", "CUBICSPLINE"):
            raise self.file.fail(f"{name!r} has the unknown interpolation {sampler.interpolation[:30]!r}.")
        per_key = 3 if sampler.interpolation == "CUBICSPLINE" else 1
        if len(values) != per_key * len(times):
            wanted = per_key * len(times)
            raise self.file.fail(
                f"{name!r} has {len(values)} values for {len(times)} key times; expected {wanted}."
            )
        if per_key == 3:
            values = values.reshape(len(times), 3, -1)
        joint = self.nodes.joint_of_node[node]
        return Track(joint, path, sampler.interpolation, times, values, sampler.input)

    def _times(self, index: int, name: str) -> Floats:
        times = self.accessors.floats(index, ("SCALAR",), f"the key times of {name!r}")[:, 0]
        if index not in self._checked_times:
            if len(times) == 0:
                raise self.file.fail(f"{name!r} has a sampler without keys.")
            if (np.diff(times) <= 0.0).any():
                key = int(np.argmax(np.diff(times) <= 0.0)) + 1
                raise self.file.fail(f"the key times of {name!r} must increase; they do not at key {key}.")
            self._checked_times.add(index)
        return times

    def _note_scales(self, tracks: list[Track], name: str) -> None:
        for track in tracks:
            if track.path == "scale":
                values = track.values[:, 1] if track.interpolation == "CUBICSPLINE" else track.values
                constant = self.nodes.scales[track.joint]
                if (np.abs(values - constant) > _SCALE_NOISE * np.maximum(np.abs(constant), 1e-9)).any():
                    self.notes[f"The animated scale of {name!r} was left out: joints have none."] = None
                    return

    def _charge(self, grid: FrameGrid, name: str) -> None:
        """Counts a motion's frames, an animation's too: sooner or later it is baked."""
        joints = len(self.nodes.skeleton)
        self._joint_frames_left -= grid.count * joints
        if self._joint_frames_left < 0:
            raise self.file.fail(
                f"{name!r} lasts too long: it would need {grid.count} frames of {joints} joints."
            )

    def _clip(self, tracks: list[Track], grid: FrameGrid, name: str) -> Clip:
        skeleton = self.nodes.skeleton
        if not grid.exact:
            rate = f"{grid.fps:g} frames a second"
            self.notes[f"The keys of {name!r} lie on no frame grid; it was sampled at {rate}."] = None
        if grid.start * grid.fps > 1.5:  # one frame is an exporter that counts from 1
            self.notes[f"{name!r} starts with its first key, at {grid.start:.4g} s in the file."] = None
        frames = grid.times()
        rotations = np.tile(skeleton.rest_rotations, (grid.count, 1, 1))
        places = np.tile(skeleton.offsets, (grid.count, 1, 1))
        groups: dict[tuple[int, str, str], list[Track]] = {}
        for track in tracks:
            groups.setdefault((track.input, track.path, track.interpolation), []).append(track)
        for (_, path, interpolation), group in groups.items():
            joints = np.array([track.joint for track in group])
            keys = np.stack([track.values for track in group], axis=1)
            sampled = sample_keys(group[0].times, keys, frames, interpolation, path == "rotation")
            if path == "rotation":
                rotations[:, joints] = rigid_rotations(self.nodes.tree, joints, sampled)
            else:
                places[:, joints] = rigid_translations(self.nodes.tree, joints, sampled)
        return clip_of_locals(skeleton, grid.fps, places, rotations, name)

    def _animation(self, tracks: list[Track], grid: FrameGrid, name: str, own: dict[str, Any]) -> Animation:
        curves: dict[Channel, Curve] = {}
        shift = own.get("shift")  # of an animation that started before zero, where glTF's time does
        shift = float(shift) if isinstance(shift, int | float) else 0.0
        for track in tracks:
            rotation = track.path == "rotation"
            kind = Property.ROTATION if rotation else Property.TRANSLATION
            for axis, curve in enumerate(self._curves(track, grid, shift)):
                curves[Channel(track.joint, kind, axis)] = curve
        resampled = own.get("resampled")
        if isinstance(resampled, str):
            self.notes[resampled] = None
        times, tags = _columns(own)
        modes = (QUATERNION,) * len(self.nodes.skeleton)
        return Animation(self.nodes.skeleton, grid.fps, curves, modes, times, tags, name)

    def _curves(self, track: Track, grid: FrameGrid, shift: float) -> list[Curve]:
        """The track as curves of displacement from rest, one per component."""
        times = _snap(track.times - shift, grid.fps)
        rotation = track.path == "rotation"
        if track.interpolation == "CUBICSPLINE":
            before, values, after = (
                to_rest(self.nodes, track.joint, track.values[:, part], rotation, rate=part != 1)
                for part in range(3)
            )
            if rotation and values[0, 3] < 0.0:  # the same rotations; near w = 1 they are easier to edit
                before, values, after = -before, -values, -after
            return [
                Curve.hermite(times, values[:, axis], before[:, axis], after[:, axis])
                for axis in range(values.shape[1])
            ]
        values = to_rest(self.nodes, track.joint, track.values, rotation)
        if rotation and track.interpolation == "LINEAR":
            return curves_of_slerp(times, values)
        make = Curve.stepped if track.interpolation == "STEP" else Curve.linear
        return [make(times, values[:, axis]) for axis in range(values.shape[1])]


def _stated_rate(own: dict[str, Any]) -> float | None:
    fps = own.get("fps")
    return float(fps) if isinstance(fps, int | float) and 0.0 < fps <= 1e5 else None


def _columns(own: dict[str, Any]) -> tuple[Floats, tuple[KeyTag, ...]]:
    """The tagged key columns that Kinegraph wrote; empty where there are none or they are damaged."""
    try:
        times = np.array([float(time) for time, _ in own.get("columns", ())])
        tags = tuple(KeyTag(tag) for _, tag in own.get("columns", ()))
    except (TypeError, ValueError, OverflowError):
        return np.empty(0), ()
    return (times, tags) if (np.diff(times) > 0.0).all() else (np.empty(0), ())


def _events(own: dict[str, Any]) -> tuple[ClipEvent, ...]:
    """The events that Kinegraph wrote; none where there are none or they are damaged."""
    listed = own.get("events")
    if not isinstance(listed, list) or len(listed) > _MOST_EVENTS:
        return ()
    found = []
    for entry in listed:
        try:
            words = [str(entry.get(word, ""))[:200] for word in ("name", "kind", "part")]
            found.append(ClipEvent(float(entry["time"]), *words))
        except (AttributeError, LookupError, TypeError, ValueError, OverflowError, InvalidValue):
            return ()
    return tuple(found)


def _snap(times: Floats, fps: float) -> Floats:
    """Times on a frame but for float32 rounding, put exactly there."""
    frames = np.rint(times * fps) / fps
    snapped = np.where(np.abs(times - frames) <= 2.5e-7 * np.maximum(1.0, np.abs(times)), frames, times)
    return snapped if (np.diff(snapped) > 0.0).all() else times
