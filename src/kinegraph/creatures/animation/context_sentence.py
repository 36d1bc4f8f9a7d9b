"""Contexts as a short sentence and back: "graspers on the left, at the front of the set, front-most"."""

import re

from kinegraph.core.body import Cap
from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.creatures.animation.context import (
    SIDES,
    Context,
    LimbModifier,
    Place,
    Zone,
)

_NOUNS = {
    Cap.FOOT: "feet",
    Cap.ROOT: "root",
    Cap.SPINE: "spine",
    None: "bodies",
} | {cap: f"{cap}s" for cap in Cap if cap not in (Cap.FOOT, Cap.ROOT, Cap.SPINE)}
_PHRASES = {
    Place.LEFT: "on the left",
    Place.CENTER: "in the center",
    Place.RIGHT: "on the right",
    Place.TOP: "at the top",
    Place.MIDHEIGHT: "at midheight",
    Place.BOTTOM: "at the bottom",
    Place.FRONT: "at the front",
    Place.MIDLENGTH: "at midlength",
    Place.BACK: "at the back",
}
_OF_THE_SET = " of the set"
_AT_THE_SPINE = "by their spine segments"
_EXTENTS = {f"{side}-most": side for side in SIDES}
_TYPES = {noun: cap for cap, noun in _NOUNS.items()} | {str(cap): cap for cap in Cap}
_PLACES = {phrase: place for place, phrase in _PHRASES.items()} | {str(place): place for place in Place}
_LONGEST = 1000  # most characters of a sentence


class UnknownPhrase(UnknownName):
    """A phrase of a context's sentence that has no meaning."""

    kind = "phrase"


def sentence(context: Context) -> str:
    """The context in words; `context_from_sentence` reads it back."""
    phrases = [_PHRASES[zone.place] + _OF_THE_SET * zone.setspace for zone in context.zones]
    if context.extent is not None:
        phrases.append(f"{context.extent}-most")
    if context.limb is LimbModifier.SPINE_SEGMENT:
        phrases.append(_AT_THE_SPINE)
    return " ".join([_NOUNS[context.cap], ", ".join(phrases)]).strip()


def context_from_sentence(text: str) -> Context:
    """Reads what `sentence` writes, and the plain words alone: "grasper, left, front of the set"."""
    if len(text) > _LONGEST:
        raise InvalidValue(f"A context of {len(text)} characters is too long; {_LONGEST} are allowed.")
    words = re.sub(r"\s+", " ", text.strip().lower())
    noun, _, rest = words.replace(",", " , ", 1).partition(" ") if "," in words else words.partition(" ")
    if noun not in _TYPES:
        raise UnknownPhrase(noun, _TYPES)
    context = Context(_TYPES[noun])
    for phrase in (piece.strip() for piece in rest.split(",")):
        if phrase:
            context = _with(context, phrase)
    return context


def _with(context: Context, phrase: str) -> Context:
    setspace = phrase.endswith(_OF_THE_SET)
    place = _PLACES.get(phrase.removesuffix(_OF_THE_SET))
    if place is not None:
        return context & Context(zones=(Zone(place, setspace),))
    if phrase in _EXTENTS:
        return context & Context(extent=_EXTENTS[phrase])
    if phrase in (_AT_THE_SPINE, str(LimbModifier.SPINE_SEGMENT)):
        return context.spine_segment()
    raise UnknownPhrase(phrase, (*_PHRASES.values(), *_EXTENTS, _AT_THE_SPINE))
