"""The core's public names are all there, and are what their names say."""

from types import ModuleType

import kinegraph.core


def test_every_public_name_exists():
    for name in kinegraph.core.__all__:
        assert hasattr(kinegraph.core, name), name


def test_a_function_named_like_its_module_is_the_function():
    import kinegraph.core.bake
    import kinegraph.core.forward_kinematics
    import kinegraph.core.resample

    for name in kinegraph.core.__all__:
        assert not isinstance(getattr(kinegraph.core, name), ModuleType), name


def test_no_name_is_listed_twice():
    assert len(set(kinegraph.core.__all__)) == len(kinegraph.core.__all__)
