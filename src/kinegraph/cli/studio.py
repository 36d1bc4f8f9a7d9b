"""`kinegraph studio`: opens the studio in a browser."""

import threading
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

_SHORT_PATIENCE = 5.0  # [s] for a browser, where the command has nothing else to do


def studio(
    file: Annotated[
        Path | None,
        typer.Argument(help="A .kine document (created if missing), or a file to import into a new one."),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 picks a free one.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open the studio in a browser.")] = True,
    new: Annotated[
        bool, typer.Option("--new", help="Start a new document instead of continuing the last one.")
    ] = False,
    upload_limit: Annotated[
        float, typer.Option(min=0.001, help="Largest file that the page can import [MB].")
    ] = 200.0,
    library: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="DIR", help="Folder of motions to index in the background, for the library panel."
        ),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Print the details of unexpected errors here as well.")
    ] = False,
) -> None:
    """Open the studio in a browser. Every edit is saved at once; Ctrl+C ends the studio."""
    from rich.console import Console

    from kinegraph.core.errors import FormatError
    from kinegraph.studio.document.store.lock import DocumentInUse
    from kinegraph.studio.running.redirect import PATIENCE
    from kinegraph.studio.server.opening import open_document
    from kinegraph.studio.server.server import serve

    console = Console()
    folders = tuple(folder.resolve() for folder in library or ())
    for folder in folders:
        if not folder.is_dir():
            raise FormatError(folder, "there is no such folder.")

    def announce(url: str) -> None:
        console.print(f"Kinegraph is at [bold]{url}[/bold]", soft_wrap=True, highlight=False)
        console.print("[dim]Every edit is saved at once. Ctrl+C ends the studio.[/dim]")
        if browser:
            show_in_browser(url, PATIENCE)

    try:
        opened = open_document(file, new)
    except DocumentInUse as error:
        if not error.url:
            raise
        console.print(
            f"{error.path} is already open in another studio.", soft_wrap=True, highlight=False, markup=False
        )
        console.print(f"It is at [bold]{error.url}[/bold]", soft_wrap=True, highlight=False)
        if browser:
            show_in_browser(error.url, _SHORT_PATIENCE).join()
        return
    serve(
        opened,
        port=port,
        upload_limit=int(upload_limit * 1e6),
        library=folders,
        announce=announce,
        warn=lambda sentence: console.print(sentence, soft_wrap=True, highlight=False, markup=False),
        verbose=verbose,
    )


def show_in_browser(url: str, patience: float) -> threading.Thread:
    """Asks the desktop to show the studio, in a thread: some browsers block the caller."""
    from kinegraph.studio.running.redirect import open_in_browser

    def show() -> None:
        with suppress(OSError):  # the address is printed: without a browser, the user opens it
            open_in_browser(url, patience)

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    return thread
