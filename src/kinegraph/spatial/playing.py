"""Playing: a rig made ready to perform. Where the controllers are goes in, poses come out.

The whole chain is evaluated once: the highest controllers move those below them, these the manipulators, and
goals are met by inverse kinematics that starts from the blended pose, so that a pose depends on where the
controllers are and never on the frame before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.forward_kinematics import WorldTransforms, forward_kinematics
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
# What carries a set that lives in the world.
_WORLD = -1


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
    walked: (F, 3) how far feet have carried the base, as the clip has it [m]; None for who does not walk.
    """

    clip: Clip
    places: Mapping[str, Floats]
    degenerate: Mapping[str, np.ndarray] = field(default_factory=dict)
    walked: Floats | None = None


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
        self._homes = {name: rig.set(name).home for name in rig.from_the_top()}

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
        for name, home in self._homes.items():
            base = placed[name] if name in placed else np.tile(home, (frames, 1))
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
        turned_so_far, moved_so_far = np.zeros(rotations.shape[:2]), np.zeros(rotations.shape[:2])
        for name, found in values.items():
            wired, share = self._wirings[name], shares[name][:, None]
            if (share >= 1.0).all() and not wired.rivals.intersection(values):
                rotations[:, wired.turned] = found.rotations[:, wired.turned_by]
                if len(wired.moved):
                    slides[:, wired.moved] = found.positions[:, wired.moved_by]
                continue
            part = _part(share, turned_so_far, wired.turned)
            turns = found.rotations[:, wired.turned_by]
            rotations[:, wired.turned] = slerp(rotations[:, wired.turned], turns, part)
            part = _part(share, moved_so_far, wired.moved)[..., None]
            gap = found.positions[:, wired.moved_by] - slides[:, wired.moved]
            slides[:, wired.moved] += part * gap
        return any((self._wirings[name].moved > 0).any() for name in values)

    def _reached(self, clip: Clip, values: Mapping[str, BlendedValues], shares: Mapping[str, Floats]) -> Clip:
        """The clip with all handles and poles met as well as can be.

        Sets that are wholly in force are met together, so that none undoes what another has reached; those
        that fade in or out come after them, one by one.
        """
        aimed = [name for name in values if self._wirings[name].goals]
        whole = [name for name in aimed if (shares[name] >= 1.0).all()]
        for together in [whole, *([name] for name in aimed if name not in whole)]:
            goals = self._goals(clip, {name: values[name] for name in together})
            free = {joint for name in together for joint in self._wirings[name].free}
            if goals:
                solved = solve_ik(clip, goals, free=sorted(free), tolerance=_MET).motion
                clip = _faded(clip, solved, shares[together[0]])
        return clip

    def _goals(self, clip: Clip, values: Mapping[str, BlendedValues]) -> list[Goal]:
        """The goals of some sets, in the world."""
        wired = [self._wirings[name] for name in values]
        wanted = [(goal, each.carrier) for each in wired for goal in each.goals]
        if not wanted:
            return []
        found = list(zip(wired, values.values(), strict=True))
        places = np.concatenate([value.positions[:, each.aimed_by] for each, value in found], axis=1)
        turns = np.concatenate([value.rotations[:, each.aimed_by] for each, value in found], axis=1)
        carriers = np.array([_WORLD if carrier is None else carrier for _, carrier in wanted])
        if (carriers != _WORLD).any():
            places, turns = _carried(forward_kinematics(clip), carriers, places, turns)
        goals: list[Goal] = []
        for index, (goal, _) in enumerate(wanted):
            weight = _POLE_WEIGHT if goal.manipulator.kind == ManipulatorKind.POLE else 1.0
            if goal.manipulator.moves:
                goals.append(PositionGoal(goal.joint, places[:, index], weight=weight))
            if goal.manipulator.turns:
                goals.append(OrientationGoal(goal.joint, turns[:, index]))
        return goals


def _carried(world: WorldTransforms, carriers: Ints, places: Floats, turns: Floats) -> tuple[Floats, Floats]:
    """Places (F, G, 3) and rotations (F, G, 4) out of the spaces of their carriers (G,), in the world."""
    # One joint more stands for the world itself: _WORLD, the last, is where it always was.
    rotations = np.concatenate([world.rotations, np.tile([0.0, 0.0, 0.0, 1.0], (len(places), 1, 1))], axis=1)
    positions = np.concatenate([world.positions, np.zeros((len(places), 1, 3))], axis=1)
    turned = rotations[:, carriers]
    return quat_rotate(turned, places) + positions[:, carriers], quat_multiply(turned, turns)


def _part(share: Floats, so_far: Floats, joints: Ints) -> Floats:
    """(F, N) how far joints go towards one of several alternatives that fade over.

    Each new one takes its share (F, 1) of what there is so far (F, J), which it is added to.
    """
    so_far[:, joints] += share
    return share / np.maximum(so_far[:, joints], 1e-12)


def _faded(start: Clip, end: Clip, share: Floats) -> Clip:
    if (share >= 1.0).all():
        return end
    rotations = slerp(start.rotations, end.rotations, share[:, None])
    return Clip(start.skeleton, start.fps, start.root_translations, rotations, start.translations, start.name)
