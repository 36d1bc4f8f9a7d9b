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

# A pole only chooses among the ways to reach a goal, so it must weigh little beside one.
_POLE_WEIGHT = 0.05


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
    degenerate: Per set the (F,) frames at which some rotation was a guess, because keys cancel there.
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
        for name in self.rig.from_the_top():
            home = np.tile(self.rig.set(name).home, (frames, 1))
            base = placed.get(name, home)
            for hold in kept.get(name, ()):
                base = base + hold.share[:, None] * (base[min(hold.frame, frames - 1)] - base)
            placed[name] = base + displacements.get(name, 0.0)
            if name in self.blends:
                values = self.blends[name].at(placed[name])
                for index, manipulator in enumerate(self.rig.set(name).manipulators):
                    if manipulator.kind == ManipulatorKind.CONTROLLER:
                        placed[manipulator.target] = values.positions[:, index]
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
        values = {n: self.blends[n].at(places[n]) for n in self.blends if n in shares and n in places}
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
        skeleton, slid = self.rig.character.skeleton, False
        so_far = np.zeros((len(rotations), len(skeleton)))
        for name, found in values.items():
            share = shares[name]
            if not share.any():
                continue
            for index, manipulator in enumerate(self.rig.set(name).manipulators):
                if manipulator.kind != ManipulatorKind.JOINT:
                    continue
                joint = skeleton.index(manipulator.target)
                so_far[:, joint] += share
                # Of alternatives that fade over, each new one takes its share of what there is so far.
                part = share / np.maximum(so_far[:, joint], 1e-12)
                if manipulator.turns:
                    rotations[:, joint] = _toward(rotations[:, joint], found.rotations[:, index], part)
                if manipulator.moves:
                    slides[:, joint] += part[:, None] * (found.positions[:, index] - slides[:, joint])
                    slid |= joint > 0
        return slid

    def _reached(self, clip: Clip, values: Mapping[str, BlendedValues], shares: Mapping[str, Floats]) -> Clip:
        """The clip with all handles and poles met as well as can be."""
        for name, found in values.items():
            goals, free = self._goals(clip, name, found)
            if goals and shares[name].any():
                solved = solve_ik(clip, goals, free=sorted(free)).motion
                clip = _faded(clip, solved, shares[name])
        return clip

    def _goals(self, clip: Clip, name: str, found: BlendedValues) -> tuple[list[Goal], set[int]]:
        """A set's goals in the world, and the joints that may turn to meet them: those below its carrier."""
        skeleton, carrier = clip.skeleton, self.rig.carrier(name)
        world = forward_kinematics(clip)
        goals: list[Goal] = []
        free: set[int] = set()
        for index, manipulator in enumerate(self.rig.set(name).manipulators):
            if manipulator.kind not in (ManipulatorKind.HANDLE, ManipulatorKind.POLE):
                continue
            joint = skeleton.index(manipulator.target)
            places, turns = found.positions[:, index], found.rotations[:, index]
            if carrier is not None:
                turned = world.rotations[:, carrier]
                places = quat_rotate(turned, places) + world.positions[:, carrier]
                turns = quat_multiply(turned, turns)
            weight = _POLE_WEIGHT if manipulator.kind == ManipulatorKind.POLE else 1.0
            if manipulator.moves:
                goals.append(PositionGoal(joint, places, weight=weight))
            if manipulator.turns:
                goals.append(OrientationGoal(joint, turns))
                free.add(joint)
            while (joint := int(skeleton.parents[joint])) >= 0 and joint != carrier:
                free.add(joint)
        return goals, free


def _toward(start: Floats, end: Floats, part: Floats) -> Floats:
    return end if (part >= 1.0).all() else slerp(start, end, part)


def _faded(start: Clip, end: Clip, share: Floats) -> Clip:
    if (share >= 1.0).all():
        return end
    rotations = slerp(start.rotations, end.rotations, share[:, None])
    return Clip(start.skeleton, start.fps, start.root_translations, rotations, start.translations, start.name)
