"""A note on characters and markers that are implausibly large or small: their file may state a wrong unit."""

import numpy as np

from kinegraph.core.kinematics.forward import end_positions, forward_kinematics
from kinegraph.core.pose import Pose
from kinegraph.core.scene import Scene

# Sizes [m] beyond which a unit is more likely wrong than the size right, and the one that is most usual.
_LARGEST, _SMALLEST, _USUAL = 20.0, 0.02, 1.7
# Markers stand all over a room.
_LARGEST_ROOM = 200.0


def size_note(scene: Scene, factor_option: bool) -> tuple[str, ...]:
    """One sentence with the size of a scene, if it is implausible, and the option that mends it.

    factor_option: Whether the format's `scale` is a factor; else it is the metres per unit, or is missing.
    """
    size, what = _size(scene)
    largest = _LARGEST if scene.character is not None else _LARGEST_ROOM
    if size == 0.0 or _SMALLEST <= size <= largest:
        return ()
    factor = 10.0 ** -round(float(np.log10(size / _USUAL)))
    option = f"scale={factor:g}" if factor_option else f"`kinegraph convert --factor {factor:g}`"
    return (f"{what} {size:.3g} m. If that is a wrong unit, {option} makes it {size * factor:.3g} m.",)


def _size(scene: Scene) -> tuple[float, str]:
    if scene.character is not None:
        world = forward_kinematics(Pose.rest(scene.character.skeleton))
        ends = end_positions(scene.character.skeleton, world)
        places = np.concatenate([world.positions, ends])
        return float(np.linalg.norm(np.ptp(places, axis=0))), "At rest the character measures"
    seen = [clip.positions[clip.seen] for clip in scene.markers if clip.seen.any()]
    if not seen:
        return 0.0, ""
    return float(np.linalg.norm(np.ptp(np.concatenate(seen), axis=0))), "The markers extend over"
