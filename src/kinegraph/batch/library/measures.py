"""Figures of a motion that people search by: length, speed, contacts, turns, height."""

import msgspec
import numpy as np

from kinegraph.batch.library.descriptor import RATE, describe_motion
from kinegraph.batch.library.landmarks import HIPS, find_landmarks
from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import Contacts, standing_height
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply
from kinegraph.core.resample import resample
from kinegraph.core.scene import Scene
from kinegraph.creatures.binding.turned_rests import headings
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.creature_from_rig import creature_from_rig, creature_from_scene
from kinegraph.creatures.retarget.clip_motion import foot_contacts, without_calibration

_CONTACT_RATE = 60.0  # most frames per second that contacts are found at: a runner's are short
_TIPPED = 0.5  # a body whose root is tipped further has no heading: w² + y² of its turn


class Measures(msgspec.Struct, frozen=True):
    """Figures of one motion.

    seconds: Length [s]. fps: Frames per second of the file.
    mean_speed, peak_speed: Of the hips over the ground [m/s].
    contacts: How often a foot touches down.
    turns: How far the body turns about the vertical, in full turns, both ways added up.
    height: Of the character [m]. rise: How far the hips rise over their usual height [m].
    """

    seconds: float
    fps: float
    frames: int
    joints: int
    mean_speed: float
    peak_speed: float
    contacts: int
    turns: float
    height: float
    rise: float


def measure_motion(clip: Clip, character: Character) -> tuple[Measures, Floats]:
    """The figures and the descriptor of a motion."""
    creature = _creature(clip, character)
    moving = resample(without_calibration(clip), RATE) if len(clip) > 1 else clip
    places = find_landmarks(creature).positions(moving)
    height = standing_height(moving)
    contacts = foot_contacts(clip if clip.fps <= _CONTACT_RATE else resample(clip, _CONTACT_RATE), creature)
    ground = contacts.ground if contacts is not None else float(np.quantile(places[..., 1].min(axis=1), 0.1))
    hips = places[:, HIPS]
    speeds = np.linalg.norm(np.diff(_smooth(hips[:, [0, 2]]), axis=0), axis=-1) * RATE
    figures = Measures(
        seconds=round(clip.duration, 4),
        fps=round(clip.fps, 4),
        frames=len(clip),
        joints=len(clip.skeleton),
        mean_speed=round(float(speeds.mean()) if len(speeds) else 0.0, 4),
        peak_speed=round(float(speeds.max()) if len(speeds) else 0.0, 4),
        contacts=0 if contacts is None else _touchdowns(contacts),
        turns=round(_turns(moving), 4),
        height=round(height, 4),
        rise=round(float(hips[:, 1].max() - np.median(hips[:, 1])), 4),
    )
    return figures, describe_motion(places, height, ground)


def _creature(clip: Clip, character: Character) -> Creature:
    return creature_from_scene(Scene(character, clips=(clip,))) or creature_from_rig(character)


def _touchdowns(contacts: Contacts) -> int:
    """Contacts that begin within the clip, over all feet."""
    return sum(start > 0 for point in range(len(contacts.names)) for start, _ in contacts.intervals(point))


def _turns(clip: Clip) -> float:
    """Full turns of the root about the vertical; frames in which it is tipped over do not count."""
    quats = forward_kinematics(clip).rotations[:, 0]
    turned = quat_multiply(quats, quat_conjugate(quats[:1]))
    upright = turned[:, 1] ** 2 + turned[:, 3] ** 2 > _TIPPED
    if upright.sum() < 2:
        return 0.0
    angles = _smooth(headings(turned[upright])[:, None])[:, 0]
    return float(np.abs(np.diff(angles)).sum() / (2.0 * np.pi))


def _smooth(values: Floats, seconds: float = 0.3) -> Floats:
    """(F, C) moving mean, so that noise and the sway of a step do not add up."""
    width = min(2 * round(0.5 * seconds * RATE) + 1, 2 * ((len(values) - 1) // 2) + 1)
    if width < 3:
        return values
    padded = np.pad(values, ((width // 2, width // 2), (0, 0)), mode="edge")
    sums = np.cumsum(np.concatenate([np.zeros((1, values.shape[1])), padded]), axis=0)
    return (sums[width:] - sums[:-width]) / width
