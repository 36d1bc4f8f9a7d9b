"""Builds everything: `python -m kinegraph.runtime.compile.build [TARGET...]`, which `make runtime` calls.

Results are in `runtime/built/`: the shared and the static library, the WebAssembly module, objects for the
other targets, and the LLVM code of each kernel (`NAME.ll`) before and after it is made for this machine.
"""

import sys
import time
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from kinegraph.core.kernels.cache import stamp_of_sources
from kinegraph.runtime.compile import front_end
from kinegraph.runtime.compile.back_end import compile_object
from kinegraph.runtime.compile.front_end import CannotCompile, TypedCode, read_typed_code, typed_code
from kinegraph.runtime.compile.linking import compile_sources, link_archive, link_shared, link_wasm
from kinegraph.runtime.compile.targets import LINUX, TARGETS, Target, target
from kinegraph.runtime.compile.targets import WASM as WASM_TARGET
from kinegraph.runtime.exports import entry_kernels
from kinegraph.runtime.libraries import BUILT, LIBRARY, STATIC_LIBRARY, WASM


def build(names: list[str]) -> None:
    """Builds the targets of some names, all where there are none."""
    code = {each.name: _typed(each.name) for each in entry_kernels.ENTRIES}
    for each in [target(name) for name in names] or TARGETS:
        begun = time.monotonic()
        made = _build_target(each, code)
        print(f"{each.name}: {made.name}, {_size(made)} in {time.monotonic() - begun:.0f} s", flush=True)


def _typed(name: str) -> TypedCode:
    """The typed code of an entry, made anew where a source or a compiler has changed."""
    path, stamp = BUILT / "code" / f"{name}.ll", BUILT / "code" / f"{name}.stamp"
    path.parent.mkdir(parents=True, exist_ok=True)
    sources = stamp_of_sources(Path(entry_kernels.__file__)) + stamp_of_sources(Path(front_end.__file__))
    now = f"{sources} numba {version('numba')} llvmlite {version('llvmlite')}"
    if path.exists() and stamp.exists() and stamp.read_text() == now:
        return read_typed_code(path)
    print(f"Typing the kernel {name!r} ...", flush=True)
    code = typed_code(name, path)
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
    made, stamp = folder / f"kernel_{name}.o", folder / f"kernel_{name}.stamp"
    back = sha256(
        b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    ).hexdigest()
    now = f"{sha256(code.text.encode()).hexdigest()} {back}"
    if not made.exists() or not stamp.exists() or stamp.read_text() != now:
        made.write_bytes(compile_object(name, code, machine))
        stamp.write_text(now)
    return made


def _size(path: Path) -> str:
    return f"{path.stat().st_size / 1000:.0f} kB"


if __name__ == "__main__":
    try:
        build(sys.argv[1:])
    except CannotCompile as error:
        sys.exit(str(error))
