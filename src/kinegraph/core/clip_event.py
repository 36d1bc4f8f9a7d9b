"""ClipEvent: something that happens in a clip at a time, such as a footstep."""

import math
from dataclasses import dataclass

from kinegraph.core.errors import InvalidValue


@dataclass(frozen=True)
class ClipEvent:
    """Something that happens in a clip.

    time: From the first frame [s].
    name: For example "footstep" or "clap".
    kind: What handles it: "sound", "visual" or "data".
    part: The name of the joint that it concerns; empty for the whole body.
    """

    time: float
    name: str
    kind: str = "data"
    part: str = ""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.time) and self.time >= 0.0):
            raise InvalidValue(f"The event {self.name!r} needs a time of 0 or later, not {self.time}.")
