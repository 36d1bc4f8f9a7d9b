"""Prepares what the first start would have to wait for: `python -m kinegraph.studio.prepare`.

Compiles what following, choosing keys, performing and creatures need, shapes the first character and draws
the cast's pictures. With `--ship` all but the compiled code goes into the package, for a wheel to carry.
"""

import sys

from kinegraph.core.animation_editing import moved_columns, with_column, without_columns
from kinegraph.core.clip import Clip
from kinegraph.core.files.places import cache_folder
from kinegraph.keys.choices import choose_keys
from kinegraph.keys.curves.fit import FitMethod
from kinegraph.keys.keyed_motion import key_motion
from kinegraph.studio.compile_tasks import (
    compile_acting,
    compile_creatures,
    compile_doodles,
    compile_gait_charts,
    compile_making,
    compile_performing,
)
from kinegraph.studio.document.character_blob import unpack_character
from kinegraph.studio.document.motion_blob import unpack_motion
from kinegraph.studio.running.casting import (
    FIRST,
    Cast,
    cast_member,
    cast_members,
    keepsake_name,
    shape_member,
)
from kinegraph.studio.running.follower import compile_driver
from kinegraph.studio.running.keepsakes import SHIPPED, look_up, put_away
from kinegraph.studio.running.looks import THEMES, draw_picture, picture_name


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
            _compile_keys(cast)
            compile_performing(name=name)
            compile_making()
            compile_creatures()
            compile_gait_charts()
            compile_doodles()
            compile_acting()
    print("\rThe cast is ready.".ljust(60))


def _compile_keys(cast: Cast) -> None:
    """Chooses, fits and moves keyframes of a motion, so that the first user need not wait."""
    character = unpack_character(cast.blobs[cast.character.blob], cast.character)
    motion = unpack_motion(cast.blobs[cast.motions[0].blob], cast.motions[0], character.skeleton)
    if not isinstance(motion, Clip):
        return
    choices = choose_keys(motion, contacts=character.contacts)
    key_motion(choices, fit=FitMethod.PREVIEW)
    animation = key_motion(choices, fit=FitMethod.FINAL).animation
    half = 0.5 * float(animation.column_times[1])
    edited = moved_columns(with_column(animation, half), [half], 0.01)
    without_columns(edited, edited.column_times[1:2])
    choices.errors.max()


if __name__ == "__main__":
    main()
