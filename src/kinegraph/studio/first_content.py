"""The first content of a new document."""

from kinegraph.studio.document import edits
from kinegraph.studio.document.edits import Edit
from kinegraph.studio.running.casting import Cast


def first_content(cast: Cast) -> Edit:
    """The content of a new document: one character that follows the pointer, and motions to play."""
    added = edits.add({}, None, [cast.character, *cast.motions], cast.blobs)
    first = cast.motions[0].id if cast.motions else None
    looked = edits.look({}, character=cast.character.id, motion=first, follow=cast.character.id)
    return Edit(None, {**added.changes, **looked.changes}, cast.blobs)
