"""The formats that pages offer for import and export, and what is missing here for those that need more."""

from kinegraph.creatures.animation.motion_schema import EXTENSION as ANIMATION_ENDING
from kinegraph.creatures.maker.plan_file import ENDING as PLAN_ENDING
from kinegraph.formats import FORMATS, Format
from kinegraph.perform.files.package_schema import EXTENSION
from kinegraph.studio.files.filming import FILM, FILM_ENDINGS
from kinegraph.studio.protocol.events import FormatInfo
from kinegraph.studio.running.places import ENDING

_TITLES = {"gltf": "glTF", "acclaim": "Acclaim", "blender": "Blender", "keyed_json": "Kinegraph keys"}


CREATURE, ANIMATION, PAGE = "creature", "animation", "page"
PAGE_ENDING = ".html"
OWN_WRITTEN = (
    FormatInfo(
        name=FILM,
        title="Film",
        description="The motion as it looks, for any player and any page",
        extensions=FILM_ENDINGS,
        reads=False,
        writes=True,
        holds="film",
    ),
    FormatInfo(
        name=PAGE,
        title="Web page",
        description="One file that opens in any browser: it plays, or the character is performed in it",
        extensions=(PAGE_ENDING,),
        reads=False,
        writes=True,
        holds="page",
    ),
    FormatInfo(
        name=CREATURE,
        title="Creature",
        description="The plan of a made creature, to be opened in another document",
        extensions=(PLAN_ENDING,),
        reads=True,
        writes=True,
        holds="creature",
    ),
    FormatInfo(
        name=ANIMATION,
        title="Animation",
        description="A motion for any creature, as its channels",
        extensions=(ANIMATION_ENDING,),
        reads=True,
        writes=True,
        holds="animation",
    ),
)


def format_list() -> tuple[FormatInfo, ...]:
    """Every format, our own documents last."""
    own = FormatInfo(
        name="kinegraph",
        title="Kinegraph",
        description="Kinegraph documents: their characters and motions",
        extensions=(ENDING,),
        reads=True,
        writes=False,
    )
    package = FormatInfo(
        name="package",
        title="Kinegraph package",
        description="A character with its spatial sets and performances",
        extensions=(EXTENSION,),
        reads=True,
        writes=False,
    )
    return (*(_info(form) for form in FORMATS), *OWN_WRITTEN, package, own)


def _info(form: Format) -> FormatInfo:
    note = _what_is_missing(form)
    return FormatInfo(
        name=form.name,
        title=_TITLES.get(form.name, form.name.upper()),
        description=form.description,
        extensions=form.extensions,
        reads=form.readable and not (note and "read" in form.through_blender),
        writes=form.writable and not (note and "write" in form.through_blender),
        note=note,
    )


def _what_is_missing(form: Format) -> str:
    if not form.through_blender:
        return ""
    from kinegraph.formats.blender.launch import BlenderNotFound, find_blender

    try:
        find_blender()
    except BlenderNotFound as error:
        return str(error)
    return ""
