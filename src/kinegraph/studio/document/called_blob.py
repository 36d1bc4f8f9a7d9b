"""A motion that a taught gesture plays, as a blob: its frames with the skeleton that they move."""

from kinegraph.core.clip import Clip
from kinegraph.core.skeleton import Skeleton
from kinegraph.studio.document.frames import FrameHeader, pack, report_damage, unpack


class CalledBlob(FrameHeader, frozen=True, kw_only=True):
    """Arrays of the clip, and parents, offsets and rest rotations of its joints."""

    name: str
    fps: float
    joints: tuple[str, ...]


def pack_called(clip: Clip) -> bytes:
    """The blob of a clip with its skeleton."""
    skeleton = clip.skeleton
    arrays = {
        "parents": skeleton.parents,
        "offsets": skeleton.offsets,
        "rest_rotations": skeleton.rest_rotations,
        "root_translations": clip.root_translations,
        "rotations": clip.rotations,
    }
    if clip.translations is not None:
        arrays["translations"] = clip.translations
    return pack(CalledBlob(name=clip.name, fps=clip.fps, joints=skeleton.names), arrays)


@report_damage("motion")
def unpack_called(blob: bytes) -> Clip:
    """The clip of a blob."""
    head, arrays = unpack(blob, CalledBlob)
    skeleton = Skeleton(head.joints, arrays["parents"], arrays["offsets"], arrays["rest_rotations"])
    sliding = arrays.get("translations")
    return Clip(skeleton, head.fps, arrays["root_translations"], arrays["rotations"], sliding, head.name)
