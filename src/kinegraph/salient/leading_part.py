"""Leading part: the joints whose motion the keyposes follow; proposed where nobody has named them."""

from collections.abc import Sequence

from kinegraph.core.character import ContactPoint
from kinegraph.core.clip import Clip


def proposed_leading_part(clip: Clip, points: Sequence[ContactPoint] = ()) -> tuple[str, ...]:
    """Names of the joints that lead the motion."""
    return (clip.skeleton.names[0],)
