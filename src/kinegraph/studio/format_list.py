"""The formats that pages offer for import and export, and what is missing here for those that need more."""

from kinegraph.formats import FORMATS, Format
from kinegraph.spatial.package_schema import EXTENSION
from kinegraph.studio.events import FormatInfo
from kinegraph.studio.places import ENDING

_TITLES = {"gltf": "glTF", "acclaim": "Acclaim", "blender": "Blender and FBX", "keyed_json": "Kinegraph keys"}


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
    return (*(_info(form) for form in FORMATS), package, own)


def _info(form: Format) -> FormatInfo:
    note = _what_is_missing(form)
    return FormatInfo(
        name=form.name,
        title=_TITLES.get(form.name, form.name.upper()),
        description=form.description,
        extensions=form.extensions,
        reads=form.readable and not note,
        writes=form.writable and not note,
        note=note,
    )


def _what_is_missing(form: Format) -> str:
    if form.name != "blender":
        return ""
    from kinegraph.formats.blender_process import BlenderNotFound, find_blender

    try:
        find_blender()
    except BlenderNotFound as error:
        return str(error)
    return ""
