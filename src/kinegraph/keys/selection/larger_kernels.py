"""Larger and smaller of two numbers in a form that compiled loops become vector instructions with."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _emitter(name: str):
    def typed(_, a, b):
        def emit(context, builder, signature, arguments):
            double = arguments[0].type
            chosen = builder.module.declare_intrinsic(
                name, (double,), ir.FunctionType(double, (double, double))
            )
            return builder.call(chosen, arguments, fastmath=("nnan", "nsz"))

        return types.float64(types.float64, types.float64), emit

    return typed


# Called with a and b alone, neither of them NaN: Numba passes the first argument itself.
larger: Any = intrinsic(_emitter("llvm.maxnum"))
smaller: Any = intrinsic(_emitter("llvm.minnum"))
