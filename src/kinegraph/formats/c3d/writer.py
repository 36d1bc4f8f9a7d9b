"""Writing C3D: markers, or the joints of a motion as markers, as floats in millimetres with Z up."""

import struct
from os import PathLike
from pathlib import Path

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.bake import bake
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.scene import Scene
from kinegraph.formats.c3d.parameters import BLOCK, INTEL, MAGIC

MILLIMETRES = 1000.0
FINEST_RESIDUAL = 0.01  # [mm] a step of the byte that holds a residual, where residuals are small
MOST_IN_HEADER = 65_535
FRAMES_AT_ONCE = 4096
_Z_UP_FROM_Y_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])

Groups = dict[str, dict[str, bytes]]  # group name -> parameter name -> its encoded type, dimensions and data


def write_c3d(scene: Scene, path: str | PathLike[str]) -> None:
    """Writes the scene's first marker clip; without one, the joints of its first motion as markers."""
    markers = _markers(scene, path)
    if not 0 < len(markers.names) <= MOST_IN_HEADER or len(markers) == 0:
        raise FormatError(path, f"a C3D holds 1 to {MOST_IN_HEADER} markers and at least one frame.")
    step = max(float(markers.residuals.max()) * MILLIMETRES / 255.0, FINEST_RESIDUAL)
    groups = _groups(markers, step)
    blocks = -(-(4 + len(_encode(groups)) + 2) // BLOCK)
    if blocks > 255:
        raise FormatError(path, f"the names of {len(markers.names)} markers do not fit into a C3D.")
    groups["POINT"]["DATA_START"] = _integers([2 + blocks])
    section = struct.pack("<BBBB", 1, MAGIC, blocks, INTEL) + _encode(groups)
    with Path(path).open("wb") as file:
        file.write(_header(markers, step, 2 + blocks))
        file.write(section.ljust(blocks * BLOCK, b"\0"))
        for start in range(0, len(markers), FRAMES_AT_ONCE):
            file.write(_frames(markers, slice(start, start + FRAMES_AT_ONCE), step))
        file.write(b"\0" * (-file.tell() % BLOCK))


def joints_as_markers(clip: Clip) -> MarkerClip:
    """A marker on every joint of a motion, always seen."""
    positions = forward_kinematics(clip).positions
    seen = np.ones(positions.shape[:2], dtype=np.bool_)
    return MarkerClip(clip.skeleton.names, clip.fps, positions, seen, np.zeros(seen.shape), name=clip.name)


def _markers(scene: Scene, path: str | PathLike[str]) -> MarkerClip:
    if scene.markers:
        return scene.markers[0]
    if scene.clips:
        return joints_as_markers(scene.clips[0])
    if scene.animations:
        return joints_as_markers(bake(scene.animations[0]))
    raise FormatError(path, "a C3D holds markers over time, and this scene has neither markers nor motion.")


def _header(markers: MarkerClip, step: float, data_block: int) -> bytes:
    count = min(len(markers), MOST_IN_HEADER)
    fields = (2, MAGIC, len(markers.names), 0, 1, count, 0, -step, data_block, 0, markers.fps)
    return struct.pack("<BBHHHHHfHHf", *fields).ljust(BLOCK, b"\0")


def _groups(markers: MarkerClip, step: float) -> Groups:
    count = len(markers)
    point = {
        "USED": _integers([len(markers.names)]),
        "FRAMES": _integers([min(count, MOST_IN_HEADER)]),
        "DATA_START": _integers([0]),  # known once the length of all this is
        "SCALE": _floats(np.array(-step)),
        "RATE": _floats(np.array(markers.fps)),
        "UNITS": _texts(["mm"]),
        "X_SCREEN": _texts(["+X"]),
        "Y_SCREEN": _texts(["+Z"]),
    }
    page = min(255, 32_000 // _width(markers.names))
    for start in range(0, len(markers.names), page):
        name = f"LABELS{start // page + 1}" if start else "LABELS"
        point[name] = _texts(markers.names[start : start + page])
    trial = {
        "ACTUAL_START_FIELD": _integers([1, 0]),
        "ACTUAL_END_FIELD": _integers([count % 65536, count // 65536]),
    }
    groups = {"POINT": point, "ANALOG": {"USED": _integers([0])}, "TRIAL": trial}
    if markers.events:
        groups["EVENT"] = _event_group(markers)
    return groups


def _event_group(markers: MarkerClip) -> dict[str, bytes]:
    events = markers.events[:255]
    times = np.array([[event.time // 60.0, event.time % 60.0] for event in events])
    return {
        "USED": _integers([len(events)]),
        "LABELS": _texts([event.label for event in events]),
        "CONTEXTS": _texts([event.context for event in events]),
        "TIMES": _floats(times),
    }


def _encode(groups: Groups) -> bytes:
    """The chain of records; each gives the distance to the next, the last one zero."""
    records: list[tuple[int, str, bytes]] = []
    for number, (group, parameters) in enumerate(groups.items(), start=1):
        records.append((-number, group, b""))
        records += [(number, name, values) for name, values in parameters.items()]
    parts = []
    for number, name, values in records:
        body = values + b"\0"  # a description of no length
        link = struct.pack("<h", len(body) + 2)
        parts.append(struct.pack("<bb", len(name), number) + name.encode() + link + body)
    return b"".join(parts) + b"\0\0"


def _integers(values: list[int]) -> bytes:
    dimensions = bytes([1, len(values)]) if len(values) > 1 else b"\0"
    return b"\x02" + dimensions + struct.pack(f"<{len(values)}H", *values)


def _floats(values: Floats) -> bytes:
    """C3D lists dimensions with the one that varies fastest first."""
    return b"\x04" + bytes([values.ndim, *values.shape[::-1]]) + values.astype("<f4").tobytes()


def _texts(texts: list[str] | tuple[str, ...]) -> bytes:
    width = _width(texts)
    rows = b"".join(_cut(text, width).ljust(width) for text in texts)
    return b"\xff" + bytes([2, width, len(texts)]) + rows


def _width(texts: list[str] | tuple[str, ...]) -> int:
    return min(max((len(text.encode()) for text in texts), default=1) or 1, 120)


def _cut(text: str, width: int) -> bytes:
    """UTF-8 of at most `width` bytes, cut between letters."""
    return text.encode()[:width].decode("utf-8", "ignore").encode()


def _frames(markers: MarkerClip, part: slice, step: float) -> bytes:
    seen = markers.seen[part]
    words = np.zeros((*seen.shape, 4), dtype="<f4")
    words[..., :3] = np.where(seen[..., None], markers.positions[part] @ _Z_UP_FROM_Y_UP.T * MILLIMETRES, 0.0)
    words[..., 3] = np.where(seen, np.rint(markers.residuals[part] * MILLIMETRES / step), -1.0)
    return words.tobytes()
