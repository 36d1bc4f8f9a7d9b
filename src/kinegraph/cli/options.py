"""Options that many commands take, each with one name and one meaning."""

from typing import Annotated

import typer

Motion = Annotated[
    str | None,
    typer.Option(help="Name of the motion, if the file has several. Default: the first.", show_default=False),
]
Frames = Annotated[
    str | None,
    typer.Option(
        "--frames",
        "--range",
        metavar="A:B",
        help="Only frames A to B-1; either may be left out.",
        show_default=False,
    ),
]
Scale = Annotated[
    float | None,
    typer.Option(help="Metres per unit, for formats that do not state it.", show_default=False),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
