"""Levels of detail: the same skins with fewer triangles. May import `core`."""
