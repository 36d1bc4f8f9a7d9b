"""Columns of the rows and kinds of the layers that the mixing kernels read, and their tables by name."""

from typing import NamedTuple

from kinegraph.core.arrays import Floats, Ints

(
    START,
    END,
    FADE_IN,
    FADE_OUT,
    WEIGHT,
    FIRST,
    LOW,
    HIGH,
    RATE,
    REFERENCE,
    X,
    Y,
    Z,
    TURN_Y,
    TURN_W,
) = range(15)
"""One pass of a clip. START, END, FADE_IN, FADE_OUT: [s] of the scene. WEIGHT: 0 to 1.

FIRST: Where the clip's frame 0 is in the store. LOW, HIGH: First and last frame of the pass. RATE: Frames of
the clip per second of the scene. REFERENCE: Frame of the store from which an additive pass departs. X, Y, Z:
Shift [m]. TURN_Y, TURN_W: Turn about the vertical through the clip's origin, as a quaternion.
"""
ROW = 15
BASE, OVERRIDE, ADDITIVE = 0, 1, 2


class Tables(NamedTuple):
    """A track for the kernels.

    rows: (N, ROW) passes of clips, by layer, in the order of their starts.
    spans: (L, 2) first row of each layer, and one past its last.
    kinds: (L,) BASE, OVERRIDE or ADDITIVE.
    masks: (L, J + 1) share of the layer in each joint and, last, in the place of the root.
    roots: (F, 3) the root in the frames of all clips, one after the other [m].
    turns: (F, J, 4) rotations of the joints in them.
    slides: (F, J, 3) positions in the parents' frames [m], or (0, J, 3) if no joint slides.
    offsets: (J, 3) positions in the parents' frames at rest [m].
    root_rest: (4,) the root's rotation at rest, conjugated.
    """

    rows: Floats
    spans: Ints
    kinds: Ints
    masks: Floats
    roots: Floats
    turns: Floats
    slides: Floats
    offsets: Floats
    root_rest: Floats
