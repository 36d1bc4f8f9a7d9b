"""Clip: a pose per frame at a fixed rate. Dense motion: a capture, a recording, a bake."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats, frozen_floats, frozen_quats
from kinegraph.core.clip_event import ClipEvent
from kinegraph.core.errors import InvalidValue
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton


@dataclass(frozen=True, eq=False)
class Clip:
    """Dense motion of one skeleton.

    fps: Frames per second; frame f is at f / fps seconds.
    root_translations: (F, 3) the root's position in the world [m].
    rotations: (F, J, 4) parent-from-joint rotations, unit quaternions xyzw.
    translations: (F, J, 3) positions in the parent's frame [m] where joints also slide; column 0 repeats the
        root's. None where every joint but the root keeps its skeleton offset.
    events: What happens in it, such as footsteps.
    """

    skeleton: Skeleton
    fps: float
    root_translations: Floats
    rotations: Floats
    translations: Floats | None = None
    name: str = "motion"
    events: tuple[ClipEvent, ...] = ()

    def __post_init__(self) -> None:
        if not (np.isfinite(self.fps) and self.fps > 0):
            raise InvalidValue(
                f"A clip's rate must be a positive number of frames per second, not {self.fps}."
            )
        joints = len(self.skeleton)
        set_field = object.__setattr__
        set_field(self, "fps", float(self.fps))
        set_field(self, "rotations", frozen_quats("Clip rotations", self.rotations, (None, joints, 4)))
        frames = len(self.rotations)
        if frames == 0:
            raise InvalidValue("A clip needs at least one frame.")
        roots = frozen_floats("Clip root translations", self.root_translations, (frames, 3))
        set_field(self, "root_translations", roots)
        if self.translations is not None:
            translations = frozen_floats("Clip translations", self.translations, (frames, joints, 3))
            if not np.array_equal(translations[:, 0], roots):
                raise InvalidValue("Clip translations must repeat the root translations in column 0.")
            set_field(self, "translations", translations)

    def __len__(self) -> int:
        return len(self.rotations)

    @property
    def duration(self) -> float:
        """Time from the first frame to the last [s]."""
        return (len(self) - 1) / self.fps

    @property
    def times(self) -> Floats:
        """(F,) time of each frame [s]."""
        return np.arange(len(self)) / self.fps

    def pose(self, frame: int) -> Pose:
        """The pose at a frame; negative counts from the end."""
        if not -len(self) <= frame < len(self):
            raise InvalidValue(f"Frame {frame} is outside the clip's {len(self)} frames.")
        sliding = None if self.translations is None else self.translations[frame]
        return Pose(self.skeleton, self.root_translations[frame], self.rotations[frame], sliding)

    def frames(self, start: int, stop: int) -> "Clip":
        """The frames start..stop-1 as a clip of their own, sharing the arrays."""
        sliding = None if self.translations is None else self.translations[start:stop]
        return Clip(
            self.skeleton,
            self.fps,
            self.root_translations[start:stop],
            self.rotations[start:stop],
            sliding,
            self.name,
            tuple(
                replace(event, time=max(0.0, event.time - start / self.fps))
                for event in self.events
                if start <= round(event.time * self.fps, 6) < stop
            ),
        )

    def with_roots(self, roots: Floats, rotations: Floats | None = None) -> "Clip":
        """The clip with the root moved to `roots` (F, 3) [m], and with `rotations` (F, J, 4) where given."""
        sliding = self.translations
        if sliding is not None:
            sliding = np.concatenate([roots[:, None], sliding[:, 1:]], axis=1)
        turned = self.rotations if rotations is None else rotations
        return replace(self, root_translations=roots, rotations=turned, translations=sliding)

    @staticmethod
    def from_poses(poses: Sequence[Pose], fps: float, name: str = "motion") -> "Clip":
        """Joins poses of one skeleton."""
        if not poses:
            raise InvalidValue("A clip needs at least one pose.")
        skeleton = poses[0].skeleton
        if any(pose.skeleton != skeleton for pose in poses):
            raise InvalidValue("The poses of a clip must all belong to one skeleton.")
        sliding = None
        if any(pose.translations is not None for pose in poses):
            sliding = np.stack([local_translations(pose) for pose in poses])
        return Clip(
            skeleton,
            fps,
            np.stack([pose.root_translation for pose in poses]),
            np.stack([pose.rotations for pose in poses]),
            sliding,
            name,
        )


def local_translations(motion: Pose | Clip) -> Floats:
    """(..., J, 3) every joint's position in its parent's frame [m], the root's in the world."""
    if motion.translations is not None:
        return motion.translations
    root = motion.root_translations if isinstance(motion, Clip) else motion.root_translation
    local = np.broadcast_to(motion.skeleton.offsets, (*root.shape[:-1], len(motion.skeleton), 3)).copy()
    local[..., 0, :] = root
    return local
