"""The machines that the runtime is compiled for."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """A machine.

    triple: LLVM's name of it. zig: The name that zig has for it.
    features: Of the processor, as LLVM writes them; only what every such machine has.
    processor: The same for zig.
    narrow: Whether addresses have 32 bits.
    """

    name: str
    triple: str
    zig: str
    features: str = ""
    processor: str = "-mcpu=baseline"
    narrow: bool = False


# Rounding is one instruction from SSE 4.1 on, which every such processor since 2009 has.
_X86 = "+sse3,+ssse3,+sse4.1,+sse4.2,+popcnt,+cx16"
_WASM = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
_WASM_ZIG = "-mcpu=generic+simd128+bulk_memory+sign_ext+nontrapping_fptoint+mutable_globals"
_V2 = "-mcpu=x86_64_v2"
LINUX = Target("linux-x86_64", "x86_64-unknown-linux-gnu", "x86_64-linux-gnu.2.17", _X86, _V2)
WASM = Target(
    "wasm32",
    "wasm32-unknown-wasi",
    "wasm32-wasi",
    _WASM,
    "-mcpu=generic+simd128+bulk_memory+sign_ext+nontrapping_fptoint+mutable_globals",
    narrow=True,
)
TARGETS = (
    LINUX,
    WASM,
    Target("linux-aarch64", "aarch64-unknown-linux-gnu", "aarch64-linux-gnu.2.17"),
    Target("windows-x86_64", "x86_64-pc-windows-gnu", "x86_64-windows-gnu", _X86, _V2),
    Target("macos-aarch64", "aarch64-apple-macosx11.0.0", "aarch64-macos.11.0"),
)


def target(name: str) -> Target:
    """The target of a name."""
    return next(each for each in TARGETS if each.name == name)
