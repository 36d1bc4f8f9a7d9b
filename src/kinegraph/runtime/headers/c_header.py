"""The layout as a C header."""

from kinegraph.creatures.playing.array_views import count_words
from kinegraph.runtime.baked import records
from kinegraph.runtime.headers.layout import CHAINS, COLUMNS, all_views, fields

_START = """/* Written by `make runtime-headers` from the definitions of the engine: do not edit.
   Where the fields of records and calls are, in words of 64 bits. */
#ifndef KINEGRAPH_LAYOUT_H
#define KINEGRAPH_LAYOUT_H
#include <stdint.h>
"""


def c_header() -> str:
    """The text of `kinegraph_layout.h`."""
    lines = [_START]
    constants = {
        "version": records.VERSION,
        "layout": records.layout_number(),
        "header_bytes": records.HEADER_BYTES,
        "alignment": records.ALIGNMENT,
        **COLUMNS,
    }
    lines += [f"#define KG_{name.upper()} {value}" for name, value in constants.items()]
    lines.append("\nenum kg_kind {")
    lines += [f"    KG_KIND_{name.upper()} = {n}," for n, name in enumerate(records.RECORDS)]
    lines.append("};")
    for name, view in all_views().items():
        lines.append(f"\n#define KG_{name.upper()}_WORDS {count_words(view)}")
        lines += [f"#define KG_{name.upper()}_{f.name.upper()} {f.word}" for f in fields(view)]
    lines += _tables()
    lines.append("#endif")
    return "\n".join(lines) + "\n"


def _tables() -> list[str]:
    """Tables that the loader checks, for the one source that defines KG_LAYOUT_TABLES."""
    lines = [
        "",
        "#ifdef KG_LAYOUT_TABLES",
        "/* An array of a record. own: 1 where each creature has its own copy. number: i, f or u. */",
        "typedef struct {",
        "    int16_t word;",
        "    int8_t axes, item, own;",
        "    char number;",
        "} kg_array;",
    ]
    for name, view in records.RECORDS.items():
        lines.append(f"static const kg_array KG_{name.upper()}_ARRAYS[] = {{")
        for f in fields(view):
            if f.axes >= 0:
                own = f.name.startswith(tuple(f"step_{field}" for field in records.OWN_FIELDS))
                lines.append(f"    {{{f.word}, {f.axes}, {f.item}, {int(own)}, '{f.kind[0]}'}},")
        lines.append("    {-1, 0, 0, 0, 0},\n};")
    lines += [
        "typedef struct {",
        "    int16_t kind, word, column;",
        "    int8_t axes, inward, last;",
        "} kg_chain;",
        "static const kg_chain KG_CHAINS[] = {",
    ]
    for chain in CHAINS:
        found = next(f for f in fields(records.RECORDS[chain.record]) if f.name == chain.path)
        kind = list(records.RECORDS).index(chain.record)
        lines.append(
            f"    {{{kind}, {found.word}, {chain.column}, {found.axes}, {int(chain.inward)}, {chain.last}}},"
        )
    return [*lines, "    {-1, 0, 0, 0, 0, 0},\n};", "#endif"]
