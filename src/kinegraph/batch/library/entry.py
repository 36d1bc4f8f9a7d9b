"""Entries of the library: every motion of one file, measured and drawn. This is what workers do."""

import io

import msgspec
import numpy as np

from kinegraph import __version__
from kinegraph.batch.library.measures import Measures, measure_motion
from kinegraph.batch.order import Order
from kinegraph.batch.work import THUMBNAIL_POSES, THUMBNAIL_SIZE
from kinegraph.core.bake import bake
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import KinegraphError
from kinegraph.creatures.retarget.clip_motion import without_calibration
from kinegraph.formats import load

MOST_MOTIONS = 500  # of one file


class Entry(msgspec.Struct, frozen=True):
    """One motion.

    descriptor: float32 bytes. thumbnail: A PNG file, empty where nothing can be drawn.
    """

    motion: str
    measures: Measures
    descriptor: bytes
    thumbnail: bytes


class FileEntries(msgspec.Struct, frozen=True):
    """The motions of a file, or the reason why there are none."""

    entries: tuple[Entry, ...]
    error: str | None = None


def read_entries(order: Order) -> FileEntries:
    """The motions of a file; errors become sentences."""
    try:
        if order.version != __version__:
            raise KinegraphError(f"this worker has Kinegraph {__version__}, and the library {order.version}.")
        return FileEntries(_entries(order.path))
    except KinegraphError as error:
        return FileEntries((), str(error))
    except MemoryError:
        return FileEntries((), "needs more memory than this worker has.")
    except OSError as error:
        return FileEntries((), f"cannot be read: {(error.strerror or str(error)).lower()}.")
    except Exception as error:  # a fault of ours in one file must not stop ten thousand others
        return FileEntries((), f"unexpected {type(error).__name__}: {error}")


def _entries(path: str) -> tuple[Entry, ...]:
    scene = load(path)
    if scene.character is None:
        raise KinegraphError("holds markers without a skeleton.")
    motions = (*scene.clips, *scene.animations)[:MOST_MOTIONS]
    if not motions:
        raise KinegraphError("holds no motion.")
    character = scene.character
    return tuple(describe_clip(each if isinstance(each, Clip) else bake(each), character) for each in motions)


def describe_clip(clip: Clip, character: Character) -> Entry:
    """One motion as an entry."""
    measures, descriptor = measure_motion(clip, character)
    return Entry(clip.name, measures, descriptor.astype(np.float32).tobytes(), _thumbnail(clip, character))


def _thumbnail(clip: Clip, character: Character) -> bytes:
    from PIL import Image

    from kinegraph.characters.rendering.footage import footage_of_clip
    from kinegraph.characters.rendering.strip import strip

    try:
        footage = footage_of_clip(character, without_calibration(clip))
        picture = strip(footage, THUMBNAIL_SIZE, THUMBNAIL_POSES)
    except KinegraphError:
        return b""
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "png")
    return file.getvalue()
