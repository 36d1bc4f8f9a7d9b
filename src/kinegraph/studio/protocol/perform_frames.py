"""Binary frames of Perform: poses while performing, keys as ghosts, and the paths of hands."""

from kinegraph.studio.document.frames import FrameHeader


class PerformFrame(FrameHeader, frozen=True, kw_only=True):
    """Pose of a character under the cursor of a set.

    Arrays: root (3,), rotations (J, 4), and translations (J, 3) where joints slide, as in a `PoseFrame`;
    influences (K,), how much each key of the set counts, together 1; controllers (S, 3) [m], where the
    controllers of all the character's sets are, each in its own space, in the order of `SetRecord.order`; all
    float32; degenerate (D,) int32, joints whose rotation is a guess because keys cancel each other there;
    walked (4,) float32, how far feet have carried the character along the ground, x, 0, z [m], after they
    have turned it about the vertical [rad], which the root has; and where the set has locators that move,
    locators (L, 3) float32, where they are, in the space of the set's controller [m].

    set: The set that the cursor is in charge of.
    sequence: That of the cursor message it answers.
    time: When it is, on the server's clock [s].
    """

    character: str
    set: str
    sequence: int
    time: float


class GhostFrame(FrameHeader, frozen=True, kw_only=True):
    """The pose that a key gives: its set's manipulators as it has them, over the pose that is being designed.

    Arrays: root (3,), rotations (J, 4), and translations (J, 3) where joints slide, as in a `PoseFrame`.
    """

    character: str
    set: str
    key: str


class PlaceFrame(FrameHeader, frozen=True, kw_only=True):
    """Place in a set nearest to the pose that is being designed: a place for its next key.

    Arrays: place (3,) float32 [m], in the space of the set's controller.

    difference: How far the set's pose there is from the designed one, as an RMS angle [rad].
    """

    set: str
    difference: float


class HealthFrame(FrameHeader, frozen=True, kw_only=True):
    """The health of a set on a grid in the plane of its markers, in the space of the set's controller.

    Arrays: corner (3,) [m], the first place; sides (2, 3) [m], from it to the last of its row, and to the
    first of the last row; heat (N, N), 0 where all is well to 1, by rows; guessed (N, N), the share of what
    moves that is a guess; missed (N, N) [m], how far the worst handle stays from its goal; turn (N, N), how
    fast the liveliest joint turns [rad per reach of the markers]; suggestions (S, 3) [m], where a further
    pose would help most, none or one; all float32.
    """

    set: str


class ContactFrame(FrameHeader, frozen=True, kw_only=True):
    """The contact points of a character, on which it stands and walks.

    Arrays: joints (P,) int32 that carry them; offsets (P, 3) float32 [m], in the joints' frames.
    """

    character: str


class PathFrame(FrameHeader, frozen=True, kw_only=True):
    """The path of a controller that a layer moves, all layers together.

    Arrays: times (N,) float64 [s], the layer's own events; places (N, 3) float32 [m], in the controller's
    space; walked (N, 3) float32 [m], how far feet have carried the character along the ground by then.

    blob: What the performance holds.
    """

    motion: str
    layer: str
    set: str
    blob: str


AnyPerformFrame = PerformFrame | GhostFrame | PlaceFrame | HealthFrame | ContactFrame | PathFrame
