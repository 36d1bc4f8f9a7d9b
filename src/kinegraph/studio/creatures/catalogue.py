"""The catalogue of creature parts and animations, as an event for pages."""

from functools import cache

from kinegraph.creatures.animation.branching import Wanted
from kinegraph.creatures.animation.context_sentence import sentence
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.gait.styles import STYLES
from kinegraph.creatures.generator.kinds import KINDS
from kinegraph.creatures.maker.coat_schemes import SCHEMES
from kinegraph.creatures.maker.creature_plan import PATTERNS
from kinegraph.creatures.maker.parts_palette import PARTS
from kinegraph.studio.protocol.creature_events import (
    CoatInfo,
    CreatureCatalogue,
    KindInfo,
    PartInfo,
    ShippedAnimation,
    StyleInfo,
)


@cache
def catalogue() -> CreatureCatalogue:
    """All that there is; answers request 0."""
    from kinegraph.creatures.animations import shipped_animations

    return CreatureCatalogue(
        request=0,
        kinds=tuple(KindInfo(name=name) for name in KINDS),
        parts=tuple(
            PartInfo(name=part.name, group=part.group, description=part.description, on_limbs=part.on_limbs)
            for part in PARTS.values()
        ),
        coats=tuple(CoatInfo(name=name, coat=coat) for name, coat in SCHEMES.items()),
        patterns=PATTERNS,
        styles=tuple(StyleInfo(name=name) for name in STYLES),
        animations=tuple(_describe_animation(animation) for animation in shipped_animations().values()),
    )


def _describe_animation(animation: GeneralAnimation) -> ShippedAnimation:
    def asked(wanted: Wanted) -> tuple[str, ...]:
        return tuple(str(predicate) for predicate, what in animation.branches.items() if what is wanted)

    return ShippedAnimation(
        name=animation.name,
        about=animation.about,
        duration=animation.duration,
        loops=animation.loops,
        needs=asked(Wanted.TRUE),
        refuses=asked(Wanted.FALSE),
        targets=tuple(animation.targets),
        channels=tuple(sentence(channel.context) for channel in animation.channels),
    )
