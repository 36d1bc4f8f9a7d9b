"""Playing of a fitted rig: places of the controllers in, poses out.

The whole chain is evaluated once: the highest controllers move those below them, these the manipulators, and
goals are met by inverse kinematics that starts from the blended pose, so that a pose depends on where the
controllers are and never on the frame before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.locator_clip import LocatorClip
from kinegraph.perform.playing.hand_player import HandPlayer
from kinegraph.perform.playing.player_kernels import FIRST, place_frames, pose_frames
from kinegraph.perform.playing.rig_program import RigProgram, rig_program
from kinegraph.perform.sets.blend import Blend, blend
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.wiring import wiring

_NO_SETS, _NO_FRAMES = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)


class Kept(NamedTuple):
    """A set's controller that is kept where it was at `frame`, by a share (F,) of 0 to 1 in each frame."""

    set: str
    share: Floats
    frame: int


class PlayedFrames(NamedTuple):
    """Poses as they come from the kernels.

    rotations, slides: (F, J, 4) and (F, J, 3) local, of all joints; the root's slide is where it is [m].
    guessed: (F, M) which manipulators, all sets' one behind the other, are guesses since keys cancel there.
    """

    rotations: Floats
    slides: Floats
    guessed: np.ndarray


@dataclass(frozen=True, eq=False)
class Performed:
    """The result of playing a rig.

    clip: The motion.
    places: Per set the (F, 3) places of its controller, in the controller's own space [m].
    degenerate: Per set in force the (F,) frames at which a rotation was a guess, because keys cancel there.
    walked: (F, 3) distance that feet have carried the base, included in the clip [m]; None without walking.
    headings: (F,) how far a way has turned it before, about the vertical [rad]; None without a way.
    locators: The points of its sets, in the world; None where they have none.
    """

    clip: Clip
    places: Mapping[str, Floats]
    degenerate: Mapping[str, np.ndarray] = field(default_factory=dict)
    walked: Floats | None = None
    headings: Floats | None = None
    locators: LocatorClip | None = None


class PlayableRig:
    """A rig whose sets are fitted. Fit once, play often.

    names: Of its sets, in the order of all arrays over sets.
    """

    def __init__(self, rig: SpatialRig, fitted: "PlayableRig | None" = None) -> None:
        """
        fitted: An earlier state of the rig, whose unchanged sets need no fitting.
        """
        self.rig = rig
        self.names = tuple(each.name for each in rig.sets)
        known = {} if fitted is None else {b.set: b for b in fitted.blends.values()}
        self.blends: dict[str, Blend] = {s.name: known.get(s) or blend(s) for s in rig.sets if s.keys}
        wirings = {s.name: wiring(rig, s) for s in rig.sets if s.keys}
        self._program = rig_program(rig, self.blends, wirings)
        self._manipulators = sum(len(each.manipulators) for each in rig.sets)
        # Joints other than the root that some set translates: a clip then stores every joint's translation.
        self._sliding = np.array([n in wirings and (wirings[n].moved > 0).any() for n in self.names], bool)

    @property
    def program(self) -> RigProgram:
        """The rig as the kernels take it. Not to be written to."""
        return self._program

    def places(
        self, displacements: Mapping[str, Floats], frames: int, kept: Sequence[Kept] = ()
    ) -> dict[str, Floats]:
        """(F, 3) per set where its controller is: at home or where the set above puts it, then displaced.

        displacements: (F, 3) per set that the user moved.
        kept: When controllers are released from the sets above them.
        """
        displaced = np.zeros((frames, len(self.names), 3))
        for name, path in displacements.items():
            self.rig.set(name)
            displaced[:, self.names.index(name)] = path
        placed = self.placed(displaced, kept)
        return {name: placed[:, number] for number, name in enumerate(self.names)}

    def placed(self, displaced: Floats, kept: Sequence[Kept] = ()) -> Floats:
        """(F, S, 3) where all controllers are, displaced by (F, S, 3) [m]."""
        placed = np.empty(displaced.shape)
        if kept:
            sets = np.array([self.names.index(each.set) for each in kept], dtype=np.int64)
            frames = np.array([each.frame for each in kept], dtype=np.int64)
            shares = np.array([each.share for each in kept])
        else:
            sets, frames, shares = _NO_SETS, _NO_FRAMES, np.zeros((0, len(displaced)))
        place_frames(self._program, displaced, sets, frames, shares, placed)
        return placed

    def perform(
        self, places: Mapping[str, Floats], fps: float, shares: Mapping[str, Floats] | None = None
    ) -> Performed:
        """The motion that controllers at `places` give.

        shares: (F,) per set how much it is in force, 0 to 1, where alternatives fade over. By default the
            first of each group of alternatives is in force alone.
        """
        frames = len(next(iter(places.values()))) if places else 1
        at, force = np.zeros((frames, len(self.names), 3)), np.zeros((frames, len(self.names)))
        shares = self.usual_shares(frames) if shares is None else shares
        for number, name in enumerate(self.names):
            if name in places and name in shares and name in self.blends:
                at[:, number], force[:, number] = places[name], shares[name]
        return self.performed(at, fps, force, places)

    def performed(
        self, placed: Floats, fps: float, shares: Floats, places: Mapping[str, Floats] | None = None
    ) -> Performed:
        """The same for all sets at once: (F, S, 3) places [m], and (F, S) shares.

        places: The places to return; those of all controllers by default.
        """
        played = self.play(placed, shares)
        if places is None:
            places = {name: placed[:, number] for number, name in enumerate(self.names)}
        return Performed(self.clip(played, fps, shares), places, self._guesses(played.guessed, shares))

    def play(self, placed: Floats, shares: Floats) -> PlayedFrames:
        """Poses of controllers at (F, S, 3) places [m], sets in force by (F, S) shares."""
        if not np.isfinite(placed).all():
            raise InvalidValue("Controllers can only be at finite places.")
        frames, joints = len(placed), len(self.rig.character.skeleton)
        played = PlayedFrames(
            np.empty((frames, joints, 4)),
            np.empty((frames, joints, 3)),
            np.empty((frames, self._manipulators), dtype=np.bool_),
        )
        pose_frames(self._program, placed, shares, *played)
        return played

    def hand_player(self, name: str, shares: Floats) -> HandPlayer:
        """Plays a hand that moves one set's controller, with sets in force by (1, S) shares."""
        return HandPlayer(
            self._program,
            self.names.index(name),
            np.array(shares, dtype=np.float64),
            self.blends[name].markers,
            self.slides(shares),
        )

    def slides(self, shares: Floats) -> bool:
        """True if joints slide where sets are in force by (F, S) shares."""
        return self.rig.character.rest.translations is not None or bool(shares[:, self._sliding].any())

    def clip(self, played: PlayedFrames, fps: float, shares: Floats) -> Clip:
        """Played poses as a clip."""
        character = self.rig.character
        sliding = played.slides if self.slides(shares) else None
        return Clip(character.skeleton, fps, played.slides[:, 0], played.rotations, sliding, character.name)

    def usual_shares(self, frames: int) -> dict[str, Floats]:
        """(F,) per set 1, or 0 where an alternative comes first."""
        return {name: np.full(frames, float(self._first_alternative(name) == name)) for name in self.blends}

    def guessed_joints(self, guessed: np.ndarray) -> list[int]:
        """The joints that are guesses, as (M,) manipulators say."""
        skeleton, found = self.rig.character.skeleton, set()
        targets = [m.target for each in self.rig.sets for m in each.manipulators]
        for number in np.flatnonzero(guessed):
            if targets[number] in skeleton:
                found.add(skeleton.index(targets[number]))
        return sorted(found)

    def _guesses(self, guessed: np.ndarray, shares: Floats) -> dict[str, np.ndarray]:
        found = {}
        for number, each in enumerate(self.rig.sets):
            if shares[:, number].any():
                first = int(self._program.sets[number, FIRST])
                found[each.name] = guessed[:, first : first + len(each.manipulators)].any(axis=1)
        return found

    def _first_alternative(self, name: str) -> str:
        return next(other for other in self.rig.alternatives(name) if other in self.blends)
