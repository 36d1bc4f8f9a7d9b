"""The `.kinelive` file: creatures and spatial rigs with all that a host needs to play them.

`records` defines what is in it, `bake` writes it. May import the features and `exports`. Hosts read it with
the one loader in `hosts/live_file.c`.
"""
