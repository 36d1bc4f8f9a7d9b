"""Hosts: the loader and the game's side in C (`kinegraph.h`), which every host calls, and the one for Python.

The C sources stand here; the one for the web is in `web/runtime`. Python's needs neither Numba nor the
features: it is the reference for hosts in other languages.
"""
