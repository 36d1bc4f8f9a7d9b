"""Binary frames of creatures: what one would play, and what one in the maker looks like."""

from kinegraph.studio.document.frames import FrameHeader


class PlayFrame(FrameHeader, frozen=True, kw_only=True):
    """Frames of an animation on a character that are no motion of the document: answers `TryOn`.

    Arrays: as of a `ClipFrame`.

    request: That of the `TryOn`.
    variants: How many ways to play there are.
    loops: Whether it begins again at its end.
    """

    request: int
    character: str
    fps: float
    variant: int
    variants: int
    loops: bool


class ShapeFrame(FrameHeader, frozen=True, kw_only=True):
    """A creature in the maker while it is dragged, coarser than it will be. Its record comes as a preview.

    Arrays: glb (N,) uint8, binary glTF in its rest pose; and where the motion that is looked at is one that
    this creature plays, roots, rotations and translations of that, as in a `ClipFrame`.

    fps: Of these [1/s].
    """

    character: str
    gesture: str
    fps: float


class GroundFrame(FrameHeader, frozen=True, kw_only=True):
    """The uneven part of the ground: answers `RequestGround`.

    Arrays: heights (X, Z) float32 [m].

    x, z: Of the first height [m].  spacing: Between heights, along both axes [m].
    """

    request: int
    x: float
    z: float
    spacing: float


AnyCreatureFrame = PlayFrame | ShapeFrame | GroundFrame
