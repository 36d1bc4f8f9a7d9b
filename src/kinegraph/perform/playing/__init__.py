"""A rig made ready to perform: cursors in, poses out; walking. Imports sets."""
