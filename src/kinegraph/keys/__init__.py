"""Keys: dense motion is reduced to the few keyposes and breakdowns that an animator would set.

`choose_keys` finds the best keys for every count, `key_motion` fits curves through a choice of them. Imports
core, formats and characters.
"""

from kinegraph.lazy_names import offer_names

offer_names(__name__)
