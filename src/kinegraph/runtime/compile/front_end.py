"""Numba as a front end alone: the typed, linked, unoptimised LLVM code of an entry, as text.

A kernel that Numba loads from its disk cache has machine code alone, so nothing here reads that cache, and
nothing is optimised or turned into machine code: `back_end` does both. Every index into an array is checked:
one that is outside ends the call with a status. That costs about a twentieth of the time, and hostile tables
cannot reach memory that is not theirs.

Numba reads its settings when it is imported: run this module in a process of its own, see `typed_code`.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from kinegraph.core.errors import KinegraphError
from kinegraph.runtime.compile.lane_code import lane_code, lane_frame

_SETTINGS = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_DISABLE_INTEL_SVML": "1",
    "NUMBA_BOUNDSCHECK": "1",
}
_MARK = "; entry "  # the first line of the text names the function


class CannotCompile(KinegraphError):
    """A kernel or a library that cannot be built."""


@dataclass(frozen=True)
class TypedCode:
    """LLVM code of one entry, and the name of its function: (result, raised, address) -> status."""

    function: str
    text: str


def typed_code(name: str, kept: Path, *, checked: bool = True) -> TypedCode:
    """The code of an entry, typed in a process of its own and written to a file.

    checked: Whether indices are checked.
    """
    settings = {**_SETTINGS, "NUMBA_BOUNDSCHECK": str(int(checked))}
    done = subprocess.run(
        [sys.executable, "-m", "kinegraph.runtime.compile.front_end", name, str(kept)],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotCompile(f"The kernel {name!r} does not compile:\n{done.stderr.strip()[-2000:]}")
    return read_typed_code(kept)


def read_typed_code(path: Path) -> TypedCode:
    """Typed code as it was written."""
    first, _, text = path.read_text().partition("\n")
    return TypedCode(first.removeprefix(_MARK), text)


def _write(name: str, path: Path) -> None:
    for setting, value in _SETTINGS.items():
        if setting not in os.environ:
            raise CannotCompile(f"Kernels are typed with {setting}={value}; call `typed_code` instead.")
    code = _type_kernel(name)
    path.write_text(f"{_MARK}{code.function}\n{code.text}")


def _type_kernel(name: str) -> TypedCode:
    from numba import types
    from numba.core import compiler
    from numba.core.registry import cpu_target

    _only_type()
    result = compiler.compile_extra(
        cpu_target.typing_context,
        cpu_target.target_context,
        _function(name),
        (types.int64,),
        types.int64,
        _flags(compiler.Flags()),
        {},
    )
    _link_run_time(result.library._final_module)
    return TypedCode(result.fndesc.llvm_func_name, str(result.library._final_module))


def _function(name: str) -> Any:
    """The entry of a name, or the frame of a lane code."""
    lanes = lane_code(name)
    if lanes is not None:
        return lane_frame(lanes)
    from kinegraph.runtime.exports.entry_kernels import entry

    return entry(name).function


def _flags(flags: Any) -> Any:
    config: Any = import_module("numba.core.config")
    flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.nrt = True
    flags.boundscheck = bool(config.BOUNDSCHECK)
    flags.error_model = "numpy"
    return flags


def _link_run_time(module: Any) -> None:
    """Adds the reference counts of arrays that kernels allocate."""
    import llvmlite.binding as llvm
    from numba.core.registry import cpu_target
    from numba.core.runtime.nrtdynmod import create_nrt_module

    module.link_in(llvm.parse_assembly(str(create_nrt_module(cpu_target.target_context)[0])))


def _only_type() -> None:
    """Keeps Numba from optimising, from making machine code and from reading its cache."""
    from numba.core import codegen, compiler, cpu, dispatcher

    def lay_out(library: Any, module: Any) -> None:
        module.data_layout = library._codegen._data_layout

    def stand_in(context: Any, library: Any, fndesc: Any, env: Any) -> Any:
        """A function that is never called: Numba finds a kernel's description by it."""
        if not library._finalized:
            library.finalize()
        return [].append  # a builtin that is distinct for each kernel

    compile_extra = compiler.compile_extra

    def compile_inside(*given: Any, **named: Any) -> Any:
        """Numba's own, without functions for Python and C to call each kernel by."""
        flags = named["flags"] if "flags" in named else given[5]
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        return compile_extra(*given, **named)

    inside: Any = codegen.CPUCodeLibrary
    inside._optimize_functions, inside._optimize_final_module = lay_out, lambda library: None
    finished: Any = codegen.JITCodeLibrary
    finished._finalize_specific = lambda library: None
    context: Any = cpu.CPUContext
    context.get_executable = stand_in
    kernels: Any = dispatcher.Dispatcher
    kernels.enable_caching = lambda dispatcher: None
    compiler.compile_extra = compile_inside


if __name__ == "__main__":
    _write(sys.argv[1], Path(sys.argv[2]))
