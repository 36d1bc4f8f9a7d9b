"""Props: boxes, balls and trees that stand, roll, follow keys or are held. Imports `mixing`, `targets`."""
