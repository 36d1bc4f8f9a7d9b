"""Called motions: a taught gesture plays a motion of the library, a clip or a take, where it is drawn.

The line says where and how long: the called motion is stretched to the time of the drawn piece, and its root
goes from where the piece begins to where it ends. It is blended with what comes before and after.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.math.easing import smoothstep
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply, quat_rotate, slerp
from kinegraph.core.resample import sample_at
from kinegraph.doodles.line.motion import Motion, Piece

_BLEND = 0.15  # [s] into a called motion, and out of it
_MOST_BLEND = 0.25  # of the piece's time
_TRAVELS = 0.1  # a called motion whose root goes farther sets the pace along the line [m]


def call_motions(
    clip: Clip, pieces: Sequence[Piece], called: Mapping[str, Clip]
) -> tuple[Clip, tuple[str, ...]]:
    """The clip of a doodle with called motions in place of taught gestures, and a sentence about each that is
    left out.

    pieces: What the clip performs, in its times. called: Motions by the name of their gesture; they must move
    the same joints as the clip. Bones may be of other lengths, as those of a drawing that was changed.
    """
    fitting = {name: motion for name, motion in called.items() if _same_joints(motion, clip)}
    drawn = {piece.taught for piece in pieces if isinstance(piece, Motion)}
    notes = tuple(
        f"“{name}” calls a motion of another character. Teach it with a motion of the one that performs."
        for name in called
        if name in drawn and name not in fitting
    )
    roots, rotations = clip.root_translations.copy(), clip.rotations.copy()
    sliding = None if clip.translations is None else clip.translations.copy()
    for piece in pieces:
        motion = fitting.get(piece.taught) if isinstance(piece, Motion) else None
        if motion is None:
            continue
        first, last = np.searchsorted(clip.times, [piece.start_time - 1e-9, piece.end_time + 1e-9])
        if last - first < 2:
            continue  # shorter than a frame
        span = slice(int(first), int(last))
        shares = (clip.times[span] - clip.times[first]) / (clip.times[last - 1] - clip.times[first])
        played = sample_at(motion, shares * motion.duration, clip.fps)
        weights = _weights(clip.times[span])
        places, turned = _carry_root(clip, span, played, shares)
        roots[span] += weights[:, None] * (places - roots[span])
        local = played.rotations.copy()
        local[:, 0] = turned
        rotations[span] = slerp(rotations[span], local, weights[:, None])
        if sliding is not None and played.translations is not None:
            sliding[span] += weights[:, None, None] * (played.translations - sliding[span])
    if sliding is not None:
        sliding[:, 0] = roots
    return replace(clip, root_translations=roots, rotations=rotations, translations=sliding), notes


def _same_joints(a: Clip, b: Clip) -> bool:
    """True if rotations of one clip mean the same for the skeleton of the other."""
    here, there = a.skeleton, b.skeleton
    return (
        here.names == there.names
        and np.array_equal(here.parents, there.parents)
        and np.allclose(here.rest_rotations, there.rest_rotations, atol=1e-6)
    )


def _weights(times: Floats) -> Floats:
    """(N,) how much of the called motion is seen: all but near both ends."""
    ramp = max(min(_BLEND, _MOST_BLEND * float(times[-1] - times[0])), 1e-6)
    return smoothstep((times - times[0]) / ramp) * smoothstep((times[-1] - times) / ramp)


def _carry_root(clip: Clip, span: slice, played: Clip, shares: Floats) -> tuple[Floats, Floats]:
    """(N, 3) roots and (N, 4) root rotations of a called motion along the way of a piece.

    shares: (N,) of the piece's time.
    """
    begins, ends = clip.root_translations[span][[0, -1]]
    steps = np.linalg.norm(np.diff(played.root_translations[:, [0, 2]], axis=0), axis=1)
    gone = np.concatenate([[0.0], np.cumsum(steps)])
    along = gone / gone[-1] if gone[-1] > _TRAVELS else shares
    places = begins + along[:, None] * (ends - begins)
    places[:, 1] += played.root_translations[:, 1] - played.root_translations[0, 1]
    turn = _heading(clip.rotations[span.start, 0]) - _heading(played.rotations[0, 0])
    return places, quat_multiply(quat_from_axis_angle([0.0, turn, 0.0]), played.rotations[:, 0])


def _heading(rotation: Floats) -> float:
    """The way a root faces: 0 is +Z [rad]."""
    ahead = quat_rotate(rotation, [0.0, 0.0, 1.0])
    return float(np.arctan2(ahead[0], ahead[2]))
