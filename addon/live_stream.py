"""The studio's live link, read in a thread: descriptions of characters, and the newest pose of each.

Plain Python that needs nothing of Blender: other programs can use it too (see docs/live-link.md).
"""

import json
import struct
import threading
import urllib.request
from typing import NamedTuple

_HEAD, _POSE = struct.Struct("<IB"), struct.Struct("<IId")
_MOST = 64 << 20  # bytes of one message


class Character(NamedTuple):
    """A character: names, parents, and the rest pose in the parents' frames."""

    name: str
    joints: list
    parents: list
    translations: list
    rotations: list


class Pose(NamedTuple):
    """A pose in the parents' frames, joint 0 in the world: J rows of 3 [m] and of 4, xyzw."""

    time: float
    translations: list
    rotations: list


class LiveStream:
    """A connection. `characters` and `poses`, by number, were heard last; `trouble` says why it ended."""

    def __init__(self, address):
        self.characters, self.poses, self.trouble = {}, {}, ""
        self.heard = 0
        self._answer = urllib.request.urlopen(address, timeout=10)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    @property
    def running(self):
        """True while connected."""
        return self._thread.is_alive()

    def close(self):
        """Ends the connection."""
        self.trouble = self.trouble or "The live link was closed."
        self._answer.close()

    def _read(self):
        try:
            while True:
                size, kind = _HEAD.unpack(self._exactly(_HEAD.size))
                if size > _MOST:
                    raise ValueError("a message is too long")
                self._take(kind, self._exactly(size))
        except (OSError, ValueError, AttributeError, struct.error) as error:
            self.trouble = self.trouble or f"The live link ended: {error}"

    def _exactly(self, size):
        found = b""
        while len(found) < size:
            part = self._answer.read(size - len(found))
            if not part:
                raise OSError("the studio has ended")
            found += part
        return found

    def _take(self, kind, content):
        if kind == ord("P"):
            number, joints, time = _POSE.unpack_from(content)
            values = struct.unpack_from(f"<{7 * joints}f", content, _POSE.size)
            places, turns = values[: 3 * joints], values[3 * joints :]
            self.poses[number] = Pose(
                time,
                [places[3 * j : 3 * j + 3] for j in range(joints)],
                [turns[4 * j : 4 * j + 4] for j in range(joints)],
            )
            self.heard += 1
            return
        said = json.loads(content)
        if said.get("type") == "character":
            self.poses.pop(said["number"], None)
            self.characters[said["number"]] = Character(*(said[name] for name in Character._fields))
        elif said.get("type") == "gone":
            self.characters.pop(said["number"], None)
            self.poses.pop(said["number"], None)
