"""Layered motion of records: base and layers, unpacked."""

from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.skeleton import Skeleton
from kinegraph.keys.layer_stack import LayerStack, StackedMotion
from kinegraph.studio.document.key_fields import Layering
from kinegraph.studio.document.motion_blob import unpack_part
from kinegraph.studio.document.records import MotionRecord
from kinegraph.studio.document.spatial_set_blob import ReadBlob

# Frames times joints of one layered motion: it is merged frame by frame.
_MOST_JOINT_FRAMES = 40_000_000


def stack_of(record: MotionRecord, layering: Layering, skeleton: Skeleton, read_blob: ReadBlob) -> LayerStack:
    """The base and the layers of a layered motion."""
    base = unpack_part(read_blob(layering.base.blob), layering.base, record, skeleton)
    if isinstance(base, Clip) and len(base) < record.frames:
        raise InvalidValue(f"{record.name} has {record.frames} frames, but its base only {len(base)}.")
    if not 0 < record.frames * len(skeleton) <= _MOST_JOINT_FRAMES:
        raise InvalidValue(f"{record.name} cannot have {record.frames} frames.")
    layers = tuple(
        StackedMotion(
            each.name,
            unpack_part(read_blob(each.part.blob), each.part, record, skeleton),
            each.weight,
            each.muted,
            each.solo,
        )
        for each in layering.layers
    )
    return LayerStack(base, record.frames, record.fps, layers)
