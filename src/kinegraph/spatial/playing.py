"""Playing: a rig made ready to perform. Where the controllers are goes in, poses come out.

The whole chain is evaluated once: the highest controllers move those below them, these the manipulators, and
goals are met by inverse kinematics that starts from the blended pose, so that a pose depends on where the
controllers are and never on the frame before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.forward_kinematics import forward_kinematics
from kinegraph.core.inverse_kinematics import Goal, OrientationGoal, PositionGoal, solve_ik
from kinegraph.core.rotations import quat_multiply, quat_rotate, slerp
from kinegraph.spatial.blend import Blend, BlendedValues, blend
from kinegraph.spatial.manipulators import ManipulatorKind
from kinegraph.spatial.spatial_rig import SpatialRig
from kinegraph.spatial.wiring import wiring

# A pole only chooses among the ways to reach a goal, so it must weigh little beside one.
_POLE_WEIGHT = 0.05
# When goals are met: as shares of a limb's length, and [rad]. A tenth of a millimetre on a person's leg.
_MET = 1e-4


@dataclass(frozen=True, eq=False)
class Kept:
    """A controller that is kept where it was at `frame`, by a share (F,) of 0 to 1 in each frame."""

    share: Floats
    frame: int


@dataclass(frozen=True, eq=False)
class Performed:
    """What a rig did.

    clip: The motion.
    places: Per set the (F, 3) places of its controller, in the controller's own space [m].
    degenerate: Per set in force the (F,) frames at which a rotation was a guess, because keys cancel there.
    """

    clip: Clip
    places: Mapping[str, Floats]
    degenerate: Mapping[str, np.ndarray] = field(default_factory=dict)


class PlayableRig:
    """A rig whose sets are fitted. Fit once, play often."""

    def __init__(self, rig: SpatialRig, fitted: "PlayableRig | None" = None):
        """
        fitted: An earlier state of the rig, whose unchanged sets need no fitting.
        """
        self.rig = rig
        known = {} if fitted is None else {b.set: b for b in fitted.blends.values()}
        self.blends: dict[str, Blend] = {s.name: known.get(s) or blend(s) for s in rig.sets if s.keys}
        self._wirings = {s.name: wiring(rig, s) for s in rig.sets if s.keys}
        self._from_the_top = rig.from_the_top()

    def places(
        self,
        displacements: Mapping[str, Floats],
        frames: int,
        kept: Mapping[str, Sequence[Kept]] | None = None,
    ) -> dict[str, Floats]:
        """(F, 3) per set where its controller is: at home or where the set above puts it, then displaced.

        displacements: (F, 3) per set that somebody moved.
        kept: Per set when it is released from the set above it.
        """
        kept = kept or {}
        for name in displacements:
            self.rig.set(name)
        placed: dict[str, Floats] = {}
        for name in self._from_the_top:
            home = np.tile(self.rig.set(name).home, (frames, 1))
            base = placed.get(name, home)
            for hold in kept.get(name, ()):
                base = base + hold.share[:, None] * (base[min(hold.frame, frames - 1)] - base)
            placed[name] = base + displacements.get(name, 0.0)
            if name in self.blends and self._wirings[name].controllers:
                values = self.blends[name].at(placed[name])
                for index, moved in self._wirings[name].controllers:
                    placed[moved] = values.positions[:, index]
        return placed

    def perform(
        self, places: Mapping[str, Floats], fps: float, shares: Mapping[str, Floats] | None = None
    ) -> Performed:
        """The motion that controllers at `places` give.

        shares: (F,) per set how much it is in force, 0 to 1, where alternatives fade over. By default the
            first of each group of alternatives is in force alone.
        """
        frames = len(next(iter(places.values()))) if places else 1
        shares = self.usual_shares(frames) if shares is None else shares
        rest = self.rig.character.rest
        rotations = np.tile(rest.rotations, (frames, 1, 1))
        slides = np.tile(local_translations(rest), (frames, 1, 1))
        playing = [n for n in self.blends if n in places and n in shares and shares[n].any()]
        values = {name: self.blends[name].at(places[name]) for name in playing}
        moves = self._write_joints(values, shares, rotations, slides)
        sliding = slides if rest.translations is not None or moves else None
        clip = Clip(rest.skeleton, fps, slides[:, 0], rotations, sliding, self.rig.character.name)
        guessed = {name: np.asarray(found.degenerate.any(axis=-1)) for name, found in values.items()}
        return Performed(self._reached(clip, values, shares), places, guessed)

    def usual_shares(self, frames: int) -> dict[str, Floats]:
        """(F,) per set 1, or 0 where an alternative comes first."""
        return {name: np.full(frames, float(self._first_alternative(name) == name)) for name in self.blends}

    def _first_alternative(self, name: str) -> str:
        return next(other for other in self.rig.alternatives(name) if other in self.blends)

    def _write_joints(
        self,
        values: Mapping[str, BlendedValues],
        shares: Mapping[str, Floats],
        rotations: Floats,
        slides: Floats,
    ) -> bool:
        """Writes what the sets say into (F, J, 4) rotations and (F, J, 3) slides.

        Returns whether any joint but the root slides.
        """
        slid = False
        so_far = np.zeros(rotations.shape[:2])
        for name, found in values.items():
            wired, share = self._wirings[name], shares[name][:, None]
            so_far[:, wired.joints] += share
            # Of alternatives that fade over, each new one takes its share of what there is so far.
            part = share / np.maximum(so_far[:, wired.joints], 1e-12)
            turned, moved = wired.joints[wired.turns], wired.joints[wired.moves]
            target = found.rotations[:, wired.keyed[wired.turns]]
            rotations[:, turned] = _toward(rotations[:, turned], target, part[:, wired.turns])
            gap = found.positions[:, wired.keyed[wired.moves]] - slides[:, moved]
            slides[:, moved] += part[:, wired.moves, None] * gap
            slid |= bool((moved > 0).any())
        return slid

    def _reached(self, clip: Clip, values: Mapping[str, BlendedValues], shares: Mapping[str, Floats]) -> Clip:
        """The clip with all handles and poles met as well as can be."""
        for name, found in values.items():
            if self._wirings[name].goals:
                goals, free = self._goals(clip, name, found), self._wirings[name].free
                clip = _faded(clip, solve_ik(clip, goals, free=free, tolerance=_MET).motion, shares[name])
        return clip

    def _goals(self, clip: Clip, name: str, found: BlendedValues) -> list[Goal]:
        """A set's goals in the world."""
        wired = self._wirings[name]
        world = None if wired.carrier is None else forward_kinematics(clip)
        goals: list[Goal] = []
        for each in wired.goals:
            places, turns = found.positions[:, each.index], found.rotations[:, each.index]
            if world is not None:
                turned = world.rotations[:, wired.carrier]
                places = quat_rotate(turned, places) + world.positions[:, wired.carrier]
                turns = quat_multiply(turned, turns)
            weight = _POLE_WEIGHT if each.manipulator.kind == ManipulatorKind.POLE else 1.0
            if each.manipulator.moves:
                goals.append(PositionGoal(each.joint, places, weight=weight))
            if each.manipulator.turns:
                goals.append(OrientationGoal(each.joint, turns))
        return goals


def _toward(start: Floats, end: Floats, part: Floats) -> Floats:
    return end if (part >= 1.0).all() else slerp(start, end, part)


def _faded(start: Clip, end: Clip, share: Floats) -> Clip:
    if (share >= 1.0).all():
        return end
    rotations = slerp(start.rotations, end.rotations, share[:, None])
    return Clip(start.skeleton, start.fps, start.root_translations, rotations, start.translations, start.name)
