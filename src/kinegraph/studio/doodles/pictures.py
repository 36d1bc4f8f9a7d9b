"""Pictures behind drawings: checked where they come in, kept as they came."""

import io

from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.doodle_fields import DoodlePicture

MOST_BYTES = 20 * 10**6
_MOST_PIXELS = 60 * 10**6
_KEPT = {"PNG": "image/png", "JPEG": "image/jpeg"}
_READ = ("PNG", "JPEG", "GIF", "WEBP", "BMP")


class PictureTooLarge(KinegraphError):
    """More bytes than a picture may have."""

    def __init__(self) -> None:
        super().__init__(f"A picture may have up to {MOST_BYTES / 1e6:g} MB.")


def described_picture(data: bytes) -> DoodlePicture:
    """The record of a PNG or JPEG; raises InvalidValue for other data."""
    media, pixels = _inspect_picture(data)
    if media not in _KEPT.values():
        raise InvalidValue("A background picture is stored as PNG or JPEG.")
    return DoodlePicture(media=media, pixels=pixels, blob=blob_hash(data))


def received_picture(data: bytes) -> tuple[DoodlePicture, bytes]:
    """An uploaded picture as it is stored: a PNG or JPEG unchanged, others as PNG. For threads."""
    media, _ = _inspect_picture(data)
    if media not in _KEPT.values():
        data = _as_png(data)
    return described_picture(data), data


def _inspect_picture(data: bytes) -> tuple[str, tuple[int, int]]:
    """Kind and size of a picture, read to its end: what is cut off is refused."""
    from PIL import Image, UnidentifiedImageError

    if len(data) > MOST_BYTES:
        raise PictureTooLarge
    try:
        with Image.open(io.BytesIO(data), formats=_READ) as image:
            width, height = image.size
            small = width * height <= _MOST_PIXELS
            if small:
                image.load()
            media = _KEPT.get(str(image.format), "other")
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise InvalidValue("The picture cannot be read; use PNG, JPEG, GIF or WebP.") from None
    if not small:
        raise InvalidValue(f"A picture may have up to {_MOST_PIXELS // 10**6} million pixels.")
    return media, (width, height)


def _as_png(data: bytes) -> bytes:
    from PIL import Image

    with Image.open(io.BytesIO(data), formats=_READ) as image:
        out = io.BytesIO()
        image.convert("RGBA").save(out, "PNG")
    return out.getvalue()
