"""`python -m kinegraph` is the `kinegraph` command."""

from kinegraph.cli import main

if __name__ == "__main__":
    main()
