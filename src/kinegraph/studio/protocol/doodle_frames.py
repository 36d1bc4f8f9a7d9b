"""Binary frames of Doodle: ink, props, and the character performing while the pen is down."""

from kinegraph.studio.document.frames import FrameHeader


class InkFrame(FrameHeader, frozen=True, kw_only=True):
    """A stroke.

    Arrays: points (N, 2) float64, on the sheet [m] or, of lines drawn from a camera, picture points; times
    (N,) float64, since the pen came down [s]; pressure (N,) float32, 0 to 1, where the device felt any.

    blob: As `InkStroke.blob`; empty for a stroke that a drag has changed.
    """

    doodle: str
    stroke: str
    blob: str


class PropsFrame(FrameHeader, frozen=True, kw_only=True):
    """Places of the things on the sheet, frame by frame, from the performance's begin until they rest.

    Arrays: places (P, F, 3) of the middles of their undersides [m], rotations (P, F, 4) xyzw; float32.

    props: Their ids, in the order of the arrays.
    """

    doodle: str
    state: str
    fps: float
    props: tuple[str, ...]


class DoodleFrame(FrameHeader, frozen=True, kw_only=True):
    """A character that performs a line while it is drawn, or that wakes up after it was drawn.

    Arrays: as of a `PoseFrame`.

    stroke: The line.
    time: Of the performance [s].
    waiting: Whether it has done all that is settled so far and holds still.
    ended: Whether this is the last one.
    """

    character: str
    doodle: str
    stroke: str
    time: float
    waiting: bool
    ended: bool


AnyDoodleFrame = InkFrame | PropsFrame | DoodleFrame
