"""The runtime in Python, by ctypes and without Numba: a thin host, and the reference for others.

live = LiveFile(Path("zoo.kinelive").read_bytes())
creature = live.spawn(0)
creature.command(forward=0.5)
advance([creature], 1 / 60)
creature.rotations
"""

import ctypes
from collections.abc import Sequence
from ctypes import POINTER, c_char_p, c_double, c_float, c_int32, c_int64, c_void_p
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import KinegraphError
from kinegraph.runtime.libraries import LIBRARY, built

# From kinegraph_layout.h, which a test compares: kinds, and words that hold lengths.
_CREATURE_KIND, _RIG_KIND = 1, 4
_CREATURE_JOINTS, _CREATURE_LAYER_SETS = 2, 30
_RIG_JOINTS, _RIG_SETS = 2, 14
_SIGNATURES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "kg_why": (c_char_p, ()),
    "kg_open": (c_void_p, (c_char_p, c_int64)),
    "kg_close": (None, (c_void_p,)),
    "kg_count": (c_int32, (c_void_p, c_int32)),
    "kg_record": (POINTER(c_int64), (c_void_p, c_int32, c_int32)),
    "kg_layer_set": (POINTER(c_int64), (c_void_p, c_int32, c_int32)),
    "kg_skin_of": (POINTER(c_int64), (c_void_p, c_int32, c_int32, c_int32)),
    "kg_string": (POINTER(ctypes.c_char), (c_void_p, c_int64, POINTER(c_int32))),
    "kg_make_ground": (c_void_p, (c_void_p, c_int32, c_int32, *(c_double,) * 6)),
    "kg_drop_ground": (None, (c_void_p,)),
    "kg_spawn": (c_void_p, (c_void_p, c_int32)),
    "kg_dismiss": (None, (c_void_p,)),
    "kg_command": (c_int32, (c_void_p, c_double, c_double, c_double)),
    "kg_advance": (c_int32, (POINTER(c_void_p), c_int32, c_double)),
    "kg_place": (c_int32, (c_void_p, c_double, c_double, c_double)),
    "kg_stand_on": (c_int32, (c_void_p, c_void_p)),
    "kg_target": (c_int32, (c_void_p, c_int32, c_double, c_double, c_double)),
    "kg_free_target": (c_int32, (c_void_p, c_int32)),
    "kg_play": (c_int32, (c_void_p, c_int32, c_double)),
    "kg_playing": (c_int32, (c_void_p,)),
    "kg_fade": (c_int32, (c_void_p, c_int32, c_double, c_double)),
    "kg_layers": (POINTER(c_double), (c_void_p,)),
    "kg_placement": (POINTER(c_double), (c_void_p,)),
    "kg_translations": (POINTER(c_double), (c_void_p,)),
    "kg_rotations": (POINTER(c_double), (c_void_p,)),
    "kg_world": (c_int32, (c_void_p,)),
    "kg_world_positions": (POINTER(c_double), (c_void_p,)),
    "kg_world_rotations": (POINTER(c_double), (c_void_p,)),
    "kg_events": (c_int32, (c_void_p, POINTER(c_int32), c_int32)),
    "kg_moment_bytes": (c_int64, (c_void_p,)),
    "kg_save": (c_int32, (c_void_p, c_void_p, c_int64)),
    "kg_restore": (c_int32, (c_void_p, c_char_p, c_int64)),
    "kg_perform": (c_void_p, (c_void_p, c_int32)),
    "kg_leave": (None, (c_void_p,)),
    "kg_displaced": (POINTER(c_double), (c_void_p,)),
    "kg_shares": (POINTER(c_double), (c_void_p,)),
    "kg_pose": (c_int32, (c_void_p,)),
    "kg_placed": (POINTER(c_double), (c_void_p,)),
    "kg_rig_rotations": (POINTER(c_double), (c_void_p,)),
    "kg_rig_translations": (POINTER(c_double), (c_void_p,)),
    "kg_deform": (c_int32, (c_void_p, c_int32, c_int32, c_int32, c_void_p, c_void_p, c_void_p)),
    "kg_transform": (c_int32, (c_void_p, c_int32, c_int32, *(c_void_p,) * 4)),
}


class RuntimeRefused(KinegraphError):
    """Something that the runtime refuses, in its own words."""


@cache
def load_library(path: Path = LIBRARY) -> Any:
    """The compiled runtime."""
    library = ctypes.CDLL(str(built(path)))
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def _accept(library: Any, result: Any) -> Any:
    if not result:
        raise RuntimeRefused(library.kg_why().decode(errors="replace"))
    return result


def _address(numbers: np.ndarray) -> int:
    return numbers.ctypes.data


class LiveFile:
    """An open `.kinelive` file. Close it after its creatures and rigs."""

    def __init__(self, live: bytes, library: Path = LIBRARY) -> None:
        self._closed = True
        self.library = load_library(library)
        self.handle = _accept(self.library, self.library.kg_open(live, len(live)))
        self._closed = False

    @property
    def creature_count(self) -> int:
        """Number of creatures."""
        return int(self.library.kg_count(self.handle, _CREATURE_KIND))

    @property
    def rig_count(self) -> int:
        """Number of rigs with spatial sets."""
        return int(self.library.kg_count(self.handle, _RIG_KIND))

    def spawn(self, number: int) -> "PlayedCreature":
        """A creature of its own, at the origin."""
        return PlayedCreature(self, number)

    def perform(self, number: int) -> "PlayedRig":
        """A rig of its own, with its controllers at rest."""
        return PlayedRig(self, number)

    def words(self, kind: str, number: int, part: int = 0) -> Any:
        """The words of a record: a "creature", a "rig", a creature's "layers" or the "skin" of a creature."""
        library = self.library
        if kind == "layers":
            return _accept(library, library.kg_layer_set(self.handle, number, part))
        if kind == "skin":
            return _accept(library, library.kg_skin_of(self.handle, _CREATURE_KIND, number, part))
        which = _RIG_KIND if kind == "rig" else _CREATURE_KIND
        return _accept(library, library.kg_record(self.handle, which, number))

    def string(self, number: int) -> str:
        """A name."""
        length = c_int32()
        found = _accept(self.library, self.library.kg_string(self.handle, number, ctypes.byref(length)))
        return bytes(found[: length.value]).decode(errors="replace")

    def deform(
        self, kind: int, number: int, part: int, positions: Floats, rotations: Floats, count: int
    ) -> Any:
        """(V, 3) vertices of a skin in a pose. count: V."""
        result = np.empty((count, 3), dtype=np.float32)
        given = [np.ascontiguousarray(each, dtype=np.float64) for each in (positions, rotations)]
        done = self.library.kg_deform(
            self.handle, kind, number, part, *map(_address, given), result.ctypes.data_as(POINTER(c_float))
        )
        _accept(self.library, done)
        return result

    def close(self) -> None:
        """Frees its memory."""
        if not self._closed:
            self._closed = True
            self.library.kg_close(self.handle)

    def __del__(self) -> None:
        self.close()


class PlayedCreature:
    """A creature that a game plays."""

    def __init__(self, live: LiveFile, number: int) -> None:
        self.live, self._library, self.number = live, live.library, number
        self.handle = None
        self.handle = _accept(self._library, self._library.kg_spawn(live.handle, number))
        words = live.words("creature", number)
        self.joints, self.layer_sets = int(words[_CREATURE_JOINTS]), int(words[_CREATURE_LAYER_SETS])

    def command(self, sideways: float = 0.0, forward: float = 0.0, turn: float = 0.0) -> None:
        """Its velocity to the left and forward [m/s] and its turn to the left [rad/s]."""
        self._call("kg_command", sideways, forward, turn)

    def place(self, x: float, z: float, heading: float) -> None:
        """Puts it at another place."""
        self._call("kg_place", x, z, heading)

    def stand_on(self, ground: "PlayedGround | None") -> None:
        """Puts it on a ground; level ground where it is None."""
        self._ground = ground
        self._call("kg_stand_on", None if ground is None else ground.handle)

    def set_target(self, target: int, place: Sequence[float]) -> None:
        """Puts a target of its layer set at a place in the world [m]."""
        self._call("kg_target", target, *place)

    def free_target(self, target: int) -> None:
        """Puts a target back to where its animation has it."""
        self._call("kg_free_target", target)

    def play(self, layer_set: int, fade: float = 0.0) -> None:
        """Plays another layer set; new layers fade in [s]."""
        self._call("kg_play", layer_set, fade)

    def fade(self, layer: int, weight: float, seconds: float) -> None:
        """Fades a layer to a weight."""
        self._call("kg_fade", layer, weight, seconds)

    @property
    def playing(self) -> int:
        """The number of its layer set."""
        return int(self._library.kg_playing(self.handle))

    @property
    def translations(self) -> Floats:
        """(J, 3) of the last pose in the parents' frames, joint 0 in the world [m]."""
        return self._floats("kg_translations", self.joints, 3)

    @property
    def rotations(self) -> Floats:
        """(J, 4) of the last pose, xyzw."""
        return self._floats("kg_rotations", self.joints, 4)

    @property
    def placement(self) -> Floats:
        """(4,) x, y, z [m] and heading [rad]."""
        return self._floats("kg_placement", 1, 4)[0]

    def world(self) -> tuple[Floats, Floats]:
        """(J, 3) and (J, 4) of all joints in the world."""
        self._call("kg_world")
        return self._floats("kg_world_positions", self.joints, 3), self._floats(
            "kg_world_rotations", self.joints, 4
        )

    def events(self, most: int = 256) -> list[tuple[int, int]]:
        """(event, layer), or (foot, -1) for a foot that came down in the last step."""
        rows = (c_int32 * (2 * most))()
        count = min(int(self._library.kg_events(self.handle, rows, most)), most)
        return [(rows[2 * n], rows[2 * n + 1]) for n in range(count)]

    def save(self) -> bytes:
        """Its whole state."""
        room = ctypes.create_string_buffer(int(self._library.kg_moment_bytes(self.handle)))
        self._call("kg_save", room, len(room))
        return room.raw

    def restore(self, moment: bytes) -> None:
        """Puts it back into a state that was saved."""
        self._call("kg_restore", moment, len(moment))

    def _call(self, name: str, *arguments: Any) -> None:
        _accept(self._library, getattr(self._library, name)(self.handle, *arguments))

    def _floats(self, name: str, rows: int, columns: int) -> Floats:
        found = getattr(self._library, name)(self.handle)
        return np.ctypeslib.as_array(found, (rows, columns)).copy()

    def dismiss(self) -> None:
        """Frees its memory."""
        if self.handle:
            self._library.kg_dismiss(self.handle)
            self.handle = None

    def __del__(self) -> None:
        self.dismiss()


class PlayedGround:
    """A ground, as `creatures.gait.ground.Ground` has it."""

    def __init__(self, live: LiveFile, heights: Floats, frame: Sequence[float]) -> None:
        """heights: (X, Z) [m]. frame: First x and z, spacing, rise along x and z, level."""
        self._library, self.handle = live.library, None
        samples = np.ascontiguousarray(heights, dtype=np.float64)
        self.handle = _accept(
            self._library, self._library.kg_make_ground(_address(samples), *samples.shape, *map(float, frame))
        )

    def __del__(self) -> None:
        if self.handle:
            self._library.kg_drop_ground(self.handle)
            self.handle = None


class PlayedRig:
    """A spatial rig that a game performs with."""

    def __init__(self, live: LiveFile, number: int) -> None:
        self.live, self._library, self.handle = live, live.library, None
        self.handle = _accept(self._library, self._library.kg_perform(live.handle, number))
        words = live.words("rig", number)
        self.joints, self.sets = int(words[_RIG_JOINTS]), int(words[_RIG_SETS])

    def pose(self, displaced: Floats, shares: Floats | None = None) -> tuple[Floats, Floats]:
        """(J, 3) translations and (J, 4) rotations for controllers that are moved by (S, 3) [m].

        shares: (S,) how much each set is in force.
        """
        sets = len(displaced)
        np.ctypeslib.as_array(self._library.kg_displaced(self.handle), (sets, 3))[:] = displaced
        if shares is not None:
            np.ctypeslib.as_array(self._library.kg_shares(self.handle), (sets,))[:] = shares
        _accept(self._library, self._library.kg_pose(self.handle))
        return (
            np.ctypeslib.as_array(self._library.kg_rig_translations(self.handle), (self.joints, 3)).copy(),
            np.ctypeslib.as_array(self._library.kg_rig_rotations(self.handle), (self.joints, 4)).copy(),
        )

    def __del__(self) -> None:
        if self.handle:
            self._library.kg_leave(self.handle)
            self.handle = None


def advance(creatures: Sequence[PlayedCreature], seconds: float) -> None:
    """Steps creatures in one call."""
    if not creatures:
        return
    library = creatures[0].live.library
    handles = (c_void_p * len(creatures))(*(each.handle for each in creatures))
    _accept(library, library.kg_advance(handles, len(creatures), seconds))
