"""Code for creatures side by side in lanes: which there is, and how Numba is brought to type it.

It is the same Python as everywhere. What differs is how arrays are read (`lane_views`), and in some of it the
width of a float: in mixed precision what lasts from frame to frame is computed in 64 bits, the rest in 32.
"""

from dataclasses import dataclass
from typing import Any

from kinegraph.creatures.crowds.stages import PUT

# Stages, those of a frame in order, and what each calls. Each becomes a kernel of its own: more threads fit
# on a GPU, and the code of each fits its caches.
CALLS: dict[str, tuple[str, ...]] = {
    "walk": ("advance_layers", "walk"),
    "evaluate": ("evaluate",),
    "bend": ("bend",),
    "aim": ("aim",),
    "settle": ("settle",),
    "place": ("place",),
    "sway": ("sway",),
    "pose": ("write_pose",),
    PUT: ("put_down",),
}
_LEAST = 1e-30  # in floats of 32 bits smaller constants than that are this: none may become zero


@dataclass(frozen=True)
class LaneCode:
    """A file of code.

    frame: The function of `exports.lane_kernels` that calls its stages.
    mixed: Whether arrays that do not last have 32 bits. single: Whether it computes in 32 bits.
    registers: Of a thread in each of its stages, as was fastest on an H200 (docs/crowds.md): more registers
        spare memory, fewer let more threads run at once.
    """

    name: str
    frame: str
    mixed: bool
    single: bool
    registers: dict[str, int]

    @property
    def stages(self) -> tuple[str, ...]:
        """Its stages."""
        return tuple(self.registers)


_DOUBLE = {"walk": 64, "evaluate": 80, "bend": 80, "aim": 128, "settle": 80, "place": 96, "sway": 128,
           "pose": 128, PUT: 128}  # fmt: skip
_LASTING = {"walk": 64, "sway": 96, PUT: 128}
_PASSING = {"evaluate": 64, "bend": 64, "aim": 96, "settle": 128, "place": 64, "pose": 64}
LANE_CODES = (
    LaneCode("lanes_double", "whole", False, False, _DOUBLE),
    LaneCode("lanes_lasting", "lasting", True, False, _LASTING),
    LaneCode("lanes_passing", "passing", True, True, _PASSING),
)


def lane_code(name: str) -> LaneCode | None:
    """The lane code of a name, if it is one."""
    return next((code for code in LANE_CODES if code.name == name), None)


def lane_frame(code: LaneCode) -> Any:
    """A function of an address that calls the stages. Only for a process that types nothing else."""
    from kinegraph.creatures.playing import lane_views, tables

    tables.STEP_VIEW = lane_views.lane_view(tables.STEP_VIEW, mixed=code.mixed)
    if code.single:
        _narrow_floats()
    from kinegraph.runtime.exports import lane_kernels

    return getattr(lane_kernels, code.frame)


def _narrow_floats() -> None:
    """Makes floats of this process 32 bits wide where Numba says 64."""
    from llvmlite import ir
    from numba import types
    from numba.core.datamodel import models
    from numba.core.datamodel.registry import register_default
    from numba.core.imputils import lower_constant

    class NarrowFloat(models.PrimitiveModel):
        """A float of 32 bits."""

        def __init__(self, manager: Any, kind: types.Type) -> None:
            super().__init__(manager, kind, ir.FloatType())

    register_default(types.Float)(NarrowFloat)

    @lower_constant(types.Float)
    def narrow(context: Any, builder: ir.IRBuilder, kind: types.Type, value: float) -> Any:
        small = 0.0 < abs(value) < _LEAST
        return ir.FloatType()((_LEAST if value > 0.0 else -_LEAST) if small else value)
