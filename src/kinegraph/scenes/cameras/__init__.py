"""Cameras: shots with cuts, keys, following and looking at things. Imports `targets`."""
