"""The layout as TypeScript."""

from kinegraph.runtime.baked import records
from kinegraph.runtime.headers.layout import COLUMNS, fields

_START = """// Written by `make runtime-headers` from the definitions of the engine: do not edit.
// Where the fields of records are, in words of 64 bits.

/** An array: the index of its address, which the lengths of its axes follow, and the kind of its numbers. */
export interface ArrayPlace {
  word: number;
  axes: number;
  kind: "f8" | "f4" | "i8" | "u4" | "u2" | "u1" | "b1";
}
"""


def typescript_layout() -> str:
    """The text of `layout.ts`."""
    lines = [
        _START,
        f"export const VERSION = {records.VERSION};",
        f"export const LAYOUT = {records.layout_number()};",
    ]
    lines.append("\n/** Numbers of the kinds of records. */\nexport const KIND = {")
    lines += [f"  {name}: {n}," for n, name in enumerate(records.RECORDS)]
    lines.append("} as const;\n\n/** Columns of rows that pages read or write. */\nexport const COLUMN = {")
    lines += [f"  {_camel(name)}: {value}," for name, value in COLUMNS.items()]
    lines.append("} as const;")
    for name, view in records.RECORDS.items():
        arrays = [
            f for f in fields(view) if f.axes >= 0 and not f.name.startswith(("step_tables", "step_scratch"))
        ]
        whole = [f for f in fields(view) if f.axes < 0 and not f.name.startswith("step_tables")]
        lines.append(f"\nexport const {name.upper()} = {{")
        lines += [
            f'  {_camel(f.name)}: {{ word: {f.word}, axes: {f.axes}, kind: "{f.kind}" }} as ArrayPlace,'
            for f in arrays
        ]
        lines += [f"  {_camel(f.name)}: {f.word}," for f in whole]
        lines.append("};")
    return "\n".join(lines) + "\n"


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
