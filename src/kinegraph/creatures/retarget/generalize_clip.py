"""Retargets any clip to any creature: converts it to a general animation, with the channels of an animator.

Each part gets its own movement mode. The root travels in stances (heights of the hips over the feet) and
sinks between its rest height and the ground. Feet step in stances too, from rest places that turn with them;
feet that stood still in the clip stand exactly still on every body. Hands, wings and tails move in limb
lengths; a hand near the other hand or the face moves relative to it instead. Heads and chests turn relative
to rest. On bodies with more feet the pairs step in turn: the foremost with the other side's hindmost, as in a
trot, and so on.
"""

import numpy as np

from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.neutral_stance import neutral_creature
from kinegraph.creatures.retarget.clip_channels import ClipChannels, Tolerances
from kinegraph.creatures.retarget.clip_motion import ClipMotion, clip_motion
from kinegraph.creatures.retarget.fit_to_body import fit_to_body, play_fitted
from kinegraph.creatures.retarget.hand_channels import limb_channels

_CLOSED = 0.02  # share of the creature's size: a clip that ends this near to its start loops


def generalize_clip(
    clip: Clip, character: Character, *, name: str | None = None, within: Tolerances | None = None
) -> GeneralAnimation:
    """Converts a clip of a character to an animation for any creature.

    character: The character of the clip; missing anatomy is guessed.
    within: Tolerances of the keys.
    """
    if clip.skeleton != character.skeleton:
        raise InvalidValue(f"The clip {clip.name!r} does not belong to {character.name!r}.")
    if len(clip) < 2:
        raise InvalidValue(f"The clip {clip.name!r} needs at least two frames.")
    return generalize_motion(clip_motion(clip, neutral_creature(character, clip)), name or clip.name, within)


def generalize_motion(motion: ClipMotion, name: str, within: Tolerances | None = None) -> GeneralAnimation:
    """Converts the motion of a creature to an animation."""
    made = ClipChannels(motion, within or Tolerances())
    channels = (*made.root(), *made.feet(), *limb_channels(made), *made.spine(), *made.deforms())
    about = f"Generalized from a clip of {motion.creature.character.name}."
    return GeneralAnimation(name, float(motion.times[-1]), channels, _loops(motion), about=about)


def retarget_clip(clip: Clip, character: Character, creature: Creature, *, fps: float | None = None) -> Clip:
    """Plays the motion of a character's clip on a creature, and returns the clip.

    fps: Frames per second; those of the clip where it is not given, up to 60.
    """
    animation = fit_to_body(generalize_clip(clip, character), creature)
    return play_fitted(animation, creature, fps=fps or min(clip.fps, 60.0))


def _loops(motion: ClipMotion) -> bool:
    apart = np.linalg.norm(motion.positions[-1] - motion.positions[0], axis=1).max()
    return bool(apart < _CLOSED * motion.creature.size.max())
