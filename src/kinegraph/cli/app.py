"""The command line: its commands, and how errors are printed.

The modules of the commands import the engine inside their functions, so that `kinegraph --help` is instant.
"""

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from kinegraph import __version__
from kinegraph.cli.batch import batch
from kinegraph.cli.classroom import classroom
from kinegraph.cli.convert import convert
from kinegraph.cli.creatures.anatomy import anatomy as write_anatomy
from kinegraph.cli.creatures.bake import bake as bake_creatures
from kinegraph.cli.creatures.crowd import crowd as film_crowd
from kinegraph.cli.creatures.cycle import cycle as walk_cycles
from kinegraph.cli.creatures.gait import gait as fit_gait
from kinegraph.cli.creatures.grid import grid as creatures_grid
from kinegraph.cli.creatures.list import list_all as list_creatures
from kinegraph.cli.creatures.make import make as make_creature
from kinegraph.cli.creatures.pack import pack as pack_creatures
from kinegraph.cli.creatures.play import play as play_creature
from kinegraph.cli.creatures.retarget import retarget as retarget_clip
from kinegraph.cli.doodle import doodle
from kinegraph.cli.info import info
from kinegraph.cli.keys import keys
from kinegraph.cli.keys_compare import compare as compare_keys
from kinegraph.cli.keys_map import map_joints
from kinegraph.cli.library import library
from kinegraph.cli.perform import perform
from kinegraph.cli.perform_compare import compare as compare_performed
from kinegraph.cli.perform_effort import effort as effort_of_performance
from kinegraph.cli.perform_from_motion import from_motion as set_from_motion
from kinegraph.cli.render import render
from kinegraph.cli.scenes.play_on import play_on
from kinegraph.cli.scenes.scene import scene
from kinegraph.cli.share.share import share
from kinegraph.cli.studio import studio
from kinegraph.core.errors import KinegraphError

BAD_INPUT = 2
INTERRUPTED = 130


class _Commands(TyperGroup):
    """Commands of one word or of two: `keys IN` and `keys compare IN` stand side by side."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        pair = " ".join(args[:2])
        return super().resolve_command(ctx, [pair, *args[2:]] if pair in self.commands else args)


class _Parent(TyperCommand):
    """A command whose help also lists its sub-commands, as `keys --help` lists `keys compare`."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        super().format_help(ctx, formatter)
        group, prefix = ctx.parent.command, f"{ctx.info_name} "
        found = {name: group.commands[name] for name in group.commands if name.startswith(prefix)}
        _print_commands(
            {name.removeprefix(prefix): each.get_short_help_str(200) for name, each in found.items()}
        )


def _print_commands(summaries: dict[str, str]) -> None:
    """Prints a panel like the one in which Typer lists the commands of a group."""
    from rich.console import Console
    from rich.panel import Panel
    from rich.table import Table

    table = Table(box=None, show_header=False, pad_edge=False, expand=True)
    table.add_column(style="bold cyan", no_wrap=True)
    table.add_column(ratio=1)
    for name, summary in summaries.items():
        table.add_row(name, summary)
    Console().print(Panel(table, title="Commands", title_align="left", border_style="dim"))


_SETTINGS: Any = {"help_option_names": ["-h", "--help"]}
_FILES, _MOTION = "Files", "Motion"

app = typer.Typer(
    cls=_Commands,
    help="A motion studio: perform, draw, generalize and key the movement of any character.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings=_SETTINGS,
)
creatures = typer.Typer(
    help="Make creatures, and play animations and captured clips on them.",
    no_args_is_help=True,
    context_settings=_SETTINGS,
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


app.command()(studio)
app.command("class")(classroom)
for command in (info, convert, render, share):
    app.command(rich_help_panel=_FILES)(command)
app.add_typer(batch, name="batch", rich_help_panel=_FILES)
app.add_typer(library, name="library", rich_help_panel=_FILES)
app.command(cls=_Parent, rich_help_panel=_MOTION)(keys)
app.command("keys compare", hidden=True)(compare_keys)
app.command("keys map", hidden=True)(map_joints)
app.command(cls=_Parent, rich_help_panel=_MOTION)(perform)
app.command("perform compare", hidden=True)(compare_performed)
app.command("perform effort", hidden=True)(effort_of_performance)
app.command("perform from-motion", hidden=True)(set_from_motion)
app.command(rich_help_panel=_MOTION)(doodle)
app.command(rich_help_panel=_MOTION)(scene)
app.command("play-on", rich_help_panel=_MOTION)(play_on)
app.add_typer(creatures, name="creatures", rich_help_panel=_MOTION)
creatures.command("list")(list_creatures)
for command in (
    *(make_creature, play_creature, walk_cycles, film_crowd, fit_gait, bake_creatures, pack_creatures),
    *(retarget_clip, write_anatomy, creatures_grid),
):
    creatures.command()(command)


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
        sys.stderr.close()  # the program that reads our output has ended, which is not an error
    except OSError as error:  # readers and writers report their own files: this is our output
        typer.secho(f"kinegraph: the output cannot be written: {error}.", err=True, fg=typer.colors.RED)
        sys.exit(BAD_INPUT)
