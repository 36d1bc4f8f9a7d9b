"""Goals: where the bodies of a creature should be in a frame. Gaits and channels write them, IK reads them.

This module does not import Creature: kernels use it, and recompile when anything that it imports changes.
"""

from typing import NamedTuple

from kinegraph.core.arrays import Floats

FACING = 3  # the heading in Goals.placement, after x, y and z


class Goals(NamedTuple):
    """Goals of a creature's bodies in one frame: B bodies, D deforms.

    In character space but for `placement`. The arrays are writable: kernels fill them. For many frames at
    once every array has a leading axis of frames.

    placement: (4,) x, y, z [m] and heading about Y [rad]: world-from-character.
    root_position, root_rotation: (3,) [m], (4,) of the root body, which is not solved for.
    positions, position_weights: (B, 3) [m] where handles should be, (B,) 0 to 1; 0 is no goal.
    rotations, rotation_weights: (B, 4) how bodies should be turned, (B,) 0 to 1; 0 leaves them free.
    deforms: (D,) per deform of the creature, 0 at rest.
    """

    placement: Floats
    root_position: Floats
    root_rotation: Floats
    positions: Floats
    position_weights: Floats
    rotations: Floats
    rotation_weights: Floats
    deforms: Floats

    def copy(self) -> "Goals":
        """Goals of their own with the same values."""
        return Goals(*(array.copy() for array in self))
