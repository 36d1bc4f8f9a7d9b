"""Names of the stages that creatures in lanes go through, and of the files of code that have them."""

STAGES = ("walk", "evaluate", "bend", "aim", "settle", "place", "sway", "pose")
PUT = "put"  # not of a frame: puts creatures at other places
# Per precision, the files that have its stages (without their endings).
FILES = {"double": ("lanes_double",), "mixed": ("lanes_lasting", "lanes_passing")}
