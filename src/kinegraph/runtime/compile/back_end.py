"""llvmlite as the compiler: the typed code of an entry to an object file for any machine.

Numba's text is that of the machine that it ran on. Four things are changed in it: the target; addresses of
Python objects of that process, which only errors use and which become null; calls of the C library's
functions, which go to our own (`libm`), so that every machine computes the same bits; and counts of
references, which are atomic there, though one call is one thread. What an entry does not need is left out.
"""

import re
from functools import cache

import llvmlite.binding as llvm

from kinegraph.runtime.compile.front_end import CannotCompile, TypedCode
from kinegraph.runtime.compile.libm import FUNCTIONS
from kinegraph.runtime.compile.targets import Target

# Instructions of every machine. Others of these names would be calls.
INSTRUCTIONS = ("sqrt", "floor", "ceil", "fabs", "copysign")
# What `hosts/support.c` has in place of Numba's run time and of Python's errors, each as kg_NAME.
SUPPORT = ("NRT_MemInfo_alloc_aligned", "NRT_MemInfo_alloc", "NRT_MemInfo_call_dtor", "NRT_Allocate",
            "NRT_Free", "numba_attempt_nocopy_reshape", "PyErr_SetString", "PyExc_RuntimeError")  # fmt: skip
_COUNT = re.compile(r"(%\S+) = atomicrmw (add|sub) ptr (%\S+), i64 1 monotonic, align 8")
# Fills and copies of memory: with lengths of 64 bits they would be calls of another function.
_FILL = re.compile(
    r"(?:tail )?call void @llvm\.(memset|memcpy|memmove)\.(p0(?:\.p0)?)\.i64"
    r"\(([^\n]*), i64 ([^,\n]+), i1 (\w+)\)"
)


def _narrow_fill(found: re.Match) -> str:
    name, kinds, places, length, volatile = found.groups()
    word = f"%narrow.{found.start()}"
    return (
        f"{word} = trunc i64 {length} to i32\n"
        f"  call void @llvm.{name}.{kinds}.i32({places}, i32 {word}, i1 {volatile})"
    )


@cache
def initialize() -> None:
    """Makes LLVM ready for all machines."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def compile_object(name: str, code: TypedCode, target: Target) -> bytes:
    """An object file with the function `int32 kg_NAME(address)`, and nothing else that can be seen."""
    return _machine(target).emit_object(optimized_module(name, code, target))


def _machine(target: Target) -> llvm.TargetMachine:
    initialize()
    reloc = "static" if target.narrow else "pic"
    return llvm.Target.from_triple(target.triple).create_target_machine(
        features=target.features, opt=3, reloc=reloc, codemodel="default"
    )


def optimized_module(name: str, code: TypedCode, target: Target) -> llvm.ModuleRef:
    """The whole program of an entry, optimised for a target."""
    machine = _machine(target)
    text = retarget(name, code, target, str(machine.target_data))
    try:
        module = llvm.parse_assembly(text)
        _hide_all_but(module, f"kg_{name}")
        module.verify()
    except RuntimeError as error:
        raise CannotCompile(
            f"The code of the kernel {name!r} is not valid for {target.name}: {error}"
        ) from None
    _optimize(module, machine)
    if target.narrow:  # only now: optimisation makes more of them
        module = llvm.parse_assembly(_FILL.sub(_narrow_fill, str(module)))
        module.verify()
    _check_imports(name, module)
    return module


def neutral_text(text: str, triple: str, layout: str) -> str:
    """Typed code for a machine, without what belongs to the process that typed it.

    layout: LLVM's description of the machine's memory.
    """
    text = re.sub(r'target datalayout = "[^"]*"', f'target datalayout = "{layout}"', text)
    text = re.sub(r'target triple = "[^"]*"', f'target triple = "{triple}"', text)
    text = text.replace("= common global", "= internal global")
    text = re.sub(r"inttoptr \(i64 \d{9,} to ptr\)", "null", text)
    return _COUNT.sub(r"\1 = load i64, ptr \3\n  \1n = \2 i64 \1, 1\n  store i64 \1n, ptr \3", text)


def retarget(name: str, code: TypedCode, target: Target, layout: str) -> str:
    """The text of an entry for a target. layout: LLVM's description of its memory."""
    text = neutral_text(code.text, target.triple, layout)
    for each in INSTRUCTIONS:
        text = re.sub(rf"@{each}\b(?!\.)", f"@llvm.{each}.f64", text)
    for each in FUNCTIONS:
        text = re.sub(rf"@(llvm\.{each}\.f64|{each})(?=\()", f"@kg_{each}", text)
    for each in SUPPORT:
        text = re.sub(rf"@{each}\b", f"@kg_{each}", text)
    word, widen = ("i32", "zext i32 %address to i64") if target.narrow else ("i64", "add i64 %address, 0")
    function = f'"{code.function}"' if f'@"{code.function}"' in text else code.function
    return f"""{text}
define i32 @kg_{name}({word} %address) {{
  %result = alloca i64
  %raised = alloca ptr
  store i64 0, ptr %result
  store ptr null, ptr %raised
  %wide = {widen}
  %status = call i32 @{function}(ptr %result, ptr %raised, i64 %wide)
  ret i32 %status
}}
"""


def _hide_all_but(module: llvm.ModuleRef, name: str) -> None:
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name != name:
            each.linkage = "internal"


def _optimize(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    """Optimises once to see through calls, then prunes counts of references, then at the highest level."""
    first = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(2))
    first.getModulePassManager().run(module, first)
    full = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(3))
    pruning = full.getModulePassManager()
    pruning.add_refprune_pass()
    pruning.run(module, full)
    full.getModulePassManager().run(module, full)


def _check_imports(name: str, module: llvm.ModuleRef) -> None:
    """A kernel may need our own mathematics and memory, and nothing else."""
    known = {f"kg_{each}" for each in (*FUNCTIONS, *SUPPORT)}
    symbols = (*module.functions, *module.global_variables)
    calls = {f"llvm.{each}.f64" for each in FUNCTIONS}  # these would become calls of another C library
    needs = {
        each.name
        for each in symbols
        if each.is_declaration and (each.name in calls or not each.name.startswith("llvm."))
    }
    if needs - known:
        raise CannotCompile(
            f"The kernel {name!r} needs {', '.join(sorted(needs - known))}, which the runtime does not have; "
            "add it to runtime/compile/libm.py or write the kernel without it."
        )
