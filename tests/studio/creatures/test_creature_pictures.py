"""Pictures of what creatures are made of: there is one for everything that the catalogue lists."""

import imageio.v3 as imageio
import numpy as np
import pytest

from kinegraph.studio.creatures.catalogue import catalogue
from kinegraph.studio.creatures.pictures import (
    SIZE,
    UnknownPicture,
    creature_picture,
    draw_creature_picture,
    picture_names,
)


def test_everything_in_the_catalogue_has_a_picture_by_its_name() -> None:
    listed = catalogue()
    assert set(picture_names("parts")) == {part.name for part in listed.parts}
    assert set(picture_names("kinds")) == {kind.name for kind in listed.kinds}
    assert set(picture_names("animations")) == {animation.name for animation in listed.animations}


def test_parts_look_different() -> None:
    drawn = [
        imageio.imread(draw_creature_picture(kind="parts", name=name, theme="dark"), extension=".png")
        for name in ("horn", "antler", "hoof")
    ]
    assert all(picture.shape == (SIZE, SIZE, 3) for picture in drawn)
    changed = [np.mean(np.any(drawn[0] != other, axis=-1)) for other in drawn[1:]]
    assert min(changed) > 0.02  # of the picture's pixels


@pytest.mark.parametrize("kind", ["parts", "kinds", "animations", "../parts"])
def test_what_there_is_no_picture_of_is_refused_by_name(kind: str) -> None:
    with pytest.raises(UnknownPicture, match="wheel"):
        creature_picture(kind, "wheel", "dark", lambda task, **arguments: task(**arguments))
