"""The command line as a whole: which commands there are, and how errors reach the user.

The modules of the commands import the engine inside their functions, so that `kinegraph --help` is instant.
"""

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kinegraph import __version__
from kinegraph.cli.convert import convert
from kinegraph.cli.creatures_grid import grid as creatures_grid
from kinegraph.cli.creatures_make import make as make_creature
from kinegraph.cli.creatures_play import play as play_creature
from kinegraph.cli.creatures_retarget import retarget as retarget_clip
from kinegraph.cli.doodle import doodle
from kinegraph.cli.info import info
from kinegraph.cli.keys import keys
from kinegraph.cli.keys_compare import compare as compare_keys
from kinegraph.cli.perform import perform
from kinegraph.cli.perform_compare import compare as compare_performed
from kinegraph.cli.render import render
from kinegraph.cli.studio import studio
from kinegraph.core.errors import KinegraphError

BAD_INPUT = 2
INTERRUPTED = 130


class _Commands(TyperGroup):
    """Commands of one word, or of two: `keys IN` and `keys compare IN` stand side by side."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        pair = " ".join(args[:2])
        return super().resolve_command(ctx, [pair, *args[2:]] if pair in self.commands else args)


app = typer.Typer(
    cls=_Commands,
    help="A motion studio: perform, draw, generalize and key the movement of any character.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kinegraph {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None: ...


for command in (studio, info, convert, render, keys, perform, doodle):
    app.command()(command)
app.command("keys compare")(compare_keys)
app.command("perform compare")(compare_performed)
app.command("creatures make")(make_creature)
app.command("creatures play")(play_creature)
app.command("creatures retarget")(retarget_clip)
app.command("creatures grid")(creatures_grid)


def main() -> None:
    """Runs the command line; bad input ends with one sentence on standard error and exit code 2."""
    try:
        app()
    except KinegraphError as error:
        typer.secho(f"kinegraph: {error}", err=True, fg=typer.colors.RED)
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has gone: nothing is wrong, and nobody to tell
    except OSError as error:  # readers and writers report their own files: what is left is our output
        typer.secho(f"kinegraph: the output cannot be written: {error}.", err=True, fg=typer.colors.RED)
        sys.exit(BAD_INPUT)
