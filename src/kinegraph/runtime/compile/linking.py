"""zig as the C compiler and linker for every target: our C sources, musl's mathematics, kernels' objects."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from kinegraph.runtime.compile import libm
from kinegraph.runtime.compile.front_end import CannotCompile
from kinegraph.runtime.compile.targets import Target

HOSTS = Path(__file__).parents[1] / "hosts"
_SOURCES = ("support.c", "live_file.c", "live_creature.c", "live_rig.c")
_C_OPTIONS = ("-O2", "-std=c11", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden", "-Wall",
              "-Wextra", "-Werror")  # fmt: skip


def zig_folder() -> Path:
    """Folder of the package `ziglang`."""
    found = find_spec("ziglang")
    if found is None or found.origin is None:
        raise CannotCompile("The package 'ziglang' is missing; 'make runtime' installs it.")
    return Path(found.origin).parent


def _zig(arguments: list[str], work: Path) -> None:
    caches = {"ZIG_GLOBAL_CACHE_DIR": str(work / "zig"), "ZIG_LOCAL_CACHE_DIR": str(work / "zig")}
    done = subprocess.run(
        [sys.executable, "-m", "ziglang", *arguments],
        env={**os.environ, **caches},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotCompile(f"zig {arguments[0]} failed:\n{done.stderr.strip()[-3000:]}")


def compile_sources(target: Target, work: Path) -> list[Path]:
    """Objects of the mathematics and of our C sources for a target, in its folder."""
    folder = work / target.name
    folder.mkdir(parents=True, exist_ok=True)
    machine = [f"--target={target.zig}", target.processor]
    pic = [] if target.narrow or "windows" in target.name else ["-fPIC"]
    jobs = [
        (path, folder / f"libm_{path.stem}.o", libm.options(zig_folder() / "lib"))
        for path in libm.sources(zig_folder() / "lib" / "libc" / "musl")
    ]
    jobs += [(HOSTS / name, folder / f"{Path(name).stem}.o", list(_C_OPTIONS)) for name in _SOURCES]
    for source, made, options in jobs:
        if not made.exists() or _newest(source) > made.stat().st_mtime:
            _zig(["cc", *machine, *pic, *options, "-c", str(source), "-o", str(made)], work)
    return [made for _, made, _ in jobs]


def _newest(source: Path) -> float:
    headers = source.parent.glob("*.h") if source.parent == HOSTS else ()
    return max(path.stat().st_mtime for path in (source, *headers))


def link_shared(target: Target, objects: list[Path], made: Path, work: Path) -> None:
    """A shared library."""
    machine = [f"--target={target.zig}", target.processor]
    _zig(["cc", *machine, "-shared", "-s", *map(str, objects), "-o", str(made)], work)


def link_archive(objects: list[Path], made: Path, work: Path) -> None:
    """A static library."""
    made.unlink(missing_ok=True)
    _zig(["ar", "rcs", str(made), *map(str, objects)], work)


def link_wasm(target: Target, objects: list[Path], made: Path, work: Path) -> None:
    """A WebAssembly module that imports nothing. Its functions are those that our headers export."""
    options = ["-mexec-model=reactor", "-Wl,--strip-all", "-Wl,--gc-sections", "-Wl,-z,stack-size=262144"]
    _zig(
        ["cc", f"--target={target.zig}", target.processor, *options, *map(str, objects), "-o", str(made)],
        work,
    )
