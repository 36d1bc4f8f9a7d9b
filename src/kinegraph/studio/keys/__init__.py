"""Keys in the studio: choices, edits and playback of keyed motion. Imports motions."""
