"""Builds everything: `python -m kinegraph.runtime.compile.build [TARGET...]`, which `make runtime` calls.

Results are in `runtime/built/`: the shared and the static library, the WebAssembly module, objects for the
other targets, and the LLVM code of each kernel (`NAME.ll`) before and after it is made for this machine.
"""

import sys
import time
from collections.abc import Callable
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from kinegraph.core.kernels.cache import stamp_of_sources
from kinegraph.runtime.compile import front_end
from kinegraph.runtime.compile.back_end import compile_object
from kinegraph.runtime.compile.front_end import CannotCompile, TypedCode, read_typed_code, typed_code
from kinegraph.runtime.compile.gpu_back_end import lane_object, lane_ptx
from kinegraph.runtime.compile.lane_code import LANE_CODES
from kinegraph.runtime.compile.linking import compile_sources, link_archive, link_shared, link_wasm
from kinegraph.runtime.compile.targets import LINUX, TARGETS, Target, target
from kinegraph.runtime.compile.targets import WASM as WASM_TARGET
from kinegraph.runtime.exports import entry_kernels, lane_kernels
from kinegraph.runtime.libraries import BUILT, LANES, LIBRARY, STATIC_LIBRARY, WASM


def build(names: list[str]) -> None:
    """Builds the targets of some names, all where there are none. `lanes`: the code of crowds."""
    if not names or "lanes" in names:
        _build_lanes()
    chosen = [target(name) for name in names if name != "lanes"]
    if names and not chosen:
        return
    code = {each.name: _typed(each.name) for each in entry_kernels.ENTRIES}
    for each in chosen or TARGETS:
        begun = time.monotonic()
        made = _build_target(each, code)
        print(f"{each.name}: {made.name}, {_size(made)} in {time.monotonic() - begun:.0f} s", flush=True)


def _build_lanes() -> None:
    """PTX for GPUs, and the same code for this processor in one library."""
    LANES.mkdir(parents=True, exist_ok=True)
    folder = BUILT / "objects" / LINUX.name
    folder.mkdir(parents=True, exist_ok=True)
    objects = []
    for lanes in LANE_CODES:
        begun = time.monotonic()
        code = _typed(lanes.name, checked=False)
        made, other = LANES / f"{lanes.name}.ptx", folder / f"{lanes.name}.o"
        _make(made, code, lambda lanes=lanes, code=code: lane_ptx(lanes, code).encode())
        _make(other, code, lambda lanes=lanes, code=code: lane_object(lanes, code))
        objects.append(other)
        print(f"{made.name}: {_size(made)} in {time.monotonic() - begun:.0f} s", flush=True)
    others = [path for path in compile_sources(LINUX, BUILT / "objects") if "live" not in path.name]
    link_shared(LINUX, [*objects, *others], LANES / "liblanes.so", BUILT / "objects")


def _typed(name: str, *, checked: bool = True) -> TypedCode:
    """The typed code of an entry, made anew where a source or a compiler has changed."""
    path, stamp = BUILT / "code" / f"{name}.ll", BUILT / "code" / f"{name}.stamp"
    path.parent.mkdir(parents=True, exist_ok=True)
    kernels = entry_kernels if checked else lane_kernels
    sources = stamp_of_sources(Path(kernels.__file__)) + stamp_of_sources(Path(front_end.__file__))
    now = f"{sources} numba {version('numba')} llvmlite {version('llvmlite')}"
    if path.exists() and stamp.exists() and stamp.read_text() == now:
        return read_typed_code(path)
    print(f"Typing the kernel {name!r} ...", flush=True)
    code = typed_code(name, path, checked=checked)
    stamp.write_text(now)
    return code


def _build_target(machine: Target, code: dict[str, TypedCode]) -> Path:
    folder = BUILT / "objects" / machine.name
    folder.mkdir(parents=True, exist_ok=True)
    objects = [_kernel_object(name, each, machine, folder) for name, each in code.items()]
    objects += compile_sources(machine, BUILT / "objects")
    if machine is WASM_TARGET:
        link_wasm(machine, objects, WASM, BUILT / "objects")
        return WASM
    if machine is LINUX:
        link_shared(machine, objects, LIBRARY, BUILT / "objects")
    archive = STATIC_LIBRARY if machine is LINUX else BUILT / f"libkinegraph-{machine.name}.a"
    link_archive(objects, archive, BUILT / "objects")
    return LIBRARY if machine is LINUX else archive


def _kernel_object(name: str, code: TypedCode, machine: Target, folder: Path) -> Path:
    made = folder / f"kernel_{name}.o"
    _make(made, code, lambda: compile_object(name, code, machine))
    return made


def _make(made: Path, code: TypedCode, make: Callable[[], bytes]) -> None:
    """Writes what is made of typed code, where the code or the compiler has changed since it was made."""
    stamp = made.with_name(f"{made.name}.stamp")
    back = sha256(
        b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    ).hexdigest()
    now = f"{sha256(code.text.encode()).hexdigest()} {back}"
    if not made.exists() or not stamp.exists() or stamp.read_text() != now:
        made.write_bytes(make())
        stamp.write_text(now)


def _size(path: Path) -> str:
    return f"{path.stat().st_size / 1000:.0f} kB"


if __name__ == "__main__":
    try:
        build(sys.argv[1:])
    except CannotCompile as error:
        sys.exit(str(error))
