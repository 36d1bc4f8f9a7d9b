"""Crowd: very many creatures on a GPU, all by arrays: copies of a few actors."""

from collections.abc import Sequence
from typing import Any, Literal

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.crowds.lane_crowd import LaneCrowd
from kinegraph.creatures.crowds.lane_kinds import plan_crowd
from kinegraph.creatures.crowds.machines import Graphics
from kinegraph.creatures.playing.actor import Actor, check_step


class Crowd:
    """Copies of actors, each with a place, commands, targets and times of its own.

    Creature n is copy n % copies of actor n // copies and starts in its state. Arrays are CuPy's, in the
    GPU's memory: PyTorch, JAX and others take them by DLPack without a copy. Where no GPU can be used,
    making a crowd raises an error of one sentence; a `Herd` goes on without.

    commands: (N, 3) velocity to the left and forward [m/s] and turn to the left [rad/s]: to be written to.
    starts: (N + 1,) the first joint of each creature, and the number of all joints.
    """

    def __init__(
        self,
        actors: Sequence[Actor],
        *,
        copies: int = 1,
        precision: Literal["double", "mixed"] = "mixed",
        machine: Any = None,
    ) -> None:
        """precision: "mixed" keeps what lasts in 64 bits and computes the rest in 32.

        machine: The GPU, where it was made before.
        """
        if not actors or copies < 1:
            raise InvalidValue("A crowd needs at least one actor and one copy of each.")
        if precision not in ("double", "mixed"):
            raise InvalidValue("The precision of a crowd is 'double' or 'mixed'.")
        self._targets = [actor.target_names for actor in actors]
        plan = plan_crowd([actor.own_arrays for actor in actors], mixed=precision == "mixed")
        self._lanes = LaneCrowd(machine or Graphics(precision), plan, copies=copies)
        self.commands, self.starts = self._lanes.commands, self._lanes.starts

    def __len__(self) -> int:
        return len(self._lanes)

    @property
    def bytes(self) -> int:
        """Bytes of the GPU's memory that it takes."""
        return self._lanes.memory.bytes

    def step(self, seconds: float) -> None:
        """Advances all creatures. The GPU may still be at work when this returns; reading waits for it."""
        self._lanes.step(check_step(seconds))

    def place(self, places: Any) -> None:
        """Puts creatures at other places, in the middle of what they do.

        places: (N, 3) x, z [m] and heading [rad].
        """
        self._lanes.put(places)

    def set_target(self, name: str, places: Any) -> None:
        """Sets an external target for all creatures that have it. places: (N, 3) in the world [m]."""
        rows = [names.index(name) if name in names else -1 for names in self._targets]
        if max(rows) < 0:
            raise InvalidValue(f"No creature of this crowd plays an animation with the target {name!r}.")
        self._lanes.set_target(rows, places)

    def set_far(self, far: Any) -> None:
        """Lets creatures that are far be stepped in every second frame only, by both frames' time.

        far: (N,) truths; where all are false, every frame steps all again. What decides is that 32 neighbours
        of one kind are all far, so number the creatures by where they are.
        """
        self._lanes.set_far(far)

    @property
    def translations(self) -> Any:
        """(all joints, 3) of the last step, in the parents' frames, first joints in the world [m]."""
        return self._lanes.poses("local_translations")

    @property
    def rotations(self) -> Any:
        """(all joints, 4) of the last step, in the parents' frames."""
        return self._lanes.poses("local_rotations")

    @property
    def placements(self) -> Any:
        """(N, 4) x, y, z [m] and heading about Y [rad]."""
        return self._lanes.values("under.placement")

    def newsworthy(self) -> Any:
        """Numbers of the creatures that passed an event in the last step, found on the GPU."""
        return self._lanes.newsworthy()
