"""Lane code to PTX for NVIDIA's GPUs, and to a library for the processor, which tests compare with.

The typed code goes through llvmlite for the target nvptx64, with the functions of CUDA's libdevice linked in.
The driver of the GPU makes machine code of the PTX when it is loaded.
"""

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import llvmlite.binding as llvm

from kinegraph.runtime.compile.back_end import INSTRUCTIONS, SUPPORT, initialize, neutral_text
from kinegraph.runtime.compile.front_end import CannotCompile, TypedCode
from kinegraph.runtime.compile.lane_code import CALLS, LaneCode
from kinegraph.runtime.compile.libm import FUNCTIONS
from kinegraph.runtime.compile.targets import LINUX

# GPUs since 2018. The driver makes code for the one that is there.
_PROCESSOR, _FEATURES = "sm_75", "+ptx75"
_TRIPLE = "nvptx64-nvidia-cuda"
_WITH_FRAME = (
    "advance_layers",
    "walk",
    "evaluate",
    "sway",
    "write_pose",
)  # stages that take a frame's number
_ROUNDED = r"= (fadd|fsub|fmul|fdiv) (double|float)"

_THREAD = """
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
define internal i64 @kg_lane() alwaysinline {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %wide = zext i32 %lane to i64
  ret i64 %wide
}
"""
_KERNEL = """
define ptx_kernel void @kg_{name}(i64 %records, i64 %groups) {{
  %result = alloca [8 x i64]
  %raised = alloca ptr
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %width = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul i32 %block, %width
  %number = add i32 %first, %thread
  %group32 = lshr i32 %number, 5
  %group = zext i32 %group32 to i64
  %there = icmp ult i64 %group, %groups
  br i1 %there, label %go, label %done
go:
  %bytes = mul i64 %group, 24
  %address = add i64 %records, %bytes
{calls}  br label %done
done:
  ret void
}}
"""
_LANE = """
@kg_lane_now = internal global i64 0
define internal i64 @kg_lane() {
  %lane = load i64, ptr @kg_lane_now
  ret i64 %lane
}
"""
_LOOP = """
define void @kg_{code}_{name}(i64 %records, i64 %groups) {{
start:
  %result = alloca [8 x i64]
  %raised = alloca ptr
  %threads = mul i64 %groups, 32
  br label %head
head:
  %thread = phi i64 [ 0, %start ], [ %next, %go ]
  %there = icmp ult i64 %thread, %threads
  br i1 %there, label %go, label %done
go:
  %group = lshr i64 %thread, 5
  %lane = and i64 %thread, 31
  store i64 %lane, ptr @kg_lane_now
  %bytes = mul i64 %group, 24
  %address = add i64 %records, %bytes
{calls}  %next = add i64 %thread, 1
  br label %head
done:
  ret void
}}
"""
_WIDENED = """
define internal float @kg_{name}_single({parameters}) {{
{widen}  %r = call double @kg_{name}({arguments})
  %n = fptrunc double %r to float
  ret float %n
}}
"""
_TWO = ("atan2", "pow", "hypot", "fmod")  # functions of two numbers


def libdevice() -> bytes:
    """CUDA's mathematics as LLVM bitcode, from the package `nvidia-nvvm`."""
    found = find_spec("nvidia")
    for folder in (found.submodule_search_locations or ()) if found else ():
        for path in sorted(Path(folder).glob("*/nvvm/libdevice/libdevice.10.bc")):
            return path.read_bytes()
    raise CannotCompile("The package 'nvidia-nvvm' is missing; 'make runtime' installs it.")


def lane_ptx(lanes: LaneCode, code: TypedCode) -> str:
    """PTX with a kernel kg_STAGE(records, groups) for each stage of a lane code."""
    machine = _gpu()
    text = neutral_text(code.text, _TRIPLE, str(machine.target_data))
    text = _with_mathematics(text, lanes.single, "__nv_{}f" if lanes.single else "__nv_{}")
    flags = "contract arcp afn" if lanes.single else "contract"
    text = re.sub(_ROUNDED, rf"= \1 {flags} \2", text)
    if lanes.single:
        text = re.sub(r"call float @llvm\.sqrt", "call afn contract float @llvm.sqrt", text)
    text = _in_global_memory(text)
    text = re.sub(r"^declare i64 @kg_lane\(\).*$", "", text, flags=re.M) + _THREAD
    text += "".join(_KERNEL.format(name=name, calls=_calls(text, name)) for name in lanes.stages)
    module = llvm.parse_assembly(text)
    device = llvm.parse_bitcode(libdevice())
    device.triple, device.data_layout = module.triple, module.data_layout
    module.link_in(device)
    _optimize(module, machine, {f"kg_{name}" for name in lanes.stages})
    missing = [f.name for f in module.functions if f.is_declaration and not f.name.startswith("llvm.")]
    if missing:
        raise CannotCompile(f"The code {lanes.name!r} needs {', '.join(missing)}, which a GPU does not have.")
    ptx = machine.emit_assembly(module)
    for name, most in lanes.registers.items():
        ptx = re.sub(rf"(\.entry kg_{name}\([^)]*\))", rf"\1\n.maxnreg {most}", ptx)
    return ptx


def lane_object(lanes: LaneCode, code: TypedCode) -> bytes:
    """An object file for this processor with a function kg_CODE_STAGE(records, groups) for each stage."""
    initialize()
    machine = llvm.Target.from_triple(LINUX.triple).create_target_machine(
        features=LINUX.features, opt=2, reloc="pic", codemodel="default"
    )
    text = neutral_text(code.text, LINUX.triple, str(machine.target_data))
    text = _with_mathematics(text, lanes.single, "kg_{}_single" if lanes.single else "kg_{}")
    if lanes.single:
        text = _with_widened(text)
    for each in SUPPORT:
        text = re.sub(rf"@{each}\b", f"@kg_{each}", text)
    text = re.sub(r"^declare i64 @kg_lane\(\).*$", "", text, flags=re.M) + _LANE
    text += "".join(
        _LOOP.format(code=lanes.name, name=name, calls=_calls(text, name)) for name in lanes.stages
    )
    module = llvm.parse_assembly(text)
    _optimize(module, machine, {f"kg_{lanes.name}_{name}" for name in lanes.stages}, quick=True)
    return machine.emit_object(module)


@cache
def _gpu() -> llvm.TargetMachine:
    initialize()
    return llvm.Target.from_triple(_TRIPLE).create_target_machine(
        cpu=_PROCESSOR, features=_FEATURES, opt=3, reloc="static", codemodel="default"
    )


def _with_mathematics(text: str, single: bool, name: str) -> str:
    """Code whose mathematics has names for a machine. name: With a place for a function's."""
    width = "f32" if single else "f64"
    for each in INSTRUCTIONS:
        text = re.sub(rf"@(llvm\.)?{each}(\.f64|\.f32)?(?=\()", f"@llvm.{each}.{width}", text)
    for each in FUNCTIONS:
        text = re.sub(rf"@(llvm\.)?{each}(\.f64|\.f32)?(?=\()", f"@{name.format(each)}", text)
    return text


def _with_widened(text: str) -> str:
    """Code whose functions of floats of 32 bits are made of those of 64."""
    for each in FUNCTIONS:
        if f"@kg_{each}_single(" not in text:
            continue
        text = re.sub(rf"^declare float @kg_{each}_single\(.*$", "", text, flags=re.M)
        names = "xy" if each in _TWO else "x"
        text += _WIDENED.format(
            name=each,
            parameters=", ".join(f"float %{n}" for n in names),
            widen="".join(f"  %w{n} = fpext float %{n} to double\n" for n in names),
            arguments=", ".join(f"double %w{n}" for n in names),
        )
        if f"declare double @kg_{each}(" not in text:
            text += f"declare double @kg_{each}({', '.join('double' for _ in names)})\n"
    return text


def _in_global_memory(text: str) -> str:
    """Code that says of every address that it is in the GPU's main memory."""
    return re.sub(
        r'(%"?[^\s=]+"?) = inttoptr i64 (%\S+) to ptr',
        lambda found: (
            f"{_suffixed(found[1])} = inttoptr i64 {found[2]} to ptr addrspace(1)\n"
            f"  {found[1]} = addrspacecast ptr addrspace(1) {_suffixed(found[1])} to ptr"
        ),
        text,
    )


def _suffixed(name: str) -> str:
    return f'{name[:-1]}.global"' if name.endswith('"') else f"{name}.global"


def _calls(text: str, stage: str) -> str:
    calls = ""
    for n, name in enumerate(CALLS[stage]):
        found = re.search(
            rf'^define [^@]*@("?_ZN9kinegraph9creatures7playing12step_kernels{len(name)}{name}B[^(]*)\(',
            text,
            re.M,
        )
        if found is None:
            raise CannotCompile(f"The stage {name!r} is not in the typed code.")
        frame = ", i64 0" if name in _WITH_FRAME else ""
        calls += f"  %status{n} = call i32 @{found[1]}(ptr %result, ptr %raised, i64 %address{frame})\n"
    return calls


def _optimize(
    module: llvm.ModuleRef, machine: llvm.TargetMachine, kept: set[str], *, quick: bool = False
) -> None:
    """Optimises whole kernels. quick: For code that is only compared with."""
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name not in kept:
            each.linkage = "internal"
    module.verify()
    _run(module, machine, 1 if quick else 2)
    if quick:
        return
    for function in module.functions:  # a call costs a GPU more than code: its registers go through memory
        if not function.is_declaration and function.name not in kept:
            function.add_function_attribute("alwaysinline")
    for _ in range(2):
        _run(module, machine, 3)


def _run(module: llvm.ModuleRef, machine: llvm.TargetMachine, speed: int) -> None:
    options = llvm.create_pipeline_tuning_options(speed)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
