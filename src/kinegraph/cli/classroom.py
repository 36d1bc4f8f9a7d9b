"""`kinegraph class`: one studio server for a whole class."""

from pathlib import Path
from typing import Annotated

import typer


def classroom(
    students: Annotated[int, typer.Option(min=1, max=200, help="Number of students.")] = 30,
    names: Annotated[
        Path | None, typer.Option(help="A text file with the students' names, one on each line.")
    ] = None,
    folder: Annotated[
        Path, typer.Option(help="Folder of the class: documents, links, and what was handed in.")
    ] = Path("class"),
    lesson: Annotated[
        Path | None, typer.Option(help="A .kine document that every new student begins with.")
    ] = None,
    simple: Annotated[
        bool | None,
        typer.Option("--simple/--full", help="Show students fewer panels, or all; else as last time."),
    ] = None,
    host: Annotated[
        str, typer.Option(help="Name or address of this machine, to let other machines in; needs TLS.")
    ] = "127.0.0.1",
    cert: Annotated[Path | None, typer.Option(help="TLS certificate (PEM).")] = None,
    key: Annotated[Path | None, typer.Option(help="Key of the TLS certificate (PEM).")] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes the one of the last time.")
    ] = 0,
    browser: Annotated[bool, typer.Option(help="Open the teacher's page in a browser.")] = True,
) -> None:
    """Open a class: a document and a link for every student, and a page for the teacher. Ctrl+C ends it."""
    from rich.console import Console

    from kinegraph.cli.studio import show_in_browser
    from kinegraph.studio.classroom.roster import RosterFile
    from kinegraph.studio.classroom.server import Where, serve_class
    from kinegraph.studio.running.redirect import PATIENCE

    console = Console()
    where = Where(host, port, cert, key)
    where.check()
    file = RosterFile(folder)
    file.seat(0 if names else students, _read_names(names) if names else ())
    if lesson is not None:
        file.take_lesson(lesson)
    if simple is not None:
        file.roster.simple = simple
    if host not in ("127.0.0.1", "localhost"):
        console.print(
            f"[bold yellow]Other machines can connect to {host}.[/bold yellow] A link is all it takes to "
            "open a student's document: hand the links out with care.",
            soft_wrap=True,
        )

    def announce(teacher: str, sheet: Path) -> None:
        console.print(f"The teacher's page is at [bold]{teacher}[/bold]", soft_wrap=True, highlight=False)
        console.print(
            f"The links of {len(file.roster.students)} students are in {sheet}",
            soft_wrap=True,
            highlight=False,
            markup=False,
        )
        console.print("[dim]Every edit is saved at once. Ctrl+C ends the class.[/dim]")
        if browser:
            show_in_browser(teacher, PATIENCE)

    console.print("[dim]Loading the engine. The first time on a machine this takes some minutes.[/dim]")
    serve_class(file, where, announce=announce)


def _read_names(file: Path) -> list[str]:
    from kinegraph.core.errors import FormatError

    try:
        return file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise FormatError(file, f"the names cannot be read: {reason}.") from None
