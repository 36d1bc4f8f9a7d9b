"""The `kinegraph` command: one subcommand a file."""

from kinegraph.cli.app import main

__all__ = ["main"]
