"""Parameters of a C3D file about its points: unit, rate, names, events, and the axis that is up."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.marker_clip import MarkerEvent
from kinegraph.formats.c3d.parameters import C3dHead
from kinegraph.formats.c3d.points import Points

METRES = {"mm": 0.001, "cm": 0.01, "dm": 0.1, "m": 1.0, "in": 0.0254, "ft": 0.3048, "um": 1e-6}
ASSUMED_RATE = 100.0
AXES = ("+X", "-X", "+Y", "-Y", "+Z", "-Z")
MOST_EVENTS = 10_000

# Rows are the Y-up world's x, y and z in the file's axes, for the file's axis that points up.
_Y_UP_FROM = {
    "+X": ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    "-X": ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
    "+Y": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "-Y": ((1, 0, 0), (0, -1, 0), (0, 0, -1)),
    "+Z": ((1, 0, 0), (0, 0, 1), (0, -1, 0)),
    "-Z": ((1, 0, 0), (0, 0, -1), (0, 1, 0)),
}


def y_up_from(axis: str) -> Floats:
    """(3, 3) the rotation that makes a file's up axis, "+Z" or "Z" for example, the Y axis."""
    signed = axis.upper() if axis[:1] in ("+", "-") else f"+{axis.upper()}"
    if signed not in _Y_UP_FROM:
        raise InvalidValue(f"The up axis is one of {', '.join(AXES)}, not {axis!r}.")
    return np.array(_Y_UP_FROM[signed], dtype=np.float64)


def up_axis(head: C3dHead, points: Points, notes: list[str]) -> str:
    """The file's axis that points up.

    POINT:Y_SCREEN names the axis that points up on a screen. Its sign cannot be trusted, some labs look from
    the other side: the floor is at the origin, so up is where most markers are. Without that parameter up is
    the one axis along which no marker is below the origin, and Z where there is no such axis or several.
    """
    seen = points.positions[points.seen]
    stated = (head.texts("POINT", "Y_SCREEN") or [""])[0].upper()
    letter = stated.strip("+- ")
    if letter in ("X", "Y", "Z"):
        middle = float(np.median(seen[:, "XYZ".index(letter)])) if len(seen) else 0.0
        sign = "-" if middle < 0.0 or (middle == 0.0 and stated.startswith("-")) else "+"
        return sign + letter
    above = [letter for k, letter in enumerate("XYZ") if len(seen) and seen[:, k].min() > 0.0]
    letter = above[0] if len(above) == 1 else "Z"
    notes.append(f"The file does not say which way is up; its {letter} axis was taken.")
    return f"+{letter}"


def metres_per_unit(head: C3dHead, notes: list[str]) -> float:
    """Metres per file unit, as POINT:UNITS says; millimetres otherwise."""
    stated = (head.texts("POINT", "UNITS") or [""])[0]
    unit = METRES.get(stated.lower())
    if unit is None:
        notes.append(f"The unit of length {stated[:20]!r} is not known; millimetres were assumed.")
    return unit or METRES["mm"]


def rate(head: C3dHead, notes: list[str]) -> float:
    """Frames per second."""
    stated = head.numbers("POINT", "RATE")
    for value in (*stated.ravel()[:1].tolist(), head.header.rate):
        if np.isfinite(value) and 1e-4 < value < 1e6:
            return float(value)
    notes.append(f"The file states no frame rate; {ASSUMED_RATE:g} frames per second were assumed.")
    return ASSUMED_RATE


def labels(head: C3dHead, notes: list[str]) -> tuple[str, ...]:
    """A name of its own for every marker."""
    stated = list(head.texts("POINT", "LABELS"))
    for page in range(2, 260):  # a parameter lists 255 names at most; more are in LABELS2 and so on
        stated += head.texts("POINT", f"LABELS{page}")
    count = head.header.points
    if len(stated) < count:
        notes.append(f"The file names {len(stated)} of {count} markers; the others got numbers.")
    names: list[str] = []
    taken: set[str] = set()
    for index in range(count):
        wanted = (stated[index] if index < len(stated) else "") or f"marker_{index + 1}"
        name, again = wanted, 1
        while name in taken:
            again += 1
            name = f"{wanted}_{again}"
        taken.add(name)
        names.append(name)
    if any(name != stated[index] for index, name in enumerate(names[: len(stated)])):
        notes.append("Some markers had no name or that of another; they were renamed.")
    return tuple(names)


def events(head: C3dHead, notes: list[str]) -> tuple[MarkerEvent, ...]:
    """Events of the EVENT group, in order of time.

    EVENT:TIMES are minutes and seconds since the capture's frame 1; the file's first frame may be later.
    """
    times = head.numbers("EVENT", "TIMES").reshape(-1)
    names, contexts = head.texts("EVENT", "LABELS"), head.texts("EVENT", "CONTEXTS")
    used = head.numbers("EVENT", "USED").ravel()
    count = min(len(times) // 2, len(names), MOST_EVENTS)
    if used.size and np.isfinite(used[0]):
        count = min(count, max(int(used[0]), 0))
    begin = max(head.header.first - 1, 0) / rate(head, [])
    found = []
    for index in range(count):
        time = float(times[2 * index] * 60.0 + times[2 * index + 1])
        if not abs(time) < 1e7:
            notes.append(f"The event {names[index]!r} has no valid time; it was left out.")
            continue
        context = contexts[index] if index < len(contexts) else ""
        found.append(MarkerEvent(time - begin, names[index], context))
    return tuple(sorted(found, key=lambda event: event.time))
