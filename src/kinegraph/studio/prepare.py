"""Prepares what the first start would have to wait for: `python -m kinegraph.studio.prepare`.

Compiles what a following character needs, shapes the first character and draws the cast's pictures. With
`--ship` all but the compiled code goes into the package, for a wheel to carry.
"""

import sys

from kinegraph.studio.casting import FIRST, cast_member, cast_members, keepsake_name, shape_member
from kinegraph.studio.character_blob import unpack_character
from kinegraph.studio.keepsakes import SHIPPED, look_up, put_away
from kinegraph.studio.looks import THEMES, draw_picture, picture_name
from kinegraph.studio.places import cache_folder
from kinegraph.studio.puppet import compile_driver


def main() -> None:
    """Makes whatever is missing, saying what."""
    shipping = "--ship" in sys.argv[1:]
    folder = SHIPPED if shipping else cache_folder()
    members = [member.name for member in cast_members()]
    for number, name in enumerate(members, start=1):
        print(f"\rPreparing the cast: {name} ({number} of {len(members)})".ljust(60), end="", flush=True)
        kept = look_up(keepsake_name(name)) or shape_member(name=name)
        put_away(keepsake_name(name), kept, folder)
        cast = cast_member(name, lambda task, **arguments: task(**arguments))
        record, blob = cast.character, cast.blobs[cast.character.blob]
        for theme in THEMES:
            picture = look_up(picture_name(record.blob, theme))
            picture = picture or draw_picture(record=record, blob=blob, theme=theme)
            put_away(picture_name(record.blob, theme), picture, folder)
        if name == FIRST:
            compile_driver(character=unpack_character(blob, record))
    print("\rThe cast is ready.".ljust(60))


if __name__ == "__main__":
    main()
