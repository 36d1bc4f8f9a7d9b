"""Pose: where every joint of a skeleton is at one moment."""

from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import ArrayField, Floats, frozen_floats, frozen_quats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.skeleton import Skeleton


@dataclass(frozen=True, eq=False)
class Pose:
    """One pose of a skeleton.

    root_translation: (3,) the root's position in the world [m].
    rotations: (J, 4) parent-from-joint rotations (the root's: world-from-root), unit quaternions xyzw.
    translations: (J, 3) positions in the parent's frame [m] where joints also slide; row 0 repeats the
        root's. None where every joint but the root keeps its skeleton offset.
    """

    skeleton: Skeleton
    root_translation: ArrayField
    rotations: ArrayField
    translations: Floats | None = None

    def __post_init__(self) -> None:
        count = len(self.skeleton)
        set_field = object.__setattr__
        set_field(
            self, "root_translation", frozen_floats("Pose root translation", self.root_translation, (3,))
        )
        set_field(self, "rotations", frozen_quats("Pose rotations", self.rotations, (count, 4)))
        if self.translations is not None:
            translations = frozen_floats("Pose translations", self.translations, (count, 3))
            if not np.array_equal(translations[0], self.root_translation):
                raise InvalidValue("Pose translations must repeat the root translation in row 0.")
            set_field(self, "translations", translations)

    def with_root(self, root: Floats, rotations: Floats | None = None) -> "Pose":
        """The pose with the root moved to `root` (3,) [m], and with `rotations` (J, 4) where given."""
        sliding = self.translations
        if sliding is not None:
            sliding = np.concatenate([root[None], sliding[1:]])
        turned = self.rotations if rotations is None else rotations
        return replace(self, root_translation=root, rotations=turned, translations=sliding)

    @staticmethod
    def rest(skeleton: Skeleton) -> "Pose":
        """The pose in which the skeleton was defined."""
        return Pose(skeleton, skeleton.offsets[0], skeleton.rest_rotations)
