"""A hypothesis strategy that draws contexts."""

from hypothesis import strategies as st

from kinegraph.core.body import Cap
from kinegraph.creatures.animation.context import SIDES, Context, LimbModifier, Place, Zone

contexts = st.builds(
    Context,
    st.none() | st.sampled_from(Cap),
    st.lists(st.builds(Zone, st.sampled_from(Place), st.booleans()), max_size=4).map(tuple),
    st.none() | st.sampled_from(SIDES),
    st.none() | st.just(LimbModifier.SPINE_SEGMENT),
)
