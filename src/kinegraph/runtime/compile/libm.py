"""The mathematics of the runtime: musl's, compiled for every target under names of our own.

Two C libraries differ in the last bit of a sine. With one everywhere, one replay has the same bits on every
machine. The sources are those that zig brings along.
"""

from pathlib import Path

# Functions that kernels may call; the library has each as kg_NAME.
FUNCTIONS = ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "exp2",
             "expm1", "log", "log2", "log10", "log1p", "pow", "hypot", "fmod")  # fmt: skip
_PARTS = ("__sin", "__cos", "__tan", "__rem_pio2", "__rem_pio2_large", "exp_data", "log_data", "log2_data",
          "pow_data", "__math_divzero", "__math_invalid", "__math_oflow", "__math_uflow", "__math_xflow",
          "__expo2", "scalbn")  # fmt: skip
# Names that would meet another C library's at link time.
_RENAMED = (*FUNCTIONS, "scalbn", "__sin", "__cos", "__tan", "__rem_pio2", "__rem_pio2_large",
            "__exp_data", "__log_data", "__log2_data", "__pow_log_data", "__math_divzero", "__math_invalid",
            "__math_oflow", "__math_uflow", "__math_xflow", "__math_check_oflow", "__math_check_uflow",
            "__expo2")  # fmt: skip


def sources(musl: Path) -> list[Path]:
    """The files to compile. musl: The folder of its sources."""
    return [musl / "src" / "math" / f"{name}.c" for name in (*FUNCTIONS, *_PARTS)]


def options(zig_library: Path) -> list[str]:
    """Options of the C compiler: musl's own headers on every machine, and no fused products."""
    libc = zig_library / "libc"
    headers = (
        libc / "musl" / "src" / "internal",
        libc / "musl" / "src" / "include",
        libc / "include" / "generic-musl",
        libc / "include" / "arm-linux-musl",  # its 64-bit integers are `long long`, which is right everywhere
        libc / "musl" / "arch" / "generic",
        zig_library / "include",
    )
    renamed = [f"-D{name}=kg_{name.replace('__', 'part_')}" for name in _RENAMED]
    return [
        "-O2",
        "-std=c99",
        "-ffp-contract=off",
        "-fno-math-errno",
        "-nostdinc",
        "-w",
        *(f"-I{path}" for path in headers),
        *renamed,
    ]
