"""Binary frames of Keys: what there is to choose, what was chosen and how it plays, and its curves."""

from kinegraph.core.animation import KeyTag
from kinegraph.studio.document.frames import FrameHeader
from kinegraph.studio.document.key_fields import KeyFigures, KeyMiss, KeySettings


class KeyChoicesFrame(FrameHeader, frozen=True, kw_only=True):
    """All numbers of keys that a motion can have, and what each would cost.

    Arrays: counts (K,) int32, ascending; errors (K,) float32 [m]; forced (F,) int32, the frames that settings
    and jumps make keys; importance (N,) float32 per frame, 0 to 1: how long a key there survives as the
    count shrinks.

    motion, blob: The source, and what it held.
    frames, fps: Of the source.
    automatic: The number of keys that the settings choose.
    layer_counts: Of the automatic choice, the keys up to and including each layer.
    accuracy: Of each layer there is, the threshold asked for or the usual one.
    leading: Joints of the leading part, proposed or chosen.
    objectives: Names that `KeySettings.objective` can have.
    allowed: How far from the source the automatic choice is to play, asked for or usual [m].
    left_out: How many frames of a calibration pose were left out.
    notes: What was done, in sentences ("cut into three pieces").
    settings: Those that it was computed with, complete.
    """

    motion: str
    blob: str
    frames: int
    fps: float
    automatic: int
    layer_counts: tuple[int, ...]
    accuracy: tuple[float, ...]
    leading: tuple[str, ...]
    objectives: tuple[str, ...]
    allowed: float
    left_out: int
    notes: tuple[str, ...]
    settings: KeySettings


class KeysFrame(FrameHeader, frozen=True, kw_only=True):
    """A keyed motion as it plays, beside the motion it came of.

    Arrays: keyFrames (K,) int32, the frame nearest to each column; tags (K,) uint8 (0 keypose, 1 breakdown,
    2 detail); importance (K,) float32, 1 for keys set by hand; roots (F, 3), rotations (F, J, 4), and
    translations (F, J, 3) where joints slide, all float32, as in a `ClipFrame`; distances (N, J) float32 [m]
    of every joint, or a tip that it carries, from where it was in the source, over the source's N frames, 0
    outside the keyed span; empty (0, J) where there is no source.

    motion: The source; null for keyed motion that was not made in Keys, or whose source is gone.
    result: The keyed motion; null while it has not been made.
    blob: What the keyed motion holds; empty for a preview.
    count: How many columns of keys there are.
    figures: How far it plays from the source; null where there is none.
    missed: Where it is farther from there than the settings ask for, or promise; null where it is not.
    quick: Whether its curves come from a quick fit: the final ones come closer.
    gesture: The drag that a preview belongs to.
    """

    motion: str | None
    result: str | None
    blob: str
    fps: float
    count: int
    figures: KeyFigures | None
    missed: KeyMiss | None
    preview: bool
    quick: bool
    gesture: str | None


class CurvesFrame(FrameHeader, frozen=True, kw_only=True):
    """A keyed motion's curves.

    Arrays: channels (C, 4) int32: joint, property (0 translation, 1 rotation), axis, number of keys; the keys
    of all channels one behind the other: times (K,), values (K,), inHandles (K, 2), outHandles (K, 2) float64
    [s, unit], absolute; holds (K,) uint8; and of the columns, which are all times at which there is a key:
    columnTimes (T,) float64 [s], columnImportance (T,) float32.

    blob: What the motion holds; empty for a preview.
    rotation_modes: Per joint an Euler order ("ZXY") or "QUATERNION".
    column_tags: What each column is.
    gesture: The drag that a preview belongs to.
    """

    motion: str
    blob: str
    fps: float
    rotation_modes: tuple[str, ...]
    column_tags: tuple[KeyTag, ...]
    preview: bool
    gesture: str | None


AnyKeyFrame = KeyChoicesFrame | KeysFrame | CurvesFrame
